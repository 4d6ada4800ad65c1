import type { CustomerId, EntId, MessageId, ReceptionMode, RelationId } from '@ruwu/contract'
import { type ReceptionLine, receptionLines } from '@ruwu/domain'
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { lockKeyOf, RECEPTION_MODE_LOCK } from '../../db/advisory-lock.ts'
import type { Queryable } from '../../db/database.ts'
import { array } from '../../db/rows.ts'
import { channelAccount, customer } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'

/** Customers affected by a switch. Off: those received by the AI; on: those an earlier switch took from it. */
const AFFECTED: Record<ReceptionMode, SQL | undefined> = {
  close: eq(customer.receptionType, 'ai_agent'),
  open: and(eq(customer.receptionType, 'manual'), eq(customer.aiOffReason, 'channel_off')),
}

const LINES: Record<ReceptionMode, ReceptionLine> = {
  close: receptionLines.aiOff('channel_off'),
  open: receptionLines.aiOnByAccount(),
}

const isAffected = (entId: EntId, relationIds: RelationId[], mode: ReceptionMode) =>
  and(eq(customer.entId, entId), inArray(customer.relationId, relationIds), AFFECTED[mode])

/** Number of affected customers per account. */
export async function countAffected(
  db: Queryable,
  entId: EntId,
  relationIds: RelationId[],
  mode: ReceptionMode,
): Promise<Map<RelationId, number>> {
  const rows = await db
    .select({ id: customer.relationId, customers: count() })
    .from(customer)
    .where(isAffected(entId, relationIds, mode))
    .groupBy(customer.relationId)
  return new Map(rows.map((row) => [row.id, row.customers]))
}

/**
 * Serialises switches per enterprise: two in opposite directions would lock each other's customers
 * and accounts and deadlock.
 */
export async function lockSwitches(db: Queryable, entId: EntId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${RECEPTION_MODE_LOCK}, ${lockKeyOf(entId)})`)
}

/** Lock order as everywhere: customers before accounts, each in id order. */
export async function lockAffected(
  db: Queryable,
  entId: EntId,
  relationIds: RelationId[],
  mode: ReceptionMode,
): Promise<void> {
  const locked = db
    .select({ id: customer.id })
    .from(customer)
    .where(isAffected(entId, relationIds, mode))
    .orderBy(asc(customer.id))
    .for('no key update')
    .as('locked')
  await db.select({ customers: count() }).from(locked)
}

/** Switches accounts that are in the other mode; returns them. */
export async function switchAccounts(
  db: Queryable,
  entId: EntId,
  relationIds: RelationId[],
  mode: ReceptionMode,
  now: Date,
) {
  await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), inArray(channelAccount.id, relationIds)))
    .orderBy(asc(channelAccount.id))
    .for('update')
  return db
    .update(channelAccount)
    .set({ receptionMode: mode, updatedAt: now })
    .where(
      and(
        eq(channelAccount.entId, entId),
        inArray(channelAccount.id, relationIds),
        sql`${channelAccount.openStatus} <> 'unbound'`,
        sql`${channelAccount.receptionMode} <> ${mode}`,
      ),
    )
    .returning()
}

/**
 * Switches the reception of all affected customers with epoch, session path and thread line, and
 * enqueues answers for waiting ones: one statement, regardless of the number of customers.
 * Returns the number per account.
 */
export async function switchCustomers(
  db: Queryable,
  entId: EntId,
  relationIds: RelationId[],
  mode: ReceptionMode,
  now: Date,
): Promise<Map<RelationId, number>> {
  const rows = await db
    .select({ id: customer.id })
    .from(customer)
    .where(isAffected(entId, relationIds, mode))
  const lines = rows.map(({ id }) => ({ customerId: id, messageId: newId<MessageId>(now) }))
  const counts = new Map<RelationId, number>()
  for (const id of await writeSwitch(db, entId, lines, mode, now)) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

type Line = { customerId: CustomerId; messageId: MessageId }

const SWITCHES = {
  close: { from: sql`c.reception_type = 'ai_agent'`, to: 'manual', reason: 'channel_off' },
  open: { from: sql`c.reception_type = 'manual' and c.ai_off_reason = 'channel_off'`, to: 'ai_agent', reason: null },
} as const

async function writeSwitch(
  db: Queryable,
  entId: EntId,
  lines: readonly Line[],
  mode: ReceptionMode,
  now: Date,
): Promise<RelationId[]> {
  const { from, to, reason } = SWITCHES[mode]
  const { kind, text } = LINES[mode]
  const content = JSON.stringify({ type: 'system', text, extra: { kind }, unreadable: true })
  const { rows } = await db.execute<{ relationId: RelationId }>(sql`with line as (
      select * from unnest(${array(lines, (each) => each.customerId)}::uuid[],
        ${array(lines, (each) => each.messageId)}::text[]) as l(customer_id, message_id)
    ), switched as (
      update customer c set reception_type = ${to}::text, ai_off_reason = ${reason}::text, auto_enable_at = null,
        reception_epoch = reception_epoch + 1, last_seq = last_seq + 1, version = version + 1, updated_at = ${now},
        manual_since = case when ${to}::text = 'manual' then ${now}::timestamptz else manual_since end
      from line where c.ent_id = ${entId} and c.id = line.customer_id and ${from}
      returning c.id, c.relation_id, c.session_id, c.last_seq, line.message_id,
        c.reception_type = 'ai_agent' and c.waiting_since is not null and not c.archive and not c.is_blocked as is_waiting
    ), noted as (
      insert into ai_waiting as w (ent_id, customer_id, first_at, due_at)
      select ${entId}::uuid, id, ${now}, ${now} from switched where is_waiting
      on conflict (ent_id, customer_id) do update
        set due_at = excluded.due_at, round = w.round + 1, held_until = null, tries = 0
    ), walked as (
      update session s set reception_path = s.reception_path || ${to}::text
      from switched where s.ent_id = ${entId} and s.id = switched.session_id
    ), headed as (
      update topic t set last_seq = switched.last_seq, updated_at = ${now}
      from switched where t.ent_id = ${entId} and t.id = switched.id
    ), said as (
      insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled, created_at, updated_at)
      select ${entId}::uuid, id, last_seq, message_id::uuid, message_id, 'system', ${content}::jsonb, false, false, ${now}, ${now}
      from switched
    )
    insert into customer_message (ent_id, customer_id, seq, id, relation_id, session_id, sender_kind, status, is_from_app,
      is_read, updated_at)
    select ${entId}::uuid, id, last_seq, message_id::uuid, relation_id, session_id, 'system', 1, false, false, ${now} from switched
    returning replace(relation_id::text, '-', '') as "relationId"`)
  return rows.map((row) => row.relationId)
}
