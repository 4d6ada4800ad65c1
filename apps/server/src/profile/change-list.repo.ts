import type { CustomerId, EntId } from '@ruwu/contract'
import { and, desc, eq, lt } from 'drizzle-orm'
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
