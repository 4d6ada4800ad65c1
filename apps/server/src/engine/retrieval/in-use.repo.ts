import { and, count, eq, gt } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { knowledge } from '../../db/schema/index.ts'
import type { Library } from './pieces.repo.ts'

/** What may be answered from: switched on, and learned at least once. While it is learned anew, what was learned before counts. */
export const isInUse = and(eq(knowledge.enabled, true), gt(knowledge.pieces, 0))

/** How many entries of an account may be answered from. */
export async function countInUse(db: Queryable, { entId, relationId }: Library): Promise<number> {
  const [row] = await db
    .select({ entries: count() })
    .from(knowledge)
    .where(and(eq(knowledge.entId, entId), eq(knowledge.relationId, relationId), isInUse))
  return row?.entries ?? 0
}
