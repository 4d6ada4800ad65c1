import type { EntId, TagGroupId, TagId } from '@ruwu/contract'
import { DEFAULT_TAG_GROUPS, SYSTEM_TAGS, type SystemTag } from '@ruwu/domain'
import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { systemTagId } from '../../customer/customer-tags.ts'
import type { Queryable } from '../../db/database.ts'
import { enterprise, tag, tagGroup } from '../../db/schema/index.ts'
import { derivedId } from '../../platform/ids.ts'

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

/** By group position, tags without a group after them, system tags last. */
export const listTags = (db: Queryable, entId: EntId): Promise<TagRow[]> =>
  selectTags(db)
    .where(eq(tag.entId, entId))
    .orderBy(sql`${tag.kind} = 'system'`, sql`${tagGroup.position} nulls last`, asc(tag.position), asc(tag.id))

export async function findTag(db: Queryable, entId: EntId, id: TagId): Promise<TagRow | undefined> {
  const [row] = await selectTags(db).where(and(eq(tag.entId, entId), eq(tag.id, id)))
  return row
}

/** Tags that count against the limit. Locks the enterprise's row, so that concurrent inserts can't exceed it. */
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

export async function insertTags(db: Queryable, rows: (typeof tag.$inferInsert)[]): Promise<void> {
  await db.insert(tag).values(rows)
}

/** Default groups and system tags of a new enterprise. */
export async function insertDefaultTags(db: Queryable, entId: EntId, now: Date): Promise<void> {
  await db.insert(tagGroup).values(
    DEFAULT_TAG_GROUPS.map(({ name, single }, position) => ({
      entId,
      id: derivedId<TagGroupId>(entId, 'tag-group', name),
      name,
      isSingle: single,
      position,
    })),
  )
  await db.insert(tag).values(
    Object.entries(SYSTEM_TAGS).map(([key, { name, color }], position) => ({
      entId,
      id: systemTagId(entId, key as SystemTag),
      name,
      color,
      kind: 'system' as const,
      system: key as SystemTag,
      position,
      createdAt: now,
      updatedAt: now,
    })),
  )
}
