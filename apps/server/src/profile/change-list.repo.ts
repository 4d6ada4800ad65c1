import type { CustomerId, EntId } from '@ruwu/contract'
import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { customerChange, session } from '../db/schema/index.ts'

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

/** Replies of a session that did not arrive. Its messages are those up to the next one's first. */
const FAILED_REPLIES = sql<number>`(select count(*)::int from customer_message m
  where m.ent_id = ${session.entId} and m.customer_id = ${session.customerId} and m.seq >= ${session.startSeq}
    and m.sender_kind in ('human', 'ai') and m.status = 2
    and m.seq < coalesce((select min(n.start_seq) from session n
      where n.ent_id = m.ent_id and n.customer_id = m.customer_id and n.start_seq > ${session.startSeq}), m.seq + 1))`

/** Newest first, begun before `before`. */
export const listSessions = (db: Queryable, { entId, customerId, limit }: Page, before: Date | undefined) =>
  db
    .select({ ...getTableColumns(session), failedReplies: FAILED_REPLIES })
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
