import type { AgentId } from '@ruwu/contract'
import type { Queryable } from '../db/database.ts'
import type { Case } from '../customer/customer-change.ts'
import { changeCase } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'

/**
 * Somebody opens the customer at a message of theirs: whom only a switch or the plan kept from the AI goes back to it. The customer must
 * be locked. True: it must be saved.
 */
export async function locateCase(db: Queryable, of: Case, operatorId: AgentId, now: Date): Promise<boolean> {
  const { entId, relationId } = of.customer
  const { situation } = await getAccountReception(db, entId, relationId, now)
  return changeCase(of, { kind: 'locate', situation, operatorId }, now).hasChanged
}
