import type { Content, CustomerId, EntId, MessageId, ReceptionType } from '@ruwu/contract'
import type { GuardVerdict } from '@ruwu/domain'
import type { Transaction } from '../db/database.ts'
import type { OutboxMeta } from '../db/schema/index.ts'
import { UserFacingError } from '../platform/http/errors.ts'
import type { CustomerRow } from '../customer/customer-change.ts'
import { lockCustomer } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { BLOCKED_TEXT } from './blocked.ts'
import { readSendable, type Sendable } from './outbound-content.ts'
import { putOutbound, queueOutbound } from './put-outbound.ts'
import { hintQuota } from './quota-hint.ts'
import type { FindSendingAccount } from './send.service.ts'
import { closedText } from './sending-account.ts'

/** How things stood when it was decided to speak. */
export type Expected = {
  receptionType: ReceptionType
  receptionEpoch: number
  /** The newest message of the customer that is answered; left out where it answers none. */
  inboundSeq?: number
  /** The newest message of a person; left out where one more would not matter. */
  humanSeq?: number
}

export type GuardedMessage = {
  entId: EntId
  customerId: CustomerId
  senderKind: 'ai' | 'flow'
  content: Content
  expected: Expected
  delayMs: number
  meta: OutboxMeta
  /** It was worded anew after the first wording was held back. */
  isRegenerated?: boolean
}

/**
 * Why nothing was said. `reception`: somebody else receives the customer now. `human`: a person has spoken. `inbound`: only
 * that the customer has said something more. `refused`: it may not be said at all; `reword`: not in these words.
 */
export type HeldBack = { blocked: string; why: 'reception' | 'human' | 'inbound' | 'refused' | 'reword' }

export type GuardedResult = { messageId: MessageId } | HeldBack

const CHANGED = '接待状态已变化，不再发送'

/**
 * What speaks by itself says it only while everything is as it was when it began to think. The customer's row is locked, and a
 * person's message takes the same lock: of two at once, the second sees the first. What is held back changes nothing.
 */
export async function insertGuarded(
  tx: Transaction,
  deps: { writer: CustomerWriter; findAccount: FindSendingAccount },
  { entId, customerId, senderKind, expected, ...said }: GuardedMessage,
  now: Date,
): Promise<GuardedResult> {
  const change = await lockCustomer(tx.sql, entId, customerId)
  if (!change) return refused('客户不存在或已删除')
  const why = whyOutdated(change.customer, expected)
  if (why) return { blocked: CHANGED, why }
  const account = await deps.findAccount(tx.sql, entId, change.customer.relationId)
  if (!account) return refused('渠道账号不存在或已删除')
  const closed = closedText(account)
  if (closed) return refused(closed)
  if (change.customer.isBlocked) return refused(BLOCKED_TEXT)

  let sendable: Sendable
  try {
    sendable = await readSendable(tx.sql, { entId, relationIds: account.cardAccounts, now }, said.content)
  } catch (error) {
    if (error instanceof UserFacingError) return refused(error.message)
    throw error
  }
  const { isRegenerated = false } = said
  const put = await putOutbound(tx.sql, change, account, { sendable, senderKind, agentId: null, isRegenerated }, now)
  if (!put.isPut) return { blocked: put.verdict.message ?? '', why: isAboutWording(put.verdict) ? 'reword' : 'refused' }
  await deps.writer.commit(tx, [change], now)
  hintQuota(tx, change, put.quota, change.customer.agentId, now)
  const dueAt = new Date(now.getTime() + said.delayMs)
  const { message, quotaRule } = put
  await queueOutbound(tx.sql, change, account, { message, quotaRule, agentId: null, dueAt, meta: said.meta }, now)
  return { messageId: message.id }
}

/** Words that many were told, or that the AI has not tried to say otherwise. */
const isAboutWording = ({ action, hits }: GuardVerdict) =>
  action === 'regenerate' ||
  (action === 'fail' && hits.some(({ rule, level }) => rule === 'same_text' && level === 'block'))

const refused = (blocked: string): HeldBack => ({ blocked, why: 'refused' })

/** Undefined: things stand as they did. */
export function whyOutdated(row: CustomerRow, expected: Expected): HeldBack['why'] | undefined {
  const { receptionType, receptionEpoch, inboundSeq, humanSeq } = expected
  if (row.receptionType !== receptionType || row.receptionEpoch !== receptionEpoch) return 'reception'
  if (humanSeq !== undefined && row.lastHumanSeq > humanSeq) return 'human'
  if (inboundSeq !== undefined && row.lastInboundSeq !== inboundSeq) return 'inbound'
  return undefined
}
