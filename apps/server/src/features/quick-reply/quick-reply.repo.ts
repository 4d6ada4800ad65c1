import type { AgentId, EntId, QuickReplyGroupId, QuickReplyId } from '@ruwu/contract'
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, quickReply, quickReplyGroup } from '../../db/schema/index.ts'

export type GroupRow = typeof quickReplyGroup.$inferSelect
export type ReplyRow = typeof quickReply.$inferSelect

type Reader = { entId: EntId; agentId: AgentId }

/** Authorisation filter: the enterprise's groups and the agent's own. */
const isReadable = ({ entId, agentId }: Reader) =>
  and(eq(quickReplyGroup.entId, entId), or(isNull(quickReplyGroup.agentId), eq(quickReplyGroup.agentId, agentId)))

const isInGroup = and(eq(quickReplyGroup.entId, quickReply.entId), eq(quickReplyGroup.id, quickReply.groupId))

export const listGroups = (db: Queryable, reader: Reader): Promise<GroupRow[]> =>
  db
    .select()
    .from(quickReplyGroup)
    .where(isReadable(reader))
    .orderBy(asc(quickReplyGroup.position), asc(quickReplyGroup.id))

export async function listReplies(db: Queryable, reader: Reader): Promise<ReplyRow[]> {
  const rows = await db
    .select({ reply: quickReply })
    .from(quickReply)
    .innerJoin(quickReplyGroup, isInGroup)
    .where(isReadable(reader))
    .orderBy(asc(quickReply.position))
  return rows.map((row) => row.reply)
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

/** The agent's own groups. The agent's row is locked, so concurrent saves of the same agent are serialised. */
export async function lockOwnGroups(db: Queryable, { entId, agentId }: Reader): Promise<GroupRow[]> {
  await db
    .select({ id: agent.id })
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.id, agentId)))
    .for('no key update')
  return db
    .select()
    .from(quickReplyGroup)
    .where(and(eq(quickReplyGroup.entId, entId), eq(quickReplyGroup.agentId, agentId)))
    .orderBy(asc(quickReplyGroup.position), asc(quickReplyGroup.id))
}

/** Number of replies in the agent's library, and the next position in the group. */
export async function measureLibrary(
  db: Queryable,
  { entId, agentId }: Reader,
  groupId: QuickReplyGroupId,
): Promise<{ count: number; nextPosition: number }> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      nextPosition: sql<number>`coalesce(max(${quickReply.position}) filter (where ${quickReply.groupId} = ${groupId}) + 1, 0)`,
    })
    .from(quickReply)
    .innerJoin(quickReplyGroup, isInGroup)
    .where(and(eq(quickReplyGroup.entId, entId), eq(quickReplyGroup.agentId, agentId)))
  return row ?? { count: 0, nextPosition: 0 }
}

export async function insertGroups(db: Queryable, rows: (typeof quickReplyGroup.$inferInsert)[]): Promise<void> {
  await db.insert(quickReplyGroup).values(rows)
}

export async function insertReplies(db: Queryable, rows: (typeof quickReply.$inferInsert)[]): Promise<void> {
  await db.insert(quickReply).values(rows)
}
