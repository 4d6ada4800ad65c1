import type { EntId, TagGroupId } from '@ruwu/contract'
import { DEFAULT_TAG_GROUPS, SYSTEM_TAGS, type SystemTag } from '@ruwu/domain'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { systemTagId } from '../../customer/customer-tags.ts'
import type { Queryable } from '../../db/database.ts'
import { agent, tag, tagGroup } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import { derivedId } from '../../platform/ids.ts'

export type TagGroupRow = typeof tagGroup.$inferSelect & { tagCount: number; conflicts: number }
type GroupKey = { entId: EntId; id: TagGroupId }

const isGroup = ({ entId, id }: GroupKey) => and(eq(tagGroup.entId, entId), eq(tagGroup.id, id))

/** Customers with several unmarked bindings in a single-choice group; marked ones are alone (unique index customer_tag_single). */
const conflicts = sql<number>`case when not ${tagGroup.isSingle} then 0 else (select count(*)::int from (
    select b.customer_id from customer_tag b join tag t on t.ent_id = b.ent_id and t.id = b.tag_id
    where t.ent_id = "tag_group"."ent_id" and t.group_id = "tag_group"."id" and b.single_group_id is null
    group by b.customer_id having count(*) > 1) several) end`
const tagCount = sql<number>`(select count(*)::int from tag t where t.ent_id = "tag_group"."ent_id" and t.group_id = "tag_group"."id")`

/** In their order. */
export function listGroups(db: Queryable, entId: EntId, id?: TagGroupId): Promise<TagGroupRow[]> {
  return db
    .select({ ...getTableColumns(tagGroup), tagCount, conflicts })
    .from(tagGroup)
    .where(and(eq(tagGroup.entId, entId), id === undefined ? undefined : eq(tagGroup.id, id)))
    .orderBy(tagGroup.position, tagGroup.id)
}

export async function getGroup(db: Queryable, { entId, id }: GroupKey): Promise<TagGroupRow> {
  const [row] = await listGroups(db, entId, id)
  if (!row) throw new NotFoundError('标签分组')
  return row
}

/** Refuses the id of another enterprise's group or of a deleted one; without the counts. */
export async function checkGroup(db: Queryable, key: GroupKey): Promise<void> {
  const rows = await db.select({ id: tagGroup.id }).from(tagGroup).where(isGroup(key))
  if (rows.length === 0) throw new NotFoundError('标签分组')
}

/** Name of the last editor, for the message of a failed optimistic lock. */
export async function lastGroupEditor(db: Queryable, key: GroupKey): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(tagGroup)
    .innerJoin(agent, and(eq(agent.entId, tagGroup.entId), eq(agent.id, tagGroup.updatedBy)))
    .where(isGroup(key))
  return row?.name
}

export async function insertGroup(db: Queryable, row: typeof tagGroup.$inferInsert): Promise<void> {
  await db.insert(tagGroup).values(row)
}

/** False: the version differs. */
export async function changeGroup(
  db: Queryable,
  key: GroupKey,
  change: Partial<typeof tagGroup.$inferInsert>,
  version: number,
): Promise<boolean> {
  const rows = await db
    .update(tagGroup)
    .set({ ...change, version: sql`${tagGroup.version} + 1` })
    .where(and(isGroup(key), eq(tagGroup.version, version)))
    .returning({ id: tagGroup.id })
  return rows.length === 1
}

/** Stores the positions of the given order. */
export async function placeGroups(db: Queryable, entId: EntId, ids: readonly TagGroupId[]): Promise<void> {
  await db.execute(sql`update tag_group g set position = p.position - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as p(id, position)
    where g.ent_id = ${entId} and g.id = p.id and g.position <> p.position - 1`)
}

/** Its tags are without a group afterwards. */
export async function deleteGroup(db: Queryable, { entId, id }: GroupKey): Promise<void> {
  await db
    .update(tag)
    .set({ groupId: null })
    .where(and(eq(tag.entId, entId), eq(tag.groupId, id)))
  await db.delete(tagGroup).where(isGroup({ entId, id }))
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
      updatedAt: now,
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
