import type { AgentId } from '@ruwu/contract'
import type { Queryable } from '../db/database.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'

/**
 * An agent opens the customer at a message: a customer in manual reception because of the account's switch or the plan
 * returns to the AI, if that reason no longer applies. The customer must be locked. True: the change must be committed.
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
