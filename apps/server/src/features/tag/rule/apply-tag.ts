import type { EntId, TagId } from '@ruwu/contract'
import { bindTags, hasTooManyTags, unbindTags } from '@ruwu/domain'
import type { CustomerChange } from '../../../customer/customer-change.ts'
import { appendTagLine, changeTags } from '../../../customer/customer-tags.ts'
import type { Queryable } from '../../../db/database.ts'
import { listTags, type TagRow } from '../tag.repo.ts'
import { toTag } from '../tag.view.ts'

type TagBook = ReadonlyMap<TagId, TagRow>

export const readTagBook = async (db: Queryable, entId: EntId): Promise<TagBook> =>
  new Map((await listTags(db, entId)).map((each) => [each.id, each]))

/**
 * Binds (unless the customer has too many) or unbinds one tag, with its line in the thread, which names `who` did it. False when
 * nothing changed.
 */
export function applyTag(
  change: CustomerChange,
  book: TagBook,
  { id, action, who }: { id: TagId; action: 'bind' | 'unbind'; who: string },
  now: Date,
): boolean {
  const tagOf = (each: TagId) => {
    const row = book.get(each)
    return row && toTag(row)
  }
  const held = change.customer.tagIds
  const tagChange = action === 'bind' ? bindTags(held, [id], tagOf) : unbindTags(held, [id])
  if (tagChange.bound.length > 0 && hasTooManyTags(tagChange.tagIds, tagOf)) return false
  if (!changeTags(change, tagChange, null, now)) return false
  const names = (ids: readonly TagId[]) => ids.flatMap((each) => book.get(each)?.name ?? [])
  appendTagLine(change, { who, bound: names(tagChange.bound), unbound: names(tagChange.unbound) }, now)
  return true
}
