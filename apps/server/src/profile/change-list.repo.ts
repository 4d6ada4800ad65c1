import type { CustomerId, EntId, SessionId } from '@ruwu/contract'
import { and, count, desc, eq, gte, inArray, lt } from 'drizzle-orm'
import type { SessionRow } from '../customer/customer-change.ts'
import type { Queryable } from '../db/database.ts'
import { customerChange, customerMessage, REPLY_KINDS, session } from '../db/schema/index.ts'

type Page = { entId: EntId; customerId: CustomerId; limit: number }

/** Newest first, below the id `below`. */
export const listChanges = (db: Queryable, { entId, customerId, limit }: Page, below: string | undefined) =>
  db
    .select()
    .from(customerChange)
    .where(
      and(
        eq(customerChange.entId, entId),
        eq(customerChange.customerId, customerId),
        below === undefined ? undefined : lt(customerChange.id, below),
      ),
    )
    .orderBy(desc(customerChange.id))
    .limit(limit)

/** Newest first, begun before `before`. */
export const listSessions = (db: Queryable, { entId, customerId, limit }: Page, before: Date | undefined) =>
  db
    .select()
    .from(session)
    .where(
      and(
        eq(session.entId, entId),
        eq(session.customerId, customerId),
        before === undefined ? undefined : lt(session.startAt, before),
      ),
    )
    .orderBy(desc(session.startAt))
    .limit(limit)

/** Replies that did not arrive, by session. Once 数据保留 has deleted its messages, none of a session are known. */
export async function countFailedReplies(
  db: Queryable,
  { entId, customerId }: Omit<Page, 'limit'>,
  sessions: readonly SessionRow[],
): Promise<Map<SessionId | null, number>> {
  const rows = await db
    .select({ sessionId: customerMessage.sessionId, failed: count() })
    .from(customerMessage)
    .where(
      and(
        eq(customerMessage.entId, entId),
        eq(customerMessage.customerId, customerId),
        gte(customerMessage.seq, Math.min(...sessions.map(({ startSeq }) => startSeq))),
        inArray(
          customerMessage.sessionId,
          sessions.map(({ id }) => id),
        ),
        inArray(customerMessage.senderKind, REPLY_KINDS),
        eq(customerMessage.status, 2),
      ),
    )
    .groupBy(customerMessage.sessionId)
  return new Map(rows.map((row) => [row.sessionId, row.failed]))
}
