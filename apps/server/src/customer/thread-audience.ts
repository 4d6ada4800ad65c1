import type { AgentId, Content, CustomerId, EntId } from '@ruwu/contract'
import type { ContactMask } from '@ruwu/domain'
import type { Queryable } from '../db/database.ts'
import { maskContent } from './message.view.ts'
import { listWatchersOf, type Watcher } from './watchers.repo.ts'

/** Agents by whether something is masked for them, and what; null where it is masked for none. */
export function byMask(watchers: readonly Watcher[]): {
  clear: AgentId[]
  masked: AgentId[]
  mask: ContactMask | null
} {
  const hidden = watchers.filter((watcher) => watcher.mask !== null)
  return {
    clear: watchers.filter((watcher) => watcher.mask === null).map((watcher) => watcher.id),
    masked: hidden.map((watcher) => watcher.id),
    mask: hidden[0]?.mask ?? null,
  }
}

/** The receivers of a customer's messages, for `chat` frames. */
export function threadAudience(watchers: readonly Watcher[]) {
  const { clear, masked, mask } = byMask(watchers)
  return { clear, masked, mask: (content: Content) => maskContent(content, mask) }
}

export const findThreadAudience = async (db: Queryable, entId: EntId, id: CustomerId) =>
  threadAudience(await listWatchersOf(db, entId, id))
