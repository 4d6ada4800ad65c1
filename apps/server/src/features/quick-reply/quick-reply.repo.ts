import type { AgentId, EntId, QuickReplyGroupId, QuickReplyId } from '@ruwu/contract'
import { and, asc, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { insertRows, updateRows } from '../../db/rows.ts'
import { agent, enterprise, quickReply, quickReplyGroup } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type GroupRow = typeof quickReplyGroup.$inferSelect
export type NewGroup = typeof quickReplyGroup.$inferInsert
export type ReplyRow = typeof quickReply.$inferSelect
export type NewReply = typeof quickReply.$inferInsert
export type ShownReply = ReplyRow & { updatedByName: string }

/** One library: the enterprise's (no agent), or an agent's own. */
export type Library = { entId: EntId; agentId: AgentId | null }

type Reader = { entId: EntId; agentId: AgentId }

export const libraryIdOf = ({ entId, agentId }: Library): AgentId | EntId => agentId ?? entId

/** Authorisation filter: the enterprise's groups and the agent's own. */
const isReadable = ({ entId, agentId }: Reader) =>
  and(eq(quickReplyGroup.entId, entId), or(isNull(quickReplyGroup.agentId), eq(quickReplyGroup.agentId, agentId)))

const isGroupOf = (library: Library) =>
  and(eq(quickReplyGroup.entId, library.entId), eq(quickReplyGroup.libraryId, libraryIdOf(library)))

const isReplyOf = (library: Library) =>
  and(eq(quickReply.entId, library.entId), eq(quickReply.libraryId, libraryIdOf(library)))

const isInGroup = and(eq(quickReplyGroup.entId, quickReply.entId), eq(quickReplyGroup.id, quickReply.groupId))

/** Locks a library until commit: limits, order and codes are decided on what is then read. */
export async function lockLibrary(db: Queryable, { entId, agentId }: Library): Promise<void> {
  if (agentId === null) {
    await db.select({ id: enterprise.id }).from(enterprise).where(eq(enterprise.id, entId)).for('no key update')
    return
  }
  await db
    .select({ id: agent.id })
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.id, agentId)))
    .for('no key update')
}

export const listGroups = (db: Queryable, reader: Reader): Promise<GroupRow[]> =>
  db.select().from(quickReplyGroup).where(isReadable(reader)).orderBy(asc(quickReplyGroup.position))

export const listGroupsOf = (db: Queryable, library: Library): Promise<GroupRow[]> =>
  db.select().from(quickReplyGroup).where(isGroupOf(library)).orderBy(asc(quickReplyGroup.position))

export async function getGroup(db: Queryable, reader: Reader, id: QuickReplyGroupId): Promise<GroupRow> {
  const [row] = await db
    .select()
    .from(quickReplyGroup)
    .where(and(isReadable(reader), eq(quickReplyGroup.id, id)))
  if (!row) throw new NotFoundError('快捷回复分组')
  return row
}

const shownReplies = (db: Queryable) =>
  db
    .select({ ...getTableColumns(quickReply), updatedByName: sql<string>`coalesce(${agent.name}, '')` })
    .from(quickReply)
    .innerJoin(quickReplyGroup, isInGroup)
    .leftJoin(agent, and(eq(agent.entId, quickReply.entId), eq(agent.id, quickReply.updatedBy)))

export const listReplies = (db: Queryable, reader: Reader): Promise<ShownReply[]> =>
  shownReplies(db).where(isReadable(reader)).orderBy(asc(quickReply.position))

export const listRepliesOf = (db: Queryable, library: Library): Promise<ShownReply[]> =>
  shownReplies(db).where(isReplyOf(library)).orderBy(asc(quickReplyGroup.position), asc(quickReply.position))

export async function getReply(db: Queryable, reader: Reader, id: QuickReplyId): Promise<ShownReply> {
  const [row] = await shownReplies(db).where(and(isReadable(reader), eq(quickReply.id, id)))
  if (!row) throw new NotFoundError('快捷回复')
  return row
}

/** False when the agent may not read the reply, or it does not exist. */
export async function countUse(db: Queryable, reader: Reader, id: QuickReplyId): Promise<boolean> {
  const used = await db
    .update(quickReply)
    .set({ uses: sql`${quickReply.uses} + 1` })
    .from(quickReplyGroup)
    .where(and(eq(quickReply.entId, reader.entId), eq(quickReply.id, id), isInGroup, isReadable(reader)))
    .returning({ id: quickReply.id })
  return used.length > 0
}

/** Number of replies in the library, and the next position in the group. */
export async function measureLibrary(
  db: Queryable,
  library: Library,
  groupId: QuickReplyGroupId,
): Promise<{ count: number; nextPosition: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      nextPosition: sql<number>`coalesce(max(${quickReply.position}) filter (where ${quickReply.groupId} = ${groupId}) + 1, 0)`,
    })
    .from(quickReply)
    .where(isReplyOf(library))
  return row ?? { count: 0, nextPosition: 0 }
}

export async function insertGroups(db: Queryable, rows: readonly NewGroup[]): Promise<void> {
  await insertRows(db, quickReplyGroup, rows)
}

const REPLY_DEFAULTS = { parts: [], code: '', sources: [], uses: 0, version: 1 }

export async function insertReplies(db: Queryable, rows: readonly NewReply[]): Promise<void> {
  await insertRows(
    db,
    quickReply,
    rows.map((row) => ({ ...REPLY_DEFAULTS, ...row })),
  )
}

export async function renameGroup(db: Queryable, { entId, id }: GroupRow, title: string): Promise<void> {
  await db
    .update(quickReplyGroup)
    .set({ title })
    .where(and(eq(quickReplyGroup.entId, entId), eq(quickReplyGroup.id, id)))
}

/** Its replies are deleted by the foreign key. */
export async function deleteGroup(db: Queryable, { entId, id }: GroupRow): Promise<void> {
  await db.delete(quickReplyGroup).where(and(eq(quickReplyGroup.entId, entId), eq(quickReplyGroup.id, id)))
}

/** Numbers the groups in this order. */
export async function placeGroups(db: Queryable, entId: EntId, ids: readonly QuickReplyGroupId[]): Promise<void> {
  await db.execute(sql`update quick_reply_group set position = p.position - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as p(id, position)
    where quick_reply_group.ent_id = ${entId} and quick_reply_group.id = p.id`)
}

/** Numbers the replies in this order; those of other groups come into this one. */
export async function placeReplies(
  db: Queryable,
  { entId, id: groupId }: Pick<GroupRow, 'entId' | 'id'>,
  ids: readonly QuickReplyId[],
): Promise<void> {
  await db.execute(sql`update quick_reply set group_id = ${groupId}, position = p.position - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality as p(id, position)
    where quick_reply.ent_id = ${entId} and quick_reply.id = p.id`)
}

/** False when the version is another one. */
export async function changeReply(
  db: Queryable,
  { entId, id, version }: Pick<ReplyRow, 'entId' | 'id' | 'version'>,
  change: Partial<NewReply>,
): Promise<boolean> {
  const changed = await db
    .update(quickReply)
    .set({ ...change, version: version + 1 })
    .where(and(eq(quickReply.entId, entId), eq(quickReply.id, id), eq(quickReply.version, version)))
    .returning({ id: quickReply.id })
  return changed.length > 0
}

/** Bulk: texts and codes of rows that an import overwrites. */
export const overwriteReplies = (db: Queryable, rows: readonly ReplyRow[]): Promise<void> =>
  updateRows(db, quickReply, ['ent_id', 'id'], ['content', 'code', 'updated_by', 'updated_at', 'version'], rows)

export async function deleteReply(db: Queryable, { entId, id }: Pick<ReplyRow, 'entId' | 'id'>): Promise<void> {
  await db.delete(quickReply).where(and(eq(quickReply.entId, entId), eq(quickReply.id, id)))
}
