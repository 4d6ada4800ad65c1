import type { EntId, RelationId } from '@ruwu/contract'
import { returnTime } from '@ruwu/domain'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { channelAccount, platformPending } from '../db/schema/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { LeadKeeper } from '../customer/lead-keeper.ts'
import { append, type Case } from '../customer/customer-change.ts'
import { changeCase } from '../customer/reception-change.ts'
import { getAccountReception } from '../customer/account-reception.repo.ts'
import { countOutbound } from '../customer/session-lifecycle.ts'
import { lockCasesOf } from '../customer/customer-change.repo.ts'
import type { Desk } from '../customer/customer-writer.ts'
import { type Outgoing, settleSent } from '../outbound/delivery-status.repo.ts'
import { toChatContent } from './chat-content.ts'
import type { ConversationEvent } from './conversation-event.ts'
import { findKnown } from './known-message.ts'
import { reviveEvent } from './revive.ts'

/** An echo and the message it may be of lie at most this far apart. */
const ECHO_SPAN_MS = 60_000

type PendingRow = typeof platformPending.$inferSelect
type Echo = Extract<ConversationEvent, { kind: 'echo' }>

/** Settles what has waited in vain for its other half. */
export class OverdueService {
  private readonly db: Database
  private readonly desk: Desk
  private readonly clock: Clock
  private readonly leads: LeadKeeper

  constructor(deps: { db: Database; desk: Desk; clock: Clock; leads: LeadKeeper }) {
    this.db = deps.db
    this.desk = deps.desk
    this.clock = deps.clock
    this.leads = deps.leads
  }

  /** How many were settled. */
  async settle(limit = 100): Promise<number> {
    const due = await this.db.sql
      .select()
      .from(platformPending)
      .where(lte(platformPending.dueAt, this.clock.now()))
      .orderBy(platformPending.dueAt)
      .limit(limit)
    for (const row of due) await this.db.transaction((tx) => this.settleOne(tx, row))
    return due.length
  }

  private async settleOne(tx: Transaction, row: PendingRow): Promise<void> {
    // Taken by whoever deletes it.
    const taken = await tx.sql
      .delete(platformPending)
      .where(
        and(
          eq(platformPending.entId, row.entId),
          eq(platformPending.relationId, row.relationId),
          eq(platformPending.platformMessageId, row.platformMessageId),
          eq(platformPending.kind, row.kind),
        ),
      )
      .returning({ kind: platformPending.kind })
    const event = reviveEvent(row.event)
    if (taken.length === 0 || event.kind !== 'echo') return
    await this.settleEcho(tx, row, event)
  }

  /** The answer to our own send never told its id: it is the message with these words, or else one that was not ours. */
  private async settleEcho(tx: Transaction, { entId, relationId }: PendingRow, event: Echo): Promise<void> {
    const now = this.clock.now()
    const [of] = await lockCasesOf(tx.sql, [{ entId, relationId, platformUserId: event.to.platformId }])
    const key = { entId, relationId, platformMessageId: event.messageId }
    if (!of || (await findKnown(tx.sql, [key])).size > 0) return
    const match = await findUnnamed(tx.sql, of, event)
    if (match) {
      await settleSent(tx.sql, of, match, { relationId, messageId: event.messageId, at: event.occurredAt }, now)
    } else {
      await this.show(tx.sql, of, event, now)
    }
    await this.desk.save(tx, [of], now)
  }

  private async show(db: Queryable, of: Case, event: Echo, now: Date): Promise<void> {
    const { content } = toChatContent(event.source, event.content)
    const added = append(
      of,
      {
        senderKind: 'human',
        content,
        platformMessageId: event.messageId,
        platformTime: event.occurredAt,
        isFromApp: true,
      },
      now,
    )
    const { returns } = await getAccountReception(db, of.customer.entId, of.customer.relationId, now)
    const returnAt = returnTime(returns.after, now, returns.timeZone)
    changeCase(of, { kind: 'human_send', sender: null, returnAt }, now)
    countOutbound(of, added)
    await this.leads.follow(db, of, null, now)
    await noteOut(db, of.customer.entId, of.customer.relationId, now)
  }
}

async function noteOut(db: Queryable, entId: EntId, relationId: RelationId, now: Date): Promise<void> {
  await db
    .update(channelAccount)
    .set({ lastOutAt: now })
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, relationId)))
}

/** The oldest message of the customer whose outcome is unknown and which says the same. */
async function findUnnamed(db: Queryable, of: Case, event: Echo): Promise<Outgoing | undefined> {
  const { entId, id: customerId } = of.customer
  const { content } = toChatContent(event.source, event.content)
  const from = new Date(event.occurredAt.getTime() - ECHO_SPAN_MS)
  const to = new Date(event.occurredAt.getTime() + ECHO_SPAN_MS)
  const { rows } = await db.execute<Pick<Outgoing, 'seq' | 'id' | 'chatId' | 'content'>>(sql`
    select c.seq, replace(c.id::text, '-', '') as id, m.chat_id as "chatId", m.content
    from customer_message c join message m on m.ent_id = c.ent_id and m.topic_id = c.customer_id and m.seq = c.seq
      left join outbox o on o.ent_id = c.ent_id and o.message_id = c.id
    where c.ent_id = ${entId} and c.customer_id = ${customerId} and c.platform_message_id is null
      and c.sender_kind in ('human', 'ai', 'flow')
      and (o.state in ('sending', 'unknown') or (c.status = 2 and c.fail_kind = 'outcome_unknown'))
      and m.created_at between ${from} and ${to} and m.content ->> 'type' = ${content.type}
      and case when m.content ->> 'type' = 'text' then m.content ->> 'text' = ${content.text ?? ''}
        when m.content ->> 'type' = 'link' then m.content #>> '{extra,cardId}' = ${content.extra?.cardId ?? ''} else true end
    order by c.seq limit 1`)
  return rows[0] && { entId, customerId, ...rows[0] }
}
