import type { AdStatus, Content, EntId, RelationId, Source } from '@ruwu/contract'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { PlatformError } from '../channels/platform-error.ts'
import type { Recipient, SendKey, SendReceipt } from '../channels/source.ts'
import type { Database, Transaction } from '../db/database.ts'
import { channelAccount, channelHistory, customer, type outbox } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { lockCase } from '../customer/customer-change.repo.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { giveBackPlace, isAnswered } from './quota.ts'
import { noteFailedCard, type Outgoing, readOutgoing, settleFailed, settleSent } from './delivery-status.repo.ts'

type OutboxRow = typeof outbox.$inferSelect

type SendJob = { content: Content; to: Recipient; replyTo: SendKey['replyTo'] }

type AuthorisationEnded = (
  tx: Transaction,
  account: { entId: EntId; relationId: RelationId },
  now: Date,
) => Promise<void>

/** After these the account must be authorised anew. */
const ENDS_AUTHORISATION = new Set(['token_invalid', 'needs_reauth', 'not_granted'])

/** What a message on its way needs to know, and what becomes of it. */
export class OutboxResult {
  private readonly db: Database
  private readonly desk: Desk
  private readonly clock: Clock
  private readonly onAuthorisationEnded: AuthorisationEnded

  constructor(deps: { db: Database; desk: Desk; clock: Clock; onAuthorisationEnded: AuthorisationEnded }) {
    this.db = deps.db
    this.desk = deps.desk
    this.clock = deps.clock
    this.onAuthorisationEnded = deps.onAuthorisationEnded
  }

  /** Undefined: there is nothing to send any more. */
  async prepare(row: OutboxRow): Promise<SendJob | undefined> {
    const message = await readOutgoing(this.db.sql, row)
    const [to] = await this.db.sql
      .select()
      .from(customer)
      .where(and(eq(customer.entId, row.entId), eq(customer.id, row.customerId)))
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
    await this.settle(row, async (tx, message, of, now) => {
      const platform = { relationId: row.relationId, messageId: receipt.platformMessageId, at: receipt.acceptedAt }
      await settleSent(tx.sql, of, message, platform, now)
      await tx.sql
        .update(channelAccount)
        .set({ lastOutAt: now, lastError: null, lastErrorAt: null })
        .where(isAccount(row))
      if (ASKS_FOR_SPEND.has(row.source)) await noteSpend(tx, row, 'active', now)
    })
  }

  async failed(row: OutboxRow, error: PlatformError): Promise<void> {
    await this.settle(row, async (tx, message, of, now) => {
      const { kind, platformCode, logId } = error
      const why = { kind, text: error.message, platformCode, logId }
      if (!(await settleFailed(tx.sql, of, message, why, now))) return
      // What may have arrived keeps its place.
      if (kind !== 'outcome_unknown') giveBackPlace(of.customer, row.quotaRule, row.seq)
      const isClosed = kind === 'quota_exhausted' || kind === 'window_closed'
      // What the customer has written since has opened it again.
      if (isClosed && !isAnswered(of.customer, row.seq)) of.customer.quotaClosed = kind
      if (row.meta.cardRuleId) await noteFailedCard(tx.sql, row, error.message)
      await noteTrouble(tx, row, error, now)
      if (kind === 'ads_paused') await noteSpend(tx, row, 'no_spend', now)
      if (ENDS_AUTHORISATION.has(kind)) await this.onAuthorisationEnded(tx, row, now)
    })
  }

  private async settle(
    row: OutboxRow,
    work: (
      tx: Transaction,
      message: Outgoing,
      of: NonNullable<Awaited<ReturnType<typeof lockCase>>>,
      now: Date,
    ) => Promise<void>,
  ): Promise<void> {
    await this.db.transaction(async (tx) => {
      const of = await lockCase(tx.sql, row.entId, row.customerId)
      const message = await readOutgoing(tx.sql, row)
      if (!of || !message) return
      const now = this.clock.now()
      await work(tx, message, of, now)
      // What was settled otherwise before is no news.
      if (of.events.length > 0) await this.desk.save(tx, [of], now)
    })
  }
}

const ticket = (platformMessageId: string | null, at: Date | null, via: 'message' | 'enter'): SendKey['replyTo'] =>
  platformMessageId && at ? { platformMessageId, at, via } : undefined

const isAccount = ({ entId, relationId }: { entId: EntId; relationId: RelationId }) =>
  and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId))

/** Sources that take private messages only while the account advertises: what they answer tells whether it does. */
const ASKS_FOR_SPEND: ReadonlySet<Source> = new Set(['redbook'])

/** A main account and its sub-accounts have the same standing. */
async function noteSpend(tx: Transaction, row: OutboxRow, adStatus: AdStatus, now: Date): Promise<void> {
  const changed = await tx.sql
    .update(channelAccount)
    .set({ adStatus, updatedAt: now })
    .where(
      and(
        eq(channelAccount.entId, row.entId),
        ne(channelAccount.adStatus, adStatus),
        sql`coalesce(${channelAccount.parentId}, ${channelAccount.id}) = (
          select coalesce(a.parent_id, a.id) from channel_account a where a.ent_id = ${row.entId} and a.id = ${row.relationId})`,
      ),
    )
    .returning({ id: channelAccount.id })
  for (const { id } of changed) {
    tx.emit(row.entId, { type: 'channel_account_change', relationId: id, at: now.toISOString(), operatorId: null })
  }
}

/** The account's page says what went wrong. */
async function noteTrouble(tx: Transaction, row: OutboxRow, error: PlatformError, now: Date): Promise<void> {
  await tx.sql.update(channelAccount).set({ lastError: error.message, lastErrorAt: now }).where(isAccount(row))
  await tx.sql.insert(channelHistory).values({
    entId: row.entId,
    id: newId<string>(now),
    relationId: row.relationId,
    kind: 'send_failed',
    text: `发送失败：${error.message}`,
    createdAt: now,
  })
}
