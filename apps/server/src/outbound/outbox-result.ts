import type { Content, EntId, RelationId } from '@ruwu/contract'
import type { PlatformError } from '../channels/platform-error.ts'
import type { Recipient, SendKey, SendReceipt } from '../channels/source.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { outbox } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { findCustomerRow, lockCustomer } from '../customer/customer-change.repo.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import type { LeadRecorder } from '../customer/lead-recorder.ts'
import { clearTrouble, noteSpend, noteTrouble } from './account-result.repo.ts'
import { isAnswered, refundQuota } from './quota.ts'
import { noteFailedCard, markFailed, markSent } from './delivery-status.repo.ts'
import { type ThreadMessage, readThreadMessage } from '../customer/customer-message.repo.ts'

type OutboxRow = typeof outbox.$inferSelect

type SendJob = { content: Content; to: Recipient; replyTo: SendKey['replyTo'] }

type AuthorisationEnded = (
  tx: Transaction,
  account: { entId: EntId; relationId: RelationId },
  now: Date,
) => Promise<void>

export type OutboxDeps = {
  db: Database
  writer: CustomerWriter
  clock: Clock
  leads: LeadRecorder
  onAuthorisationEnded: AuthorisationEnded
}

/** Errors that end the account's authorisation. */
const ENDS_AUTHORISATION = new Set(['token_invalid', 'needs_reauth', 'not_granted'])

/** Loads what a send needs, and records its result. */
export class OutboxResult {
  private readonly db: Database
  private readonly writer: CustomerWriter
  private readonly clock: Clock
  private readonly leads: LeadRecorder
  private readonly onAuthorisationEnded: AuthorisationEnded

  constructor(deps: OutboxDeps) {
    this.db = deps.db
    this.writer = deps.writer
    this.clock = deps.clock
    this.leads = deps.leads
    this.onAuthorisationEnded = deps.onAuthorisationEnded
  }

  /** Undefined: the message or the customer is gone. */
  async prepare(row: OutboxRow): Promise<SendJob | undefined> {
    const message = await readThreadMessage(this.db.sql, row)
    const to = await findCustomerRow(this.db.sql, row.entId, row.customerId)
    if (!message || !to) return undefined
    const isWelcome = row.quotaRule === 'douyin.enter' && !row.meta.retargeted
    return {
      content: message.content,
      to: { platformId: to.platformUserId, conversationKey: to.conversationKey },
      replyTo: isWelcome
        ? ticket(to.enterTicket, to.enterAt, 'enter')
        : ticket(to.lastInboundTicket, to.lastInboundAt, 'message'),
    }
  }

  async sent(row: OutboxRow, receipt: SendReceipt): Promise<void> {
    await this.settle(row, async (tx, message, change, now) => {
      const platform = { relationId: row.relationId, messageId: receipt.platformMessageId, at: receipt.acceptedAt }
      await markSent(tx.sql, { change, leads: this.leads }, message, platform, now)
      await clearTrouble(tx, row, now)
      await noteSpend(tx, row, { to: 'active' }, now)
    })
  }

  async failed(row: OutboxRow, error: PlatformError): Promise<void> {
    await this.settle(row, async (tx, message, change, now) => {
      const { kind, platformCode, logId } = error
      const why = { kind, text: error.finalMessage, platformCode, logId }
      if (!(await markFailed(tx.sql, change, message, why, now))) return
      // A message that may have arrived stays charged.
      if (kind !== 'outcome_unknown') refundQuota(change.customer, row.quotaRule, row.seq)
      const isClosed = kind === 'quota_exhausted' || kind === 'window_closed'
      // A newer customer message has opened the window again.
      if (isClosed && !isAnswered(change.customer, row.seq)) change.customer.quotaClosed = kind
      if (row.meta.cardRuleId) await noteFailedCard(tx.sql, row, error.finalMessage)
      await noteTrouble(tx, row, error, now)
      if (kind === 'ads_paused') await noteSpend(tx, row, { to: 'no_spend' }, now)
      if (ENDS_AUTHORISATION.has(kind)) await this.onAuthorisationEnded(tx, row, now)
    })
  }

  /** The platform asked for a later attempt: said in the thread. */
  async retrying(row: OutboxRow, error: PlatformError, at: Date): Promise<void> {
    await this.settle(row, async (_tx, { id: messageId, chatId }, change) => {
      const retry = { at: at.toISOString(), msg: error.message }
      const still = { status: 0, read: false, recall: false, operatorId: null } as const
      change.events.push({ type: 'message_change', messageId, chatId, ...still, retry })
    })
  }

  private async settle(
    row: OutboxRow,
    work: (
      tx: Transaction,
      message: ThreadMessage,
      change: NonNullable<Awaited<ReturnType<typeof lockCustomer>>>,
      now: Date,
    ) => Promise<void>,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      const change = await lockCustomer(tx.sql, row.entId, row.customerId)
      const message = await readThreadMessage(tx.sql, row)
      if (!change || !message) return
      const now = this.clock.now()
      await work(tx, message, change, now)
      // No events: the message was settled before.
      if (change.events.length > 0) await this.writer.commit(tx, [change], now)
    })
  }
}

const ticket = (platformMessageId: string | null, at: Date | null, via: 'message' | 'enter'): SendKey['replyTo'] =>
  platformMessageId && at ? { platformMessageId, at, via } : undefined
