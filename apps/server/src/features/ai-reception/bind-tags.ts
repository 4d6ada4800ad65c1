import type { TagId } from '@ruwu/contract'
import { bindTags, hasTooManyTags } from '@ruwu/domain'
import { appendTagLine, changeTags, setIntent } from '../../customer/customer-tags.ts'
import { type CustomerKey, lockCustomer } from '../../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { Transaction } from '../../db/database.ts'
import { listTags, toTag } from '../tag/index.ts'

/** Name of the AI in system lines of the thread. */
const WHO = 'AI'

/** Binds the decision's tags, and 高意向 where the goal was reached. Deleted and system tags are skipped; over the limit, all of them. */
export async function bindTagsByAi(
  tx: Transaction,
  writer: CustomerWriter,
  { entId, customerId }: CustomerKey,
  { tagIds, isGoalReached }: { tagIds: readonly TagId[]; isGoalReached: boolean },
  now: Date,
): Promise<void> {
  if (tagIds.length === 0 && !isGoalReached) return
  const change = await lockCustomer(tx.sql, entId, customerId)
  if (!change) return
  const book = new Map((await listTags(tx.sql, entId)).map((row) => [row.id, row]))
  const tagOf = (id: TagId) => {
    const row = book.get(id)
    return row && toTag(row)
  }
  const own = tagIds.filter((id) => book.get(id)?.kind !== 'system')
  const tagChange = bindTags(change.customer.tagIds, own, tagOf)
  if (!hasTooManyTags(tagChange.tagIds, tagOf) && changeTags(change, tagChange, null, now)) {
    const names = (ids: readonly TagId[]) => ids.flatMap((id) => book.get(id)?.name ?? [])
    appendTagLine(change, { who: WHO, bound: names(tagChange.bound), unbound: names(tagChange.unbound) }, now)
  }
  if (isGoalReached) setIntent(change, 'high', now)
  if (change.events.length === 0) return
  await writer.commit(tx, [change], now)
}
