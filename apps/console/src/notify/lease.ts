import type { Memory } from '../browser/storage.ts'

/** A tab that was closed without a word is given up after this. */
export const LEASE_MS = 6000
export const LEASE_RENEW_MS = 2000

const KEY = 'ruwu.notifyTab'

/** One tab at a time holds it, kept in the storage all tabs share. */
export function createLease({ memory, tabId, now }: { memory: Memory; tabId: string; now: () => number }) {
  const read = () => {
    const [holder = '', until = '0'] = (memory.get(KEY) ?? '').split(' ')
    return { holder, until: Number(until) }
  }
  const take = () => memory.set(KEY, `${tabId} ${now() + LEASE_MS}`)
  return {
    take,
    /** Renews it, or takes it when nobody holds it any more. Answers whether this tab has it. */
    renew(): boolean {
      const { holder, until } = read()
      if (holder !== tabId && until > now()) return false
      take()
      return true
    },
    giveUp() {
      if (read().holder === tabId) memory.remove(KEY)
    },
  }
}
