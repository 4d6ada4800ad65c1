import type { AgentId, ConsoleEvent, EntId } from '@ruwu/contract'
import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { Queryable } from './database.ts'
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

/** Writes the events of one transaction. event_head rows are locked in id order, so two transactions cannot deadlock. */
export async function appendEvents(db: Queryable, events: NewEvent[], now: Date): Promise<StoredEvent[]> {
  const entIds = [...new Set(events.map((item) => item.entId))].toSorted()
  const stored: StoredEvent[] = []
  for (const entId of entIds) {
    const own = events.filter((item) => item.entId === entId)
    let seq = (await allocateSeqs(db, entId, own.length)) - own.length
    for (const { payload, audience } of own) {
      const { type, ...rest } = payload
      seq += 1
      stored.push({ entId, seq, type, payload: rest, audience, createdAt: now })
    }
  }
  if (stored.length > 0) await db.insert(event).values(stored)
  return stored
}

async function allocateSeqs(db: Queryable, entId: EntId, count: number): Promise<number> {
  const [head] = await db
    .insert(eventHead)
    .values({ entId, last: count })
    .onConflictDoUpdate({ target: eventHead.entId, set: { last: sql`${eventHead.last} + ${count}` } })
    .returning({ last: eventHead.last })
  if (!head) throw new Error('event number was not given')
  return head.last
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
