import type { AgentId, CustomerId, EntId, Seat } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { insertRows } from '../db/rows.ts'
import { customerSeat } from '../db/schema/index.ts'

type SeatKeys = { entId: EntId; agentIds: readonly AgentId[]; customerId: CustomerId }

/** Readable messages of the customer that meet a condition on `m`. */
const countOwn = (customer: SQL, which: SQL): SQL<number> =>
  sql`(select count(*)::int from customer_message o
      join message m on m.ent_id = o.ent_id and m.topic_id = o.customer_id and m.seq = o.seq
    where o.ent_id = ${customer}.ent_id and o.customer_id = ${customer}.id and o.sender_kind = 'customer'
      and m.is_readable and ${which})`

/** Read count without a seat row: messages from before the agent was created. */
export const readBefore = (customer: SQL, since: SQL | Date): SQL<number> =>
  sql`(case when ${customer}.last_inbound_at is null or ${customer}.last_inbound_at <= ${since} then ${customer}.inbound_count
    when ${customer}.created_at > ${since} then 0 else ${countOwn(customer, sql`m.created_at <= ${since}`)} end)`

/** Upsert of a seat: values of a new row, assignments of an existing one, and whether those change anything. */
export type SeatChange = { made: Partial<Record<SeatColumn, SQL>>; set: SQL; isChange: SQL }
type SeatColumn = 'read_seq' | 'read_inbound' | 'marked_unread' | 'sticky' | 'is_star'

const SEAT = sql`s.read_seq as "readSeq", s.read_inbound as "readInbound", s.marked_unread as "markedUnread", s.sticky,
  s.is_star as "isStar", s.version as "seatVersion"`

const c = sql`c`
const beforeAgent = readBefore(c, sql`a.created_at`)

/** One upsert, so that concurrent changes do not overwrite each other. Returns the seats that changed. */
export async function changeSeats(
  db: Queryable,
  { entId, agentIds, customerId }: SeatKeys,
  { made, set, isChange }: SeatChange,
  now: Date,
): Promise<{ agentId: AgentId; seat: Seat }[]> {
  const { rows } = await db.execute<Seat & { agentId: AgentId }>(sql`insert into customer_seat as s
      (ent_id, agent_id, customer_id, read_seq, read_inbound, marked_unread, sticky, is_star, version, updated_at)
    select c.ent_id, a.id, c.id, ${made.read_seq ?? sql`0`}, ${made.read_inbound ?? beforeAgent}, ${made.marked_unread ?? sql`false`},
      ${made.sticky ?? sql`false`}, ${made.is_star ?? sql`false`}, 1, ${now}
    from customer c join agent a on a.ent_id = c.ent_id and a.id = any(${sql.param(agentIds)}::uuid[])
    where c.ent_id = ${entId} and c.id = ${customerId}
    on conflict (ent_id, agent_id, customer_id) do update set ${set}, version = s.version + 1, updated_at = excluded.updated_at
      where ${isChange}
    returning ${SEAT}, replace(s.agent_id::text, '-', '') as "agentId"`)
  return rows.map(({ agentId, ...seat }) => ({ agentId, seat }))
}

/** Read up to `seq`, or to the end; never moves backwards, and clears the unread mark. */
export function reading(seq: number | undefined): SeatChange {
  const upTo = seq ? sql`least(${seq}::int8, c.last_seq)` : sql`c.last_seq`
  const inbound = sql`case when ${upTo} >= c.last_inbound_seq then c.inbound_count
    else c.inbound_count - ${countOwn(c, sql`m.seq > ${upTo} and not m.is_recalled`)} end`
  return {
    made: { read_seq: upTo, read_inbound: sql`greatest(${inbound}, ${beforeAgent})` },
    set: sql`read_seq = greatest(s.read_seq, excluded.read_seq), read_inbound = greatest(s.read_inbound, excluded.read_inbound),
      marked_unread = false`,
    isChange: sql`s.read_seq < excluded.read_seq or s.read_inbound < excluded.read_inbound or s.marked_unread`,
  }
}

/** The agent's own message answers what was unread; where nothing was, nothing changes. */
export const answering = (): SeatChange => ({
  ...reading(undefined),
  isChange: sql`s.read_inbound < excluded.read_inbound or s.marked_unread`,
})

/** The customer took the message at `seq` back: where it was unread, one less is. */
export const recalling = ({ seq, createdAt }: { seq: number; createdAt: Date }): SeatChange => ({
  made: {
    read_inbound: sql`least(c.inbound_count, ${beforeAgent} + case when a.created_at < ${createdAt} then 1 else 0 end)`,
  },
  set: sql`read_inbound = s.read_inbound + 1`,
  isChange: sql`s.read_seq < ${seq} and s.read_inbound < (
    select c.inbound_count from customer c where c.ent_id = s.ent_id and c.id = s.customer_id)`,
})

export const marking = (column: 'marked_unread' | 'sticky' | 'is_star', value: boolean): SeatChange => ({
  made: { [column]: sql`${value}::boolean` },
  set: sql`${sql.identifier(column)} = ${value}`,
  isChange: sql`s.${sql.identifier(column)} <> ${value}`,
})

export const insertSeats = (db: Queryable, rows: (typeof customerSeat.$inferSelect)[]): Promise<void> =>
  insertRows(db, customerSeat, rows)
