import type { KeyValueStorage } from '../browser/storage.ts'

/** A lease that is not renewed expires after this (closed tab). */
export const LEASE_MS = 6000
export const LEASE_RENEW_MS = 2000

const KEY = 'ruwu.notifyTab'

/** A lease in localStorage, held by one tab at a time. */
export function createLease({ memory, tabId, now }: { memory: KeyValueStorage; tabId: string; now: () => number }) {
  const read = () => {
    const [holder = '', until = '0'] = (memory.get(KEY) ?? '').split(' ')
    return { holder, until: Number(until) }
  }
  const take = () => memory.set(KEY, `${tabId} ${now() + LEASE_MS}`)
  return {
    take,
    /** Renews the lease, or takes an expired one. Returns whether this tab holds it. */
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
