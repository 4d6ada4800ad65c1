import type {
  AgentId,
  CustomerId,
  EntId,
  MessageId,
  MessageStatus,
  Quota,
  RelationId,
  SenderKind,
} from '@ruwu/contract'
import { type GuardVerdict, quotaDay, type QuotaState, returnTime } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { customerMessage, message } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../features/auth/index.ts'
import type { LeadKeeper } from '../customer/lead-keeper.ts'
import type { Case } from '../customer/customer-change.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { nameOfAgent } from '../customer/change-customer.ts'
import { changeCase } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'
import { isMessage, noteStatus, sameMessage } from './delivery-status.repo.ts'
import { lockVisible } from '../customer/visibility.repo.ts'
import { BLOCKED_TEXT } from './blocked.ts'
import { readSendable } from './outbound-content.ts'
import { judge, putOutbound, queueOutbound, quotaOf } from './put-outbound.ts'
import { takePlace } from './quota.ts'
import { hintQuota } from './quota-hint.ts'
import { closedText, type SendingAccount } from './sending-account.ts'

export type FindSendingAccount = (db: Queryable, entId: EntId, id: RelationId) => Promise<SendingAccount | undefined>

type SendInput = {
  customerId: CustomerId
  chatId: string
  content: unknown
  confirmWarn: boolean
  retry: boolean
}

type SendAnswer = {
  id: MessageId
  chatId: string
  seq: number
  createdAt: string
  status: MessageStatus
  quota: Quota
}

type Stored = {
  id: MessageId
  seq: number
  status: MessageStatus
  senderKind: SenderKind
  agentId: AgentId | null
  createdAt: Date
  content: unknown
}

/** A person's messages to customers. Acknowledged means stored with its place in the thread; the outbox brings it away. */
export class CustomerSendService {
  private readonly db: Database
  private readonly desk: Desk
  private readonly clock: Clock
  private readonly leads: LeadKeeper
  private readonly findAccount: FindSendingAccount
  private readonly onQueued: () => void

  constructor(deps: {
    db: Database
    desk: Desk
    clock: Clock
    leads: LeadKeeper
    findAccount: FindSendingAccount
    onQueued(): void
  }) {
    this.db = deps.db
    this.desk = deps.desk
    this.clock = deps.clock
    this.leads = deps.leads
    this.findAccount = deps.findAccount
    this.onQueued = deps.onQueued
  }

  async send(caller: Caller, input: SendInput): Promise<SendAnswer> {
    const answer = await this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const of = await lockVisible(tx.sql, caller, input.customerId)
      const account = await this.findAccount(tx.sql, caller.entId, of.customer.relationId)
      if (!account) throw new NotFoundError('渠道账号')
      const before = await findByChatId(tx.sql, of, input.chatId)
      if (!before) return this.sendNew(tx, caller, of, account, input, now)
      // Whoever has the customer now may try again what a colleague could not send.
      const isRetry = input.retry && before.senderKind === 'human'
      if (before.agentId !== caller.agentId && !isRetry) throw new UserFacingError('refused', '消息标识已被使用')
      if (isRetry && before.status === 2) return this.sendAgain(tx, caller, of, account, before, input, now)
      return toAnswer({ ...before, chatId: input.chatId }, await quotaOf(tx.sql, of, account, now))
    })
    this.onQueued()
    return answer
  }

  private async sendNew(
    tx: Transaction,
    caller: Caller,
    of: Case,
    account: SendingAccount,
    input: SendInput,
    now: Date,
  ): Promise<SendAnswer> {
    await this.allow(tx.sql, caller, of, account)
    const sendable = await readSendable(
      tx.sql,
      { entId: caller.entId, relationIds: account.cardAccounts, sender: caller, now },
      input.content,
    )
    await this.takeOver(tx.sql, caller, of, now)
    const put = await putOutbound(
      tx.sql,
      of,
      account,
      { sendable, senderKind: 'human', agentId: caller.agentId, chatId: input.chatId, isConfirmed: input.confirmWarn },
      now,
    )
    if (!put.isPut) throw refusal(put.verdict)
    await this.leads.follow(tx.sql, of, caller.agentId, now)
    await this.desk.save(tx, [of], now)
    hintQuota(tx, of, put.quota, caller.agentId, now)
    const { message: added, quotaRule } = put
    await queueOutbound(tx.sql, of, account, { message: added, quotaRule, agentId: caller.agentId }, now)
    return toAnswer(added, put.quota)
  }

  /** Another attempt at the same message: same place in the thread, everything is checked anew. */
  private async sendAgain(
    tx: Transaction,
    caller: Caller,
    of: Case,
    account: SendingAccount,
    before: Stored,
    input: SendInput,
    now: Date,
  ): Promise<SendAnswer> {
    await this.allow(tx.sql, caller, of, account)
    const sendable = await readSendable(
      tx.sql,
      { entId: caller.entId, relationIds: account.cardAccounts, sender: caller, now },
      before.content,
    )
    const draft = { sendable, senderKind: 'human' as const, agentId: caller.agentId, isConfirmed: input.confirmWarn }
    const { verdict, quota } = await judge(tx.sql, of, account, draft, now)
    if (verdict.action !== 'send') throw refusal(verdict)
    await this.takeOver(tx.sql, caller, of, now)
    takePlace(of.customer, quota.ruleId, quotaDay(now))
    const key = { entId: caller.entId, customerId: of.customer.id, seq: before.seq }
    await tx.sql
      .update(customerMessage)
      .set({ status: 0, failKind: null, failMsg: null, platformCode: null, logId: null, updatedAt: now })
      .where(isMessage(key))
    noteStatus(of, before.seq, 0)
    of.events.push({
      type: 'message_change',
      messageId: before.id,
      chatId: input.chatId,
      status: 0,
      read: false,
      recall: false,
      operatorId: caller.agentId,
    })
    await this.desk.save(tx, [of], now)
    await queueOutbound(tx.sql, of, account, { message: before, quotaRule: quota.ruleId, agentId: caller.agentId }, now)
    return toAnswer({ ...before, chatId: input.chatId, status: 0 }, await quotaOf(tx.sql, of, account, now))
  }

  private async allow(db: Queryable, caller: Caller, of: Case, account: SendingAccount): Promise<void> {
    const { agentId, isBlocked } = of.customer
    if (agentId !== null && agentId !== caller.agentId) {
      const agentName = await nameOfAgent(db, caller.entId, agentId)
      throw new UserFacingError('taken', `该客户由 ${agentName} 接待`, { agentId, agentName })
    }
    if (isBlocked) throw new UserFacingError('refused', BLOCKED_TEXT)
    const closed = closedText(account)
    if (closed) throw new UserFacingError('refused', closed)
  }

  /** Where a person speaks, the AI and workflows fall silent; a customer of nobody is received by whom they are answered. */
  private async takeOver(db: Queryable, { entId, agentId }: Caller, of: Case, now: Date): Promise<void> {
    const { returns } = await getAccountReception(db, entId, of.customer.relationId, now)
    const sender = { agentId, agentName: await nameOfAgent(db, entId, agentId) }
    changeCase(of, { kind: 'human_send', sender, returnAt: returnTime(returns.after, now, returns.timeZone) }, now)
  }
}

async function findByChatId(db: Queryable, of: Case, chatId: string): Promise<Stored | undefined> {
  const [row] = await db
    .select({
      id: customerMessage.id,
      seq: customerMessage.seq,
      status: customerMessage.status,
      senderKind: customerMessage.senderKind,
      agentId: customerMessage.agentId,
      createdAt: message.createdAt,
      content: message.content,
    })
    .from(message)
    .innerJoin(customerMessage, sameMessage)
    .where(and(eq(message.entId, of.customer.entId), eq(message.topicId, of.customer.id), eq(message.chatId, chatId)))
  return row && { ...row, status: row.status as MessageStatus }
}

/** What is blocked stays in the sender's box; what only needs a word of agreement says so. */
function refusal({ action, level, message: text, hits, text: replaced }: GuardVerdict): UserFacingError {
  return new UserFacingError('compliance', text, { hits, level, canConfirm: action === 'confirm', text: replaced })
}

const toAnswer = (
  stored: { id: MessageId; chatId: string; seq: number; createdAt: Date; status: MessageStatus },
  quota: QuotaState,
): SendAnswer => ({
  id: stored.id,
  chatId: stored.chatId,
  seq: stored.seq,
  createdAt: stored.createdAt.toISOString(),
  status: stored.status,
  quota: toQuota(quota),
})

export const toQuota = ({ left, max, closesAt, ruleId, blocked }: QuotaState): Quota => ({
  left,
  max,
  closesAt: closesAt?.toISOString() ?? null,
  ruleId,
  ...(blocked ? { blocked } : {}),
})
