import { type Data, EVENT_KEEP_DAYS, type eventApi } from '@ruwu/contract'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { readEvents, readHead } from '../../db/event-log.ts'
import { event, eventHead } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'
import { redactMissedEvents } from './redact-missed-events.ts'

type Page = Data<(typeof eventApi)['list']>

/** What a console missed. Numbers up to the head are all committed, so a page up to it has no holes. */
export async function listEvents(
  db: Database,
  caller: Caller,
  { after, limit }: { after?: number | null | undefined; limit: number },
): Promise<Page> {
  const head = await readHead(db.sql, caller.entId)
  if (after === undefined || after === null) return { items: [], last: head.last, hasMore: false, reset: false }
  // A number above the head comes from another life of the database (a restored backup).
  if (after < head.purgedTo || after > head.last) return { items: [], last: head.last, hasMore: false, reset: true }

  const rows = await readEvents(db.sql, caller.entId, {
    after,
    last: head.last,
    limit: limit + 1,
    agentId: caller.agentId,
  })
  const missed = rows.slice(0, limit).map(({ seq, type, payload }) => ({ seq, type, payload }))
  const hasMore = rows.length > limit
  const last = hasMore ? (missed.at(-1)?.seq ?? after) : head.last
  return { items: await redactMissedEvents(db.sql, caller, missed), last, hasMore, reset: false }
}

const DAY_MS = 24 * 3_600_000

/** Removes what is older than promised and remembers up to where, so that a console that slept longer is told to refetch. */
export async function purgeEvents(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - EVENT_KEEP_DAYS * DAY_MS)
  const old = await db.sql
    .select({ entId: event.entId, upTo: sql<number>`max(${event.seq})`.mapWith(Number) })
    .from(event)
    .where(lte(event.createdAt, before))
    .groupBy(event.entId)
  for (const { entId, upTo } of old) {
    await db.transaction(async (tx) => {
      await tx.sql
        .update(eventHead)
        .set({ purgedTo: upTo })
        .where(and(eq(eventHead.entId, entId), gt(sql`${upTo}`, eventHead.purgedTo)))
      await tx.sql.delete(event).where(and(eq(event.entId, entId), lte(event.seq, upTo)))
    })
  }
}
