import type { AgentId, AiDraft, EntId, RelationId } from '@ruwu/contract'
import { and, count, desc, eq, max, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, aiAgent, aiAgentVersion, channelAccount } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type AiAgentRow = typeof aiAgent.$inferSelect
export type AiVersionRow = typeof aiAgentVersion.$inferSelect
export type AiOf = { entId: EntId; relationId: RelationId }

/** Of an AI nobody has written about yet. */
export const FIRST_DRAFT_VERSION = 1

const isAgentOf = ({ entId, relationId }: AiOf) => and(eq(aiAgent.entId, entId), eq(aiAgent.relationId, relationId))
const areVersionsOf = ({ entId, relationId }: AiOf) =>
  and(eq(aiAgentVersion.entId, entId), eq(aiAgentVersion.relationId, relationId))

export async function findAgent(db: Queryable, of: AiOf): Promise<AiAgentRow | undefined> {
  const [row] = await db.select().from(aiAgent).where(isAgentOf(of))
  return row
}

/** Held until commit, and made where there is none: whoever publishes or counts test questions does it alone. */
export async function holdAgent(db: Queryable, { entId, relationId }: AiOf, now: Date): Promise<AiAgentRow> {
  await db.insert(aiAgent).values({ entId, relationId, updatedAt: now }).onConflictDoNothing()
  const [row] = await db.select().from(aiAgent).where(isAgentOf({ entId, relationId })).for('update')
  if (!row) throw new Error('the AI agent was not inserted')
  return row
}

export type DraftEdit = { draft: AiDraft; updatedBy: AgentId; updatedAt: Date }

export async function saveDraft(db: Queryable, of: AiOf, edit: DraftEdit): Promise<void> {
  await db
    .update(aiAgent)
    .set({ ...edit, version: sql`${aiAgent.version} + 1` })
    .where(isAgentOf(of))
}

export async function lastEditor(db: Queryable, of: AiOf): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(aiAgent)
    .innerJoin(agent, and(eq(agent.entId, aiAgent.entId), eq(agent.id, aiAgent.updatedBy)))
    .where(isAgentOf(of))
  return row?.name
}

/** Appends a version to those of a held AI; from now on it is the one that answers. Where nobody wrote, it is the draft too. */
export async function appendVersion(
  db: Queryable,
  of: AiOf,
  said: Pick<AiVersionRow, 'config' | 'note' | 'agentId' | 'publishedAt'>,
): Promise<number> {
  const [newest] = await db
    .select({ version: max(aiAgentVersion.version) })
    .from(aiAgentVersion)
    .where(areVersionsOf(of))
  const version = (newest?.version ?? 0) + 1
  await db.insert(aiAgentVersion).values({ ...of, version, ...said })
  await db
    .update(aiAgent)
    .set({
      publishedVersion: version,
      returnAfter: said.config.handoff.returnAfter,
      draft: sql`coalesce(${aiAgent.draft}, ${JSON.stringify(said.config)}::jsonb)`,
    })
    .where(isAgentOf(of))
  return version
}

export async function getVersion(db: Queryable, of: AiOf, version: number): Promise<AiVersionRow> {
  const [row] = await db
    .select()
    .from(aiAgentVersion)
    .where(and(areVersionsOf(of), eq(aiAgentVersion.version, version)))
  if (!row) throw new NotFoundError('版本')
  return row
}

export async function countVersions(db: Queryable, of: AiOf): Promise<number> {
  const [row] = await db.select({ total: count() }).from(aiAgentVersion).where(areVersionsOf(of))
  return row?.total ?? 0
}

export type NamedVersion = AiVersionRow & { agentName: string | null }

/** The newest first. */
export async function listVersions(
  db: Queryable,
  of: AiOf,
  { offset, limit }: { offset: number; limit: number },
): Promise<NamedVersion[]> {
  const rows = await db
    .select({ version: aiAgentVersion, agentName: agent.name })
    .from(aiAgentVersion)
    .leftJoin(agent, and(eq(agent.entId, aiAgentVersion.entId), eq(agent.id, aiAgentVersion.agentId)))
    .where(areVersionsOf(of))
    .orderBy(desc(aiAgentVersion.version))
    .limit(limit)
    .offset(offset)
  return rows.map(({ version, agentName }) => ({ ...version, agentName }))
}

/** An account and the sub-accounts below it: those for which its AI may answer. */
export async function listHosted(db: Queryable, { entId, relationId }: AiOf): Promise<RelationId[]> {
  const rows = await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .where(
      and(
        eq(channelAccount.entId, entId),
        eq(channelAccount.parentId, relationId),
        ne(channelAccount.openStatus, 'unbound'),
      ),
    )
  return [relationId, ...rows.map(({ id }) => id)]
}
