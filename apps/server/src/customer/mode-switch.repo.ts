import type { CustomerId, EntId, MessageId, ReceptionMode, RelationId } from '@ruwu/contract'
import { type ReceptionLine, receptionLines } from '@ruwu/domain'
import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { array } from '../db/rows.ts'
import { customer } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'

/** Customers affected when an account's AI is switched. Off: those received by the AI; on: those an earlier switch took from it. */
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

const SWITCHES = {
  close: { from: sql`c.reception_type = 'ai_agent'`, to: 'manual', reason: 'channel_off' },
  open: { from: sql`c.reception_type = 'manual' and c.ai_off_reason = 'channel_off'`, to: 'ai_agent', reason: null },
} as const

/** `isWaiting`: the AI receives the customer again and has a message to answer. */
type SwitchedCustomer = { id: CustomerId; relationId: RelationId; isWaiting: boolean }

/**
 * Switches the reception of all affected customers with epoch, session path and thread line, in one statement regardless of their number.
 * Does not run the change watchers: the caller enqueues the answers of waiting customers.
 */
export async function switchCustomers(
  db: Queryable,
  entId: EntId,
  relationIds: RelationId[],
  mode: ReceptionMode,
  now: Date,
): Promise<SwitchedCustomer[]> {
  const affected = await db
    .select({ id: customer.id })
    .from(customer)
    .where(isAffected(entId, relationIds, mode))
  const lines = affected.map(({ id }) => ({ customerId: id, messageId: newId<MessageId>(now) }))
  const { from, to, reason } = SWITCHES[mode]
  const { kind, text } = LINES[mode]
  const content = JSON.stringify({ type: 'system', text, extra: { kind }, unreadable: true })
  const { rows } = await db.execute<SwitchedCustomer>(sql`with line as (
      select * from unnest(${array(lines, (each) => each.customerId)}::uuid[],
        ${array(lines, (each) => each.messageId)}::text[]) as l(customer_id, message_id)
    ), switched as (
      update customer c set reception_type = ${to}::text, ai_off_reason = ${reason}::text, auto_enable_at = null,
        reception_epoch = reception_epoch + 1, last_seq = last_seq + 1, version = version + 1, updated_at = ${now},
        manual_since = case when ${to}::text = 'manual' then ${now}::timestamptz else manual_since end
      from line where c.ent_id = ${entId} and c.id = line.customer_id and ${from}
      returning c.id, c.relation_id, c.session_id, c.last_seq, line.message_id,
        c.reception_type = 'ai_agent' and c.waiting_since is not null and not c.archive and not c.is_blocked as is_waiting
    ), path_extended as (
      update session s set reception_path = s.reception_path || ${to}::text
      from switched where s.ent_id = ${entId} and s.id = switched.session_id
    ), topic_updated as (
      update topic t set last_seq = switched.last_seq, updated_at = ${now}
      from switched where t.ent_id = ${entId} and t.id = switched.id
    ), message_inserted as (
      insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, is_recalled, created_at, updated_at)
      select ${entId}::uuid, id, last_seq, message_id::uuid, message_id, 'system', ${content}::jsonb, false, false, ${now}, ${now}
      from switched
    ), line_inserted as (
      insert into customer_message (ent_id, customer_id, seq, id, relation_id, session_id, sender_kind, status, is_from_app,
        is_read, updated_at)
      select ${entId}::uuid, id, last_seq, message_id::uuid, relation_id, session_id, 'system', 1, false, false, ${now} from switched
    )
    select replace(id::text, '-', '') as id, replace(relation_id::text, '-', '') as "relationId", is_waiting as "isWaiting"
    from switched`)
  return rows
}
