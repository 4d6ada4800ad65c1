import type { EntId } from '@ruwu/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { relation } from '../../db/schema/index.ts'

export type Relation = typeof relation.$inferSelect
export type RelationChange = Partial<
  Pick<Relation, 'remark' | 'source' | 'isStar' | 'isContact' | 'isBlocked' | 'chatAllowed'>
>

export async function findRelations(
  db: Queryable,
  entId: EntId,
  userId: string,
  targetIds: readonly string[],
): Promise<Map<string, Relation>> {
  if (targetIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(relation)
    .where(and(eq(relation.entId, entId), eq(relation.userId, userId), inArray(relation.targetId, [...targetIds])))
  return new Map(rows.map((row) => [row.targetId, row]))
}

export async function saveRelation(
  db: Queryable,
  entId: EntId,
  userId: string,
  targetId: string,
  change: RelationChange,
  now: Date,
): Promise<void> {
  await db
    .insert(relation)
    .values({ entId, userId, targetId, ...change, updatedAt: now })
    .onConflictDoUpdate({
      target: [relation.entId, relation.userId, relation.targetId],
      set: { ...change, updatedAt: now },
    })
}

export async function listBlocked(db: Queryable, entId: EntId, userId: string): Promise<string[]> {
  const rows = await db
    .select({ targetId: relation.targetId })
    .from(relation)
    .where(and(eq(relation.entId, entId), eq(relation.userId, userId), eq(relation.isBlocked, true)))
    .orderBy(asc(relation.targetId))
  return rows.map((row) => row.targetId)
}

/** The ends of a DM that may not send: both after a block in either direction, else those the other end disallows. */
export async function refusedSenders(db: Queryable, entId: EntId, a: string, b: string): Promise<string[]> {
  if (a === b) return []
  const [ofA, ofB] = [(await findRelations(db, entId, a, [b])).get(b), (await findRelations(db, entId, b, [a])).get(a)]
  if (ofA?.isBlocked || ofB?.isBlocked) return [a, b]
  return [...(ofA?.chatAllowed === false ? [b] : []), ...(ofB?.chatAllowed === false ? [a] : [])]
}
