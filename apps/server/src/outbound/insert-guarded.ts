import type { Content, CustomerId, EntId, MessageId, ReceptionType } from '@ruwu/contract'
import { type AutomaticKind, BLOCKED_TEXT, type GuardVerdict } from '@ruwu/domain'
import type { Transaction } from '../db/database.ts'
import type { OutboxMeta } from '../db/schema/index.ts'
import { UserFacingError } from '../platform/http/errors.ts'
import type { CustomerChange, CustomerRow } from '../customer/customer-change.ts'
import { continueChange } from '../customer/continue-change.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { whyHeldByLimits } from './automation-limits.repo.ts'
import { readSendable, type Sendable } from './outbound-content.ts'
import type { CodesOf } from './picture-codes.ts'
import { isPromptedNow, putOutbound, queueOutbound } from './put-outbound.ts'
import { hintQuota } from './quota-hint.ts'
import type { FindSendingAccount } from './send.service.ts'
import { closedText } from './sending-account.ts'

/** State of the customer when the automatic message was decided on (optimistic check). */
export type Expected = {
  receptionType: ReceptionType
  receptionEpoch: number
  /** The newest customer message that is answered; absent if it answers none. */
  inboundSeq?: number
  /** The newest message of an agent; absent if a further one does not matter. */
  humanSeq?: number
}

export type GuardedMessage = {
  entId: EntId
  customerId: CustomerId
  kind: AutomaticKind
  /** `ai` answers a turn; the default `flow` does not. */
  senderKind?: 'ai' | 'flow'
  content: Content
  /** Kept with the message for agents. */
  extra?: Record<string, string>
  expected: Expected
  delayMs?: number
  meta?: OutboxMeta
  /** The customer, if the caller's transaction holds it (`continueChange`); otherwise it is locked and read. */
  held?: CustomerChange
}

/**
 * Why nothing was sent. `reception`: reception type or epoch changed. `human`: an agent has written since. `inbound`:
 * only the customer has written since. `refused`: the message may not be sent at all; `reword`: not with this text, which
 * went to too many customers. `until`: it may be sent from then on (全局免打扰). `isUnusable`: its file or card is gone, so that the next
 * attempt would fail like this one.
 */
export type HeldBack = {
  blocked: string
  why: 'reception' | 'human' | 'inbound' | 'refused' | 'reword'
  until?: Date
  isUnusable?: true
}

export type GuardedResult = { messageId: MessageId } | HeldBack

const CHANGED = '接待状态已变化，不再发送'

/**
 * Stores an automatic message only while the customer's state is the expected one. Holds the customer's row lock, which
 * agents' messages take too: of two concurrent sends the second sees the first. A refused message changes nothing.
 */
export async function insertGuarded(
  tx: Transaction,
  deps: { writer: CustomerWriter; findAccount: FindSendingAccount; codesOf: CodesOf },
  { entId, customerId, kind, senderKind = 'flow', expected, delayMs = 0, held: mine, ...draft }: GuardedMessage,
  now: Date,
): Promise<GuardedResult> {
  const change = mine ? continueChange(tx, mine) : await lockCustomer(tx.sql, entId, customerId)
  if (!change) return refused('客户不存在或已删除')
  const why = whyOutdated(change.customer, expected)
  if (why) return { blocked: CHANGED, why }
  const account = await deps.findAccount(tx.sql, entId, change.customer.relationId)
  if (!account) return refused('渠道账号不存在或已删除')
  const closed = closedText(account)
  if (closed) return refused(closed)
  if (change.customer.isBlocked) return refused(BLOCKED_TEXT)

  const isPrompted = isPromptedNow(change.customer, kind, now)
  const held = await whyHeldByLimits(tx.sql, change.customer, { kind, isPrompted }, now)
  if (held) return { ...refused(held.reason), ...(held.until && { until: held.until }) }

  let sendable: Sendable
  try {
    const { codesOf } = deps
    sendable = await readSendable(tx.sql, { entId, relationIds: account.cardAccounts, now, codesOf }, draft.content)
  } catch (error) {
    if (error instanceof UserFacingError) return { ...refused(error.message), isUnusable: true }
    throw error
  }
  if (draft.extra) sendable = { ...sendable, content: { ...sendable.content, extra: draft.extra } }
  const put = await putOutbound(tx.sql, change, account, { sendable, kind, senderKind, agentId: null }, now)
  if (!put.isPut) return { blocked: put.verdict.message ?? '', why: isRepeated(put.verdict) ? 'reword' : 'refused' }
  await deps.writer.commit(tx, [change], now)
  await hintQuota(tx, change, put.quota, change.customer.agentId, now)
  const dueAt = new Date(now.getTime() + delayMs)
  const { message, quotaRule } = put
  const { meta = {} } = draft
  await queueOutbound(tx.sql, change, account, { message, quotaRule, agentId: null, dueAt, meta }, now)
  return { messageId: message.id }
}

const isRepeated = ({ hits }: GuardVerdict) => hits.some(({ rule, level }) => rule === 'same_text' && level === 'block')

const refused = (blocked: string): HeldBack => ({ blocked, why: 'refused' })

/** Undefined: the state is as expected. */
export function whyOutdated(row: CustomerRow, expected: Expected): HeldBack['why'] | undefined {
  const { receptionType, receptionEpoch, inboundSeq, humanSeq } = expected
  if (row.receptionType !== receptionType || row.receptionEpoch !== receptionEpoch) return 'reception'
  if (humanSeq !== undefined && row.lastHumanSeq > humanSeq) return 'human'
  if (inboundSeq !== undefined && row.lastInboundSeq !== inboundSeq) return 'inbound'
  return undefined
}
