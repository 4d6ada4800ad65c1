import type { TagId } from '@ruwu/contract'
import { bindTags, hasTooManyTags, RULE_TEXTS, TAG_TEXTS, unbindTags } from '@ruwu/domain'
import { appendTagLine, changeTags } from '../../customer/customer-tags.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { listTags, toTag } from '../tag/index.ts'
import { type Acting, type ActionDone, DONE, skipped } from './action-context.ts'

/** Binds or unbinds tags as an agent would, with their line in the thread. */
export async function changeCustomerTags(
  { tx, change, now }: Acting,
  who: string,
  type: 'add_tags' | 'remove_tags',
  tagIds: readonly TagId[],
): Promise<ActionDone> {
  const book = new Map((await listTags(tx.sql, change.customer.entId)).map((row) => [row.id, row]))
  if (tagIds.some((id) => !book.has(id))) throw new UserFacingError('refused', RULE_TEXTS.gone('标签'))
  const tagOf = (id: TagId) => {
    const row = book.get(id)
    return row && toTag(row)
  }
  const held = change.customer.tagIds
  const tagChange = type === 'add_tags' ? bindTags(held, tagIds, tagOf) : unbindTags(held, tagIds)
  if (tagChange.bound.length > 0 && hasTooManyTags(tagChange.tagIds, tagOf))
    throw new UserFacingError('refused', TAG_TEXTS.tooManyOnCustomer)
  if (!changeTags(change, tagChange, null, now))
    return skipped(type === 'add_tags' ? '客户已有这些标签' : '客户没有这些标签')
  const names = (ids: readonly TagId[]) => ids.flatMap((id) => book.get(id)?.name ?? [])
  appendTagLine(change, { who, bound: names(tagChange.bound), unbound: names(tagChange.unbound) }, now)
  return DONE
}
