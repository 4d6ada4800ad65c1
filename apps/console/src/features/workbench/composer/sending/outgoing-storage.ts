import type { KeyValueStorage } from '../../../../browser/storage.ts'
import { FAILED_KEPT_MS, type Outgoing, readOutgoing } from './outgoing.ts'

type OutgoingStorageDeps = { storage: KeyValueStorage; agentId: string; pageId: string; now: () => number }

export type OutgoingStorage = ReturnType<typeof createOutgoingStorage>

/** Unanswered messages per agent, kept across reloads. Each tab writes only its own. */
export function createOutgoingStorage({ storage, agentId, pageId, now }: OutgoingStorageDeps) {
  const key = `ruwu.outgoing.${agentId}`
  const write = (all: readonly Outgoing[]) =>
    all.length > 0 ? storage.set(key, JSON.stringify(all)) : storage.remove(key)

  return {
    save(own: readonly Outgoing[]) {
      write([...readOutgoing(storage.get(key)).filter((it) => it.pageId !== pageId), ...own])
    },
    /** Takes over the messages of tabs that are closed. */
    adopt(isOpen: (pageId: string) => boolean): Outgoing[] {
      const all = readOutgoing(storage.get(key))
      const isLeft = (it: Outgoing) => it.pageId !== pageId && !isOpen(it.pageId)
      const left = all.filter(isLeft).filter((it) => now() - Date.parse(it.createdAt) < FAILED_KEPT_MS)
      const adopted = left.map((it) => ({ ...it, pageId }))
      write([...all.filter((it) => !isLeft(it)), ...adopted])
      return adopted
    },
  }
}
