import type { EntId, TagGroupId, TagId } from '@ruwu/contract'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { enterprise, tag, tagGroup } from '../../db/schema/index.ts'

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
    })
    .from(tag)
    .leftJoin(tagGroup, and(eq(tagGroup.entId, tag.entId), eq(tagGroup.id, tag.groupId)))

export type TagRow = Awaited<ReturnType<typeof selectTags>>[number]

/** Groups in their order, what is in none after them, the system's own last. */
export const listTags = (db: Queryable, entId: EntId): Promise<TagRow[]> =>
  selectTags(db)
    .where(eq(tag.entId, entId))
    .orderBy(sql`${tag.kind} = 'system'`, sql`${tagGroup.position} nulls last`, asc(tag.position), asc(tag.id))

export async function findTag(db: Queryable, entId: EntId, id: TagId): Promise<TagRow | undefined> {
  const [row] = await selectTags(db).where(and(eq(tag.entId, entId), eq(tag.id, id)))
  return row
}

/** Those that count against the limit. Who counts holds the enterprise, so that two at once don't both take the last place. */
export async function countOwnTags(db: Queryable, entId: EntId): Promise<number> {
  await db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.id, entId)).for('no key update')
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(tag)
    .where(and(eq(tag.entId, entId), ne(tag.kind, 'system')))
  return row?.count ?? 0
}

export async function hasGroup(db: Queryable, entId: EntId, id: TagGroupId): Promise<boolean> {
  const rows = await db
    .select({ id: tagGroup.id })
    .from(tagGroup)
    .where(and(eq(tagGroup.entId, entId), eq(tagGroup.id, id)))
  return rows.length > 0
}

export async function insertTag(db: Queryable, row: typeof tag.$inferInsert): Promise<void> {
  await db.insert(tag).values(row)
}
