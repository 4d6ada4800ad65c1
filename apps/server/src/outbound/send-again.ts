import type { AgentId, MessageId } from '@ruwu/contract'
import { type GuardVerdict, quotaDay } from '@ruwu/domain'
import type { Queryable, Transaction } from '../db/database.ts'
import { writeAudit } from '../platform/audit.repo.ts'
import type { Caller } from '../platform/http/caller.ts'
import { UserFacingError } from '../platform/http/errors.ts'
import { type CustomerChange, setMessageStatus } from '../customer/customer-change.ts'
import { resetForRetry } from '../customer/customer-message.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { readSendable } from './outbound-content.ts'
import type { CodesOf } from './picture-codes.ts'
import { checkGuards, queueOutbound } from './put-outbound.ts'
import { chargeQuota } from './quota.ts'
import type { Stored } from './send.repo.ts'
import type { SendingAccount } from './sending-account.ts'

/** `sender`: the agent who asks for it; without one the operator does, and `agentId` is its first sender. */
type Again = { before: Stored; agentId: AgentId | null; sender?: Caller; isConfirmed: boolean; codesOf: CodesOf }

/** Retry of an agent's failed message: same sequence number, all checks run again. The caller holds the customer's lock. */
export async function sendAgain(
  tx: Transaction,
  writer: CustomerWriter,
  change: CustomerChange,
  account: SendingAccount,
  { before, agentId, sender, isConfirmed, codesOf }: Again,
  now: Date,
): Promise<void> {
  const { entId, id: customerId } = change.customer
  const place = { entId, relationIds: account.cardAccounts, now, codesOf, ...(sender ? { sender } : {}) }
  const sendable = await readSendable(tx.sql, place, before.content)
  const draft = { sendable, kind: 'reply' as const, senderKind: 'human' as const, agentId, isConfirmed }
  const { verdict, quota } = await checkGuards(tx.sql, change, account, draft, now)
  if (verdict.action !== 'send') throw new GuardRefusal(verdict, account)
  chargeQuota(change.customer, quota.ruleId, quotaDay(now))
  await resetForRetry(tx.sql, { entId, customerId, seq: before.seq }, now)
  setMessageStatus(change, before.seq, 0)
  change.events.push({
    type: 'message_change',
    messageId: before.id,
    chatId: before.chatId,
    status: 0,
    read: false,
    recall: false,
    operatorId: agentId,
  })
  await writer.commit(tx, [change], now)
  await queueOutbound(tx.sql, change, account, { message: before, quotaRule: quota.ruleId, agentId }, now)
  if (sender) await auditConfirmed(tx.sql, sender, { change, verdict, messageId: before.id }, now)
}

/** Audit entry: the message was sent although the guard had warned. */
export async function auditConfirmed(
  db: Queryable,
  caller: Caller,
  { change, verdict, messageId }: { change: CustomerChange; verdict: GuardVerdict; messageId: MessageId },
  now: Date,
): Promise<void> {
  if (verdict.level !== 'warn') return
  const after = { warning: verdict.message }
  const entry = { action: 'message.confirmWarning', object: messageId, name: change.customer.name, after } as const
  await writeAudit(db, caller, entry, now)
}

/** Refused by the guard; `canConfirm` when the agent may confirm and send. */
export class GuardRefusal extends UserFacingError {
  override name = 'GuardRefusal'
  readonly hits: GuardVerdict['hits']
  readonly account: SendingAccount

  constructor({ action, level, message, hits, text }: GuardVerdict, account: SendingAccount) {
    super('compliance', message, { hits, level, canConfirm: action === 'confirm', text })
    this.hits = hits
    this.account = account
  }
}
