import type { CustomerId, Session } from '@ruwu/contract'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { session } from '../db/schema/index.ts'
import type { Caller } from '../features/auth/index.ts'
import type { SessionRow } from '../customer/customer-change.ts'
import { type CursorPage, cutPage, NUMBER_CURSOR, readCursor } from '../platform/http/cursor.ts'
import { getVisible } from '../customer/visibility.repo.ts'

/** A customer's visits, newest first. */
export class SessionListService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  async list(caller: Caller, page: CursorPage & { customerId: CustomerId }) {
    await getVisible(this.db.sql, caller, page.customerId)
    const before = readCursor(page.cursor, NUMBER_CURSOR)
    const rows = await this.db.sql
      .select()
      .from(session)
      .where(
        and(
          eq(session.entId, caller.entId),
          eq(session.customerId, page.customerId),
          before === undefined ? undefined : lt(session.startAt, new Date(Number(before))),
        ),
      )
      .orderBy(desc(session.startAt))
      .limit(page.limit + 1)
    // One session at a time, so no two begin together.
    return cutPage(rows, page.limit, { mark: (row) => String(row.startAt.getTime()), view: toSession })
  }
}

const toSession = (row: SessionRow): Session => ({
  sessionId: row.id,
  startAt: row.startAt.toISOString(),
  endAt: row.endAt?.toISOString() ?? null,
  startSeq: row.startSeq,
  receptionPath: row.receptionPath,
  agentIds: row.agentIds,
  ownMessages: row.ownMessages,
  replies: row.humanMessages + row.aiMessages,
  hasLead: row.hasLead,
})
