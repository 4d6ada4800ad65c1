import { BLOCKED_TEXT, returnTime, takenTooLateText } from '@ruwu/domain'
import { getAccountReception } from '../customer/account-reception.repo.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import { getAgentName } from '../customer/customer-names.repo.ts'
import { changeCustomerReception } from '../customer/reception-change.ts'
import type { Queryable } from '../db/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import { UserFacingError } from '../platform/http/errors.ts'
import { closedText, type SendingAccount } from './sending-account.ts'

/** Refuses what an agent would send to a colleague's or blocked customer, or through an account that cannot send. */
export async function allowAnswer(
  db: Queryable,
  caller: Caller,
  change: CustomerChange,
  account: SendingAccount,
): Promise<void> {
  const { agentId, isBlocked } = change.customer
  if (agentId !== null && agentId !== caller.agentId) {
    const agentName = await getAgentName(db, caller.entId, agentId)
    throw new UserFacingError('taken', takenTooLateText(agentName), { agentId, agentName })
  }
  if (isBlocked) throw new UserFacingError('refused', BLOCKED_TEXT)
  const closed = closedText(account)
  if (closed) throw new UserFacingError('refused', closed)
}

/** An agent's message turns AI and workflows off; an unassigned customer gets the sender as owner. */
export async function takeOver(
  db: Queryable,
  { entId, agentId }: Caller,
  change: CustomerChange,
  now: Date,
): Promise<void> {
  const { returns } = await getAccountReception(db, entId, change.customer.relationId, now)
  const sender = { agentId, agentName: await getAgentName(db, entId, agentId) }
  changeCustomerReception(
    change,
    { kind: 'human_send', sender, returnAt: returnTime(returns.after, now, returns.timeZone) },
    now,
  )
}
