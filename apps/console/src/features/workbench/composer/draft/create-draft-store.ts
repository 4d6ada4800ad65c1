import type { CustomerId } from '@ruwu/contract'
import { createEvent } from '@ruwu/ui/store.ts'
import type { KeyValueStorage } from '../../../../browser/storage.ts'
import { type Draft, EMPTY_DRAFT, isEmptyDraft, readDraft } from './draft.ts'

type DraftStoreDeps = { storage: KeyValueStorage; agentId: () => string; now: () => number }

const PREFIX = 'ruwu.draft.'

/** Drafts by agent and customer, one storage key each, so that two tabs never overwrite each other's customers. */
export function createDraftStore({ storage, agentId, now }: DraftStoreDeps) {
  const known = new Map<string, Draft | undefined>()
  const changed = createEvent()
  const keyOf = (customerId: CustomerId) => `${PREFIX}${agentId()}.${customerId}`
  const listKey = () => `ruwu.drafts.${agentId()}`

  function find(customerId: CustomerId): Draft | undefined {
    const key = keyOf(customerId)
    if (!known.has(key)) known.set(key, readDraft(storage.get(key), now()))
    return known.get(key)
  }

  function change(customerId: CustomerId, how: (draft: Draft) => Draft) {
    const key = keyOf(customerId)
    const before = find(customerId)
    const draft = { ...how(before ?? EMPTY_DRAFT), savedAt: now() }
    if (isEmptyDraft(draft)) forget(key)
    else {
      storage.set(key, JSON.stringify(draft))
      known.set(key, draft)
      if (!before) list([...listed(), key])
    }
    changed.emit()
  }

  function forget(key: string) {
    if (known.get(key)) list(listed().filter((it) => it !== key))
    storage.remove(key)
    known.set(key, undefined)
  }

  // The index is used only to delete expired drafts.
  const listed = () => (storage.get(listKey()) ?? '').split(' ').filter(Boolean)
  const list = (keys: string[]) =>
    keys.length > 0 ? storage.set(listKey(), [...new Set(keys)].join(' ')) : storage.remove(listKey())

  return {
    find,
    change,
    /** Deletes expired drafts. */
    sweep() {
      const keys = listed()
      const kept = keys.filter((key) => readDraft(storage.get(key), now()))
      for (const key of keys) if (!kept.includes(key)) storage.remove(key)
      list(kept)
    },
    /** Written by another tab. */
    reread(key: string | null) {
      if (key !== null && !key.startsWith(PREFIX)) return
      if (key === null) known.clear()
      else known.delete(key)
      changed.emit()
    },
    subscribe: changed.on,
  }
}
