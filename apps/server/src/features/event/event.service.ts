import { type Data, EVENT_KEEP_DAYS, type eventApi } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import { listPurgeable, purgeUpTo, readEvents, readHead } from '../../db/event-log.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { redactMissedEvents } from './redact-missed-events.ts'

type Page = Data<(typeof eventApi)['list']>

/** Events a console missed. All seqs up to the head are committed, so a page up to it has no gaps. */
export async function listEvents(
  db: Database,
  caller: Caller,
  { after, limit }: { after?: number | null | undefined; limit: number },
): Promise<Page> {
  const head = await readHead(db.sql, caller.entId)
  if (after === undefined || after === null) return { items: [], last: head.last, hasMore: false, reset: false }
  // A cursor above the head comes from before a restored backup.
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

/** Deletes events past their retention and stores up to which seq, so that a console that was offline longer gets `reset`. */
export async function purgeEvents(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - EVENT_KEEP_DAYS * DAY_MS)
  for (const { entId, upTo } of await listPurgeable(db.sql, before)) {
    await db.transaction(async (tx) => purgeUpTo(tx.sql, entId, upTo))
  }
}
