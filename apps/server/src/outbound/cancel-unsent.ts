import type { EntId, MessageId } from '@ruwu/contract'
import { BLOCKED_TEXT } from '@ruwu/domain'
import type { Queryable } from '../db/database.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import { type Failure, noteFailedCard, markFailed } from './delivery-status.repo.ts'
import { readThreadMessage } from '../customer/customer-message.repo.ts'
import { dropQueued, lockUnsent } from './outbox.repo.ts'
import { refundQuota } from './quota.ts'

const BLOCKED: Failure = { kind: 'blocked', text: BLOCKED_TEXT, platformCode: '', logId: '' }

/** Fails a blocked customer's unsent messages; they may be sent again once the customer is unblocked. */
export async function cancelUnsent(db: Queryable, change: CustomerChange, now: Date): Promise<void> {
  const waiting = await lockUnsent(db, change.customer.entId, change.customer.id)
  for (const row of waiting) {
    const unsent = await readThreadMessage(db, row)
    if (!unsent || !(await markFailed(db, change, unsent, BLOCKED, now))) continue
    refundQuota(change.customer, row.quotaRule, row.seq)
    if (row.meta.cardRuleId) await noteFailedCard(db, row, BLOCKED_TEXT)
  }
}

/** Takes a queued message from the outbox and refunds its quota. False: a worker may be sending it. */
export async function cancelQueued(
  db: Queryable,
  { customer }: CustomerChange,
  { entId, id, seq }: { entId: EntId; id: MessageId; seq: number },
): Promise<boolean> {
  const dropped = await dropQueued(db, { entId, messageId: id })
  if (dropped) refundQuota(customer, dropped.quotaRule, seq)
  return dropped !== undefined
}
