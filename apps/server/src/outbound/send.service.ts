import type { CustomerId, EntId, MessageId, MessageStatus, Quota, RelationId } from '@ruwu/contract'
import type { QuotaState } from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { NotFoundError, UserFacingError } from '../platform/http/errors.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { CustomerChange } from '../customer/customer-change.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { toQuota } from '../customer/customer.view.ts'
import { markSuggestionTaken } from '../customer/statistics-facts.repo.ts'
import { answering } from '../customer/seat.repo.ts'
import { changeSeatIn } from '../customer/seat.service.ts'
import { lockJustSeen } from '../customer/visibility.repo.ts'
import { allowAnswer, takeOver } from './answer.ts'
import { countWordHits } from './banned-words.repo.ts'
import { readSendable } from './outbound-content.ts'
import { type CodesOf, readingPictures } from './picture-codes.ts'
import { checkGuards, putOutbound, queueOutbound, readQuota } from './put-outbound.ts'
import { auditConfirmed, GuardRefusal, sendAgain } from './send-again.ts'
import { findByChatId, type Stored } from './send.repo.ts'
import { hintQuota } from './quota-hint.ts'
import type { SendingAccount } from './sending-account.ts'

export type FindSendingAccount = (db: Queryable, entId: EntId, id: RelationId) => Promise<SendingAccount | undefined>

type NewSend = {
  chatId: string
  content: unknown
  confirmWarn: boolean
  suggestedSeq?: number | undefined
  /** Sent by the worker at its time: later messages of the customer stay unread, and a return from 稍后处理 stays first. */
  isUnattended?: boolean
}

type SendInput = NewSend & { customerId: CustomerId; retry: boolean }

type SendAnswer = {
  id: MessageId
  chatId: string
  seq: number
  createdAt: string
  status: MessageStatus
  quota: Quota
}

/** Agents' messages to customers. The answer means stored with a sequence number; the outbox worker sends it. */
export class CustomerSendService {
  private readonly db: Database
  private readonly writer: CustomerWriter
  private readonly clock: Clock
  private readonly findAccount: FindSendingAccount
  private readonly codesOf: CodesOf
  private readonly onQueued: () => void

  constructor(deps: {
    db: Database
    writer: CustomerWriter
    clock: Clock
    findAccount: FindSendingAccount
    codesOf: CodesOf
    onQueued(): void
  }) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
    this.findAccount = deps.findAccount
    this.codesOf = deps.codesOf
    this.onQueued = deps.onQueued
  }

  async send(caller: Caller, input: SendInput): Promise<SendAnswer> {
    const answer = await this.countingHits(caller, () => readingPictures(() => this.store(caller, input)))
    this.onQueued()
    return answer
  }

  /** Counts the words of a refused message, after its transaction was rolled back. */
  async countingHits<T>({ agentId }: Pick<Caller, 'agentId'>, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof GuardRefusal)
        await countWordHits(this.db.sql, error.account, { hits: error.hits, agentId }, this.clock.now())
      throw error
    }
  }

  /** A new message in the caller's transaction, which holds the customer's lock. */
  async sendIn(tx: Transaction, caller: Caller, change: CustomerChange, message: NewSend, now: Date): Promise<void> {
    await this.sendNew(tx, caller, change, await this.accountOf(tx.sql, change), message, now)
    tx.afterCommit(this.onQueued)
  }

  /** Throws the refusal with which a text would be answered now; otherwise what the platform still allows, and the words it was warned of. */
  async check(db: Queryable, caller: Caller, change: CustomerChange, text: string, isConfirmed: boolean, now: Date) {
    const account = await this.accountOf(db, change)
    await allowAnswer(db, caller, change, account)
    const content = { type: 'text', text }
    const draft = { sendable: { content, item: { type: 'text' } }, kind: 'reply', senderKind: 'human' } as const
    const { quota, verdict } = await checkGuards(
      db,
      change,
      account,
      { ...draft, agentId: caller.agentId, isConfirmed },
      now,
    )
    if (verdict.action !== 'send') throw new GuardRefusal(verdict, account)
    return { quota, words: verdict.hits.flatMap(({ rule, word }) => (rule === 'word' ? [word] : [])) }
  }

  private async accountOf(db: Queryable, { customer }: CustomerChange): Promise<SendingAccount> {
    const account = await this.findAccount(db, customer.entId, customer.relationId)
    if (!account) throw new NotFoundError('渠道账号')
    return account
  }

  private store(caller: Caller, input: SendInput): Promise<SendAnswer> {
    return this.db.transaction(async (tx) => {
      const now = this.clock.now()
      const change = await lockJustSeen(tx.sql, caller, input.customerId, now)
      const account = await this.accountOf(tx.sql, change)
      const before = await findByChatId(tx.sql, change, input.chatId)
      if (!before) return this.sendNew(tx, caller, change, account, input, now)
      // The present owner may retry a failed message of a colleague.
      const isRetry = input.retry && before.senderKind === 'human'
      if (before.agentId !== caller.agentId && !isRetry) throw new UserFacingError('refused', '消息标识已被使用')
      if (isRetry && before.status === 2) return this.sendAgain(tx, caller, change, account, before, input, now)
      return toAnswer(before, await readQuota(tx.sql, change, account, now))
    })
  }

  private async sendNew(
    tx: Transaction,
    caller: Caller,
    change: CustomerChange,
    account: SendingAccount,
    input: NewSend,
    now: Date,
  ): Promise<SendAnswer> {
    await allowAnswer(tx.sql, caller, change, account)
    const sendable = await readSendable(
      tx.sql,
      { entId: caller.entId, relationIds: account.cardAccounts, sender: caller, now, codesOf: this.codesOf },
      input.content,
    )
    await takeOver(tx.sql, caller, change, now)
    const { returnedAt } = change.customer
    const put = await putOutbound(
      tx.sql,
      change,
      account,
      {
        sendable,
        kind: 'reply',
        senderKind: 'human',
        agentId: caller.agentId,
        chatId: input.chatId,
        isConfirmed: input.confirmWarn,
      },
      now,
    )
    if (!put.isPut) throw new GuardRefusal(put.verdict, account)
    if (input.isUnattended) change.customer.returnedAt = returnedAt
    await this.writer.commit(tx, [change], now)
    const { entId, id: customerId } = change.customer
    if (!input.isUnattended) await changeSeatIn(tx, { entId, agentId: caller.agentId, customerId }, answering(), now)
    await hintQuota(tx, change, put.quota, caller.agentId, now)
    const { message: added, quotaRule } = put
    await queueOutbound(tx.sql, change, account, { message: added, quotaRule, agentId: caller.agentId }, now)
    if (input.suggestedSeq !== undefined) {
      const taken = { seq: input.suggestedSeq, messageId: added.id, agentId: caller.agentId }
      await markSuggestionTaken(tx.sql, change, taken)
    }
    await auditConfirmed(tx.sql, caller, { change, verdict: put.verdict, messageId: added.id }, now)
    return toAnswer(added, put.quota)
  }

  private async sendAgain(
    tx: Transaction,
    caller: Caller,
    change: CustomerChange,
    account: SendingAccount,
    before: Stored,
    input: SendInput,
    now: Date,
  ): Promise<SendAnswer> {
    await allowAnswer(tx.sql, caller, change, account)
    await takeOver(tx.sql, caller, change, now)
    const { agentId } = caller
    await sendAgain(
      tx,
      this.writer,
      change,
      account,
      { before, agentId, sender: caller, isConfirmed: input.confirmWarn, codesOf: this.codesOf },
      now,
    )
    return toAnswer({ ...before, status: 0 }, await readQuota(tx.sql, change, account, now))
  }
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
