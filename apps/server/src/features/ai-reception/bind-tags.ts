import type { TagId } from '@ruwu/contract'
import { bindTags, hasTooManyTags } from '@ruwu/domain'
import type { Transaction } from '../../db/database.ts'
import { appendTagLine, changeTags, type CustomerKey, type Desk, lockCase } from '../../customer/index.ts'
import { listTags, toTag } from '../tag/index.ts'

/** As the AI is named in the thread's lines. */
const WHO = 'AI'

/** Tags that follow from what was decided; those that are gone, or too many, are left out. */
export async function bindTagsByAi(
  tx: Transaction,
  desk: Desk,
  { entId, customerId }: CustomerKey,
  tagIds: readonly TagId[],
  now: Date,
): Promise<void> {
  if (tagIds.length === 0) return
  const of = await lockCase(tx.sql, entId, customerId)
  if (!of) return
  const book = new Map((await listTags(tx.sql, entId)).map((row) => [row.id, row]))
  const tagOf = (id: TagId) => {
    const row = book.get(id)
    return row && toTag(row)
  }
  const own = tagIds.filter((id) => book.get(id)?.kind !== 'system')
  const change = bindTags(of.customer.tagIds, own, tagOf)
  if (hasTooManyTags(change.tagIds, tagOf) || !changeTags(of, change, null, now)) return
  const names = (ids: readonly TagId[]) => ids.flatMap((id) => book.get(id)?.name ?? [])
  appendTagLine(of, { who: WHO, bound: names(change.bound), unbound: names(change.unbound) }, now)
  await desk.save(tx, [of], now)
}
