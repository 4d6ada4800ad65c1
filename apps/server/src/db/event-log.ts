import type { AgentId, ConsoleEvent, EntId } from '@ruwu/contract'
import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'
import { array } from './rows.ts'
import { type Audience, event, eventHead } from './schema/index.ts'

export type NewEvent = { entId: EntId; payload: ConsoleEvent; audience: Audience }

export type StoredEvent = {
  entId: EntId
  seq: number
  type: string
  payload: Record<string, unknown>
  audience: Audience
  createdAt: Date
}

/** Writes the events of one transaction in one statement. event_head rows are locked in id order, so two transactions cannot deadlock. */
export async function appendEvents(db: Queryable, events: readonly NewEvent[], now: Date): Promise<StoredEvent[]> {
  if (events.length === 0) return []
  const byEnterprise = [...Map.groupBy(events, ({ entId }) => entId)]
  const rows = byEnterprise.flatMap(([entId, own]) =>
    own.map(({ payload: { type, ...payload }, audience }, index) => ({
      entId,
      type,
      payload,
      audience,
      /** Distance from the enterprise's newest number. */
      back: own.length - 1 - index,
    })),
  )
  const { rows: heads } = await db.execute<{ entId: EntId; last: number }>(sql`with head as (
      insert into event_head as h (ent_id, last)
      select * from unnest(${array(byEnterprise, ([entId]) => entId)}::uuid[], ${array(byEnterprise, ([, own]) => own.length)}::int8[])
        as n(ent_id, added) order by ent_id
      on conflict (ent_id) do update set last = h.last + excluded.last
      returning h.ent_id, h.last
    ), stored as (
      insert into event (ent_id, seq, type, payload, audience, created_at)
      select ent_id, head.last - e.back, e.type, e.payload::jsonb, e.audience::jsonb, ${now}::timestamptz
      from unnest(${array(rows, (row) => row.entId)}::uuid[], ${array(rows, (row) => row.back)}::int8[], ${array(rows, (row) => row.type)}::text[],
          ${array(rows, (row) => JSON.stringify(row.payload))}::text[],
          ${array(rows, (row) => row.audience && JSON.stringify(row.audience))}::text[])
        as e(ent_id, back, type, payload, audience) join head using (ent_id)
    )
    select replace(ent_id::text, '-', '') as "entId", last from head`)
  const lastOf = new Map(heads.map(({ entId, last }) => [entId, last]))
  return rows.map(({ entId, back, ...row }) => {
    const last = lastOf.get(entId)
    if (last === undefined) throw new Error('event number was not given')
    return { entId, seq: last - back, createdAt: now, ...row }
  })
}

type Head = { last: number; purgedTo: number }

export async function readHead(db: Queryable, entId: EntId): Promise<Head> {
  const [head] = await db.select().from(eventHead).where(eq(eventHead.entId, entId))
  return head ?? { last: 0, purgedTo: 0 }
}

export async function readHeads(db: Queryable, entIds: EntId[]): Promise<{ entId: EntId; last: number }[]> {
  return db
    .select({ entId: eventHead.entId, last: eventHead.last })
    .from(eventHead)
    .where(inArray(eventHead.entId, entIds))
}

/** Events above `after` up to `last`, oldest first; with `agentId` only those meant for that agent, with `types` only of these. */
export function readEvents(
  db: Queryable,
  entId: EntId,
  range: { after: number; last: number; limit: number; agentId?: AgentId; types?: readonly string[] },
): PromiseLike<StoredEvent[]> {
  const forAgent =
    range.agentId === undefined
      ? undefined
      : or(sql`${event.audience} is null`, sql`${event.audience} -> 'agentIds' ? ${range.agentId}`)
  const ofTypes = range.types && inArray(event.type, [...range.types])
  return db
    .select()
    .from(event)
    .where(and(eq(event.entId, entId), gt(event.seq, range.after), lte(event.seq, range.last), forAgent, ofTypes))
    .orderBy(asc(event.seq))
    .limit(range.limit)
}

/** Per enterprise the last seq of events created up to `before`. */
export const listPurgeable = (sql_: Queryable, before: Date): PromiseLike<{ entId: EntId; upTo: number }[]> =>
  sql_
    .select({ entId: event.entId, upTo: sql<number>`max(${event.seq})`.mapWith(Number) })
    .from(event)
    .where(lte(event.createdAt, before))
    .groupBy(event.entId)

export async function purgeUpTo(sql_: Queryable, entId: EntId, upTo: number): Promise<void> {
  await sql_
    .update(eventHead)
    .set({ purgedTo: upTo })
    .where(and(eq(eventHead.entId, entId), gt(sql`${upTo}`, eventHead.purgedTo)))
  await sql_.delete(event).where(and(eq(event.entId, entId), lte(event.seq, upTo)))
}
