import type { TagId } from '@ruwu/contract'
import { type CustomerKey, lockCustomer } from '../../customer/customer-change.repo.ts'
import { setIntent } from '../../customer/customer-tags.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { Transaction } from '../../db/database.ts'
import { addTags } from '../tag/index.ts'

/** Name of the AI in system lines of the thread. */
const WHO = 'AI'

/** Binds the decision's tags, and 高意向 where the goal was reached. */
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
  await addTags(tx.sql, change, { tagIds, who: WHO }, now)
  if (isGoalReached) setIntent(change, 'high', now)
  if (change.events.length > 0) await writer.commit(tx, [change], now)
}
