import type { Content, CustomerId, EntId, MessageId, ReceptionType } from '@ruwu/contract'
import type { Transaction } from '../../../db/database.ts'
import type { OutboxMeta } from '../../../db/schema/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { UserFacingError } from '../../../platform/http/errors.ts'
import { lockCase } from '../case.repo.ts'
import type { Desk } from '../desk.ts'
import { readSendable, type Sendable } from './outbound-content.ts'
import { putOutbound, queueOutbound } from './put-outbound.ts'
import type { FindSendingAccount } from './send.service.ts'
import { closedText } from './sending-account.ts'

export type AutomaticMessage = {
  entId: EntId
  customerId: CustomerId
  content: Content
  /** What reception was when it was decided to speak. */
  expected: { receptionType: ReceptionType; receptionEpoch: number }
  delayMs: number
  meta: OutboxMeta
}

export type AutomaticSent = { messageId: MessageId } | { blocked: string }

const CHANGED = '接待状态已变化，不再发送'

/** What speaks by itself, and is no AI. It says nothing once a person or another mode has taken over. */
export class AutomaticSender {
  private readonly desk: Desk
  private readonly clock: Clock
  private readonly findAccount: FindSendingAccount
  private readonly onQueued: () => void

  constructor(deps: { desk: Desk; clock: Clock; findAccount: FindSendingAccount; onQueued(): void }) {
    this.desk = deps.desk
    this.clock = deps.clock
    this.findAccount = deps.findAccount
    this.onQueued = deps.onQueued
  }

  /** In the caller's transaction; what is blocked changes nothing. */
  async send(tx: Transaction, { entId, customerId, expected, ...said }: AutomaticMessage): Promise<AutomaticSent> {
    const now = this.clock.now()
    const of = await lockCase(tx.sql, entId, customerId)
    if (!of) return { blocked: '客户不存在或已删除' }
    const { receptionType, receptionEpoch, relationId, isBlocked } = of.customer
    if (receptionType !== expected.receptionType || receptionEpoch !== expected.receptionEpoch)
      return { blocked: CHANGED }
    const account = await this.findAccount(tx.sql, entId, relationId)
    const closed = account ? closedText(account) : '渠道账号不存在或已删除'
    if (!account || closed) return { blocked: closed ?? '' }
    if (isBlocked) return { blocked: '该客户已被拉黑，无法发送消息' }

    let sendable: Sendable
    try {
      sendable = await readSendable(tx.sql, { entId, relationIds: account.cardAccounts, now }, said.content)
    } catch (error) {
      if (error instanceof UserFacingError) return { blocked: error.message }
      throw error
    }
    const put = await putOutbound(tx.sql, of, account, { sendable, senderKind: 'flow', agentId: null }, now)
    if (!put.isPut) return { blocked: put.verdict.message ?? '' }
    await this.desk.save(tx, [of], now)
    const dueAt = new Date(now.getTime() + said.delayMs)
    const { message, quotaRule } = put
    await queueOutbound(tx.sql, of, account, { message, quotaRule, agentId: null, dueAt, meta: said.meta }, now)
    tx.afterCommit(this.onQueued)
    return { messageId: message.id }
  }
}
