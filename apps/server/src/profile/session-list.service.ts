import type { CustomerId, Session, SessionId } from '@ruwu/contract'
import type { Database } from '../db/database.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { SessionRow } from '../customer/customer-change.ts'
import { type CursorPage, cutPage, NUMBER_CURSOR, readCursor } from '../platform/http/cursor.ts'
import { getVisible } from '../customer/visibility.repo.ts'
import { countFailedReplies, listSessions } from './change-list.repo.ts'

/** A customer's sessions, newest first. */
export class SessionListService {
  private readonly db: Database

  constructor(deps: { db: Database }) {
    this.db = deps.db
  }

  async list(caller: Caller, page: CursorPage & { customerId: CustomerId }) {
    await getVisible(this.db.sql, caller, page.customerId)
    const before = readCursor(page.cursor, NUMBER_CURSOR)
    const { customerId, limit } = page
    const rows = await listSessions(
      this.db.sql,
      { entId: caller.entId, customerId, limit: limit + 1 },
      before === undefined ? undefined : new Date(Number(before)),
    )
    const failed =
      rows.length > 0
        ? await countFailedReplies(this.db.sql, { entId: caller.entId, customerId }, rows)
        : new Map<SessionId, number>()
    // A customer has one open session at a time, so start times are unique and serve as the cursor.
    return cutPage(rows, limit, {
      mark: (row) => String(row.startAt.getTime()),
      view: (row) => toSession(row, failed.get(row.id) ?? 0),
    })
  }
}

const toSession = (row: SessionRow, failedReplies: number): Session => ({
  sessionId: row.id,
  startAt: row.startAt.toISOString(),
  endAt: row.endAt?.toISOString() ?? null,
  startSeq: row.startSeq,
  receptionPath: row.receptionPath,
  agentIds: row.agentIds,
  ownMessages: row.ownMessages,
  replies: row.humanMessages + row.aiMessages - failedReplies,
  hasLead: row.hasLead,
})
