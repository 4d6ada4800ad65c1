import type { EntId, TagId } from '@ruwu/contract'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { lockKeyOf, TAG_BOOK_LOCK } from '../../db/advisory-lock.ts'
import type { Queryable } from '../../db/database.ts'
import { agent, tag, tagGroup } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

const selectTags = (db: Queryable) =>
  db
    .select({
      id: tag.id,
      name: tag.name,
      color: tag.color,
      groupId: tag.groupId,
      groupName: tagGroup.name,
      isSingle: tagGroup.isSingle,
      kind: tag.kind,
      description: tag.description,
      rule: tag.rule,
      aiPrompt: tag.aiPrompt,
      version: tag.version,
      updatedBy: tag.updatedBy,
      updatedByName: agent.name,
      updatedAt: tag.updatedAt,
    })
    .from(tag)
    .leftJoin(tagGroup, and(eq(tagGroup.entId, tag.entId), eq(tagGroup.id, tag.groupId)))
    .leftJoin(agent, and(eq(agent.entId, tag.entId), eq(agent.id, tag.updatedBy)))

export type TagRow = Awaited<ReturnType<typeof selectTags>>[number]

/** By group position, tags without a group after them, system tags last. */
export const listTags = (db: Queryable, entId: EntId): Promise<TagRow[]> =>
  selectTags(db)
    .where(eq(tag.entId, entId))
    .orderBy(sql`${tag.kind} = 'system'`, sql`${tagGroup.position} nulls last`, asc(tag.position), asc(tag.id))

export async function getTag(db: Queryable, entId: EntId, id: TagId): Promise<TagRow> {
  const [row] = await selectTags(db).where(and(eq(tag.entId, entId), eq(tag.id, id)))
  if (!row) throw new NotFoundError('标签')
  return row
}

/**
 * Serialises changes of an enterprise's tags and groups, so that concurrent ones can't exceed the limits. A lock of its own: the
 * enterprise's row would make other settings, and agents who move a customer to a stage, wait for a large merge.
 */
export async function lockTags(db: Queryable, entId: EntId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${TAG_BOOK_LOCK}, ${lockKeyOf(entId)})`)
}

/** Tags that the transaction has found stay until its commit. */
export async function holdTags(db: Queryable, entId: EntId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${TAG_BOOK_LOCK}, ${lockKeyOf(entId)})`)
}

/** Tags that count against the limit, and the place behind the last one. */
export async function countOwnTags(db: Queryable, entId: EntId): Promise<{ count: number; end: number }> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, end: sql<number>`coalesce(max(${tag.position}) + 1, 0)::int` })
    .from(tag)
    .where(and(eq(tag.entId, entId), ne(tag.kind, 'system')))
  return row ?? { count: 0, end: 0 }
}

export async function insertTags(db: Queryable, rows: (typeof tag.$inferInsert)[]): Promise<void> {
  await db.insert(tag).values(rows)
}

/** Optimistic lock if a version is given: false when it differs. */
export async function changeTags(
  db: Queryable,
  { entId, ids }: { entId: EntId; ids: readonly TagId[] },
  change: Partial<typeof tag.$inferInsert>,
  version?: number,
): Promise<boolean> {
  const rows = await db
    .update(tag)
    .set({ ...change, version: sql`${tag.version} + 1` })
    .where(
      and(
        eq(tag.entId, entId),
        inArray(tag.id, [...ids]),
        version === undefined ? undefined : eq(tag.version, version),
      ),
    )
    .returning({ id: tag.id })
  return rows.length === ids.length
}

export async function deleteTags(db: Queryable, entId: EntId, ids: readonly TagId[]): Promise<void> {
  await db.delete(tag).where(and(eq(tag.entId, entId), inArray(tag.id, [...ids])))
}
