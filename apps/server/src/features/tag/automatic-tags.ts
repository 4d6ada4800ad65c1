import type { TagId } from '@ruwu/contract'
import { bindTags, hasTooManyTags } from '@ruwu/domain'
import { type CustomerKey, lockCustomer } from '../../customer/customer-change.repo.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { appendTagLine, changeTags } from '../../customer/customer-tags.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { Queryable, Transaction } from '../../db/database.ts'
import { listTags } from './tag.repo.ts'
import { toTag } from './tag.view.ts'

/** Binds tags on behalf of automation. Deleted and system tags are skipped; over the limit, all of them. */
export async function addTags(
  db: Queryable,
  change: CustomerChange,
  { tagIds, who }: { tagIds: readonly TagId[]; who: string },
  now: Date,
): Promise<void> {
  if (tagIds.length === 0) return
  const book = new Map((await listTags(db, change.customer.entId)).map((row) => [row.id, row]))
  const tagOf = (id: TagId) => {
    const row = book.get(id)
    return row && toTag(row)
  }
  const own = tagIds.filter((id) => book.has(id) && book.get(id)?.kind !== 'system')
  const tagChange = bindTags(change.customer.tagIds, own, tagOf)
  if (hasTooManyTags(tagChange.tagIds, tagOf) || !changeTags(change, tagChange, null, now)) return
  const names = (ids: readonly TagId[]) => ids.flatMap((id) => book.get(id)?.name ?? [])
  appendTagLine(change, { who, bound: names(tagChange.bound), unbound: names(tagChange.unbound) }, now)
}

/** The same with the customer's own lock and commit. */
export async function bindTagsAutomatically(
  tx: Transaction,
  writer: CustomerWriter,
  { entId, customerId }: CustomerKey,
  tags: { tagIds: readonly TagId[]; who: string },
  now: Date,
): Promise<void> {
  const change = tags.tagIds.length > 0 ? await lockCustomer(tx.sql, entId, customerId) : undefined
  if (!change) return
  await addTags(tx.sql, change, tags, now)
  if (change.events.length > 0) await writer.commit(tx, [change], now)
}
