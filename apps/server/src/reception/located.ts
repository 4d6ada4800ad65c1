import type { AgentId } from '@ruwu/contract'
import type { Queryable } from '../db/database.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'

/**
 * Somebody opens the customer at a message of theirs: whom only a switch or the plan kept from the AI goes back to it. The customer must
 * be locked. True: it must be saved.
 */
export async function returnToAiOnLocate(
  db: Queryable,
  change: CustomerChange,
  operatorId: AgentId,
  now: Date,
): Promise<boolean> {
  const { entId, relationId } = change.customer
  const { situation } = await getAccountReception(db, entId, relationId, now)
  return changeCustomerReception(change, { kind: 'locate', situation, operatorId }, now).hasChanged
}
