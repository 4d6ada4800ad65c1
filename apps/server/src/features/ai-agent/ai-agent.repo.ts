import type { AgentId, AiDraft, EntId, RelationId } from '@ruwu/contract'
import { and, count, desc, eq, max, ne, sql } from 'drizzle-orm'
import { hosting, hostingVersion } from '../../customer/account-reception.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { agent, aiAgent, aiAgentVersion, channelAccount } from '../../db/schema/index.ts'
import { NotFoundError } from '../../platform/http/errors.ts'

export type AiAgentRow = typeof aiAgent.$inferSelect
type AiVersionRow = typeof aiAgentVersion.$inferSelect
export type AiAgentKey = { entId: EntId; relationId: RelationId }

/** Version of a draft that was never saved. */
export const FIRST_DRAFT_VERSION = 1

const isAgent = ({ entId, relationId }: AiAgentKey) => and(eq(aiAgent.entId, entId), eq(aiAgent.relationId, relationId))
const isVersion = ({ entId, relationId }: AiAgentKey) =>
  and(eq(aiAgentVersion.entId, entId), eq(aiAgentVersion.relationId, relationId))

export async function findAgent(db: Queryable, key: AiAgentKey): Promise<AiAgentRow | undefined> {
  const [row] = await db.select().from(aiAgent).where(isAgent(key))
  return row
}

/** Locks the row until commit, creating it if needed: serialises publishing and the limit of test questions. */
export async function lockOrCreateAgent(
  db: Queryable,
  { entId, relationId }: AiAgentKey,
  now: Date,
): Promise<AiAgentRow> {
  await db.insert(aiAgent).values({ entId, relationId, updatedAt: now }).onConflictDoNothing()
  const [row] = await db.select().from(aiAgent).where(isAgent({ entId, relationId })).for('update')
  if (!row) throw new Error('the AI agent was not inserted')
  return row
}

type DraftEdit = { draft: AiDraft; updatedBy: AgentId; updatedAt: Date }

export async function saveDraft(db: Queryable, key: AiAgentKey, edit: DraftEdit): Promise<void> {
  await db
    .update(aiAgent)
    .set({ ...edit, version: sql`${aiAgent.version} + 1` })
    .where(isAgent(key))
}

export async function lastEditor(db: Queryable, key: AiAgentKey): Promise<string | undefined> {
  const [row] = await db
    .select({ name: agent.name })
    .from(aiAgent)
    .innerJoin(agent, and(eq(agent.entId, aiAgent.entId), eq(agent.id, aiAgent.updatedBy)))
    .where(isAgent(key))
  return row?.name
}

/** Appends a version and makes it the published one; an empty draft becomes this version. The AI must be locked. */
export async function appendVersion(
  db: Queryable,
  key: AiAgentKey,
  published: Pick<AiVersionRow, 'config' | 'note' | 'agentId' | 'publishedAt'>,
): Promise<number> {
  const [newest] = await db
    .select({ version: max(aiAgentVersion.version) })
    .from(aiAgentVersion)
    .where(isVersion(key))
  const version = (newest?.version ?? 0) + 1
  await db.insert(aiAgentVersion).values({ ...key, version, ...published })
  await db
    .update(aiAgent)
    .set({
      publishedVersion: version,
      returnAfter: published.config.handoff.returnAfter,
      draft: sql`coalesce(${aiAgent.draft}, ${JSON.stringify(published.config)}::jsonb)`,
    })
    .where(isAgent(key))
  return version
}

export async function getVersion(db: Queryable, key: AiAgentKey, version: number): Promise<AiVersionRow> {
  const [row] = await db
    .select()
    .from(aiAgentVersion)
    .where(and(isVersion(key), eq(aiAgentVersion.version, version)))
  if (!row) throw new NotFoundError('版本')
  return row
}

export async function countVersions(db: Queryable, key: AiAgentKey): Promise<number> {
  const [row] = await db.select({ total: count() }).from(aiAgentVersion).where(isVersion(key))
  return row?.total ?? 0
}

export type NamedVersion = AiVersionRow & { agentName: string | null }

/** The newest first. */
export async function listVersions(
  db: Queryable,
  key: AiAgentKey,
  { offset, limit }: { offset: number; limit: number },
): Promise<NamedVersion[]> {
  const rows = await db
    .select({ version: aiAgentVersion, agentName: agent.name })
    .from(aiAgentVersion)
    .leftJoin(agent, and(eq(agent.entId, aiAgentVersion.entId), eq(agent.id, aiAgentVersion.agentId)))
    .where(isVersion(key))
    .orderBy(desc(aiAgentVersion.version))
    .limit(limit)
    .offset(offset)
  return rows.map(({ version, agentName }) => ({ ...version, agentName }))
}

/** The account and its bound sub-accounts: those its AI may answer for. */
export async function listHosted(db: Queryable, { entId, relationId }: AiAgentKey): Promise<RelationId[]> {
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

/** The published AI that answers for an account. `hostId` owns it and its knowledge: the account itself or its main account. */
export type HostingAi = { hostId: RelationId; version: number; config: AiDraft; publishedAt: Date }

/** The account's own published AI, else that of its main account. */
export async function findHostingAi(db: Queryable, entId: EntId, id: RelationId): Promise<HostingAi | undefined> {
  const [row] = await db
    .select({
      hostId: aiAgentVersion.relationId,
      version: aiAgentVersion.version,
      config: aiAgentVersion.config,
      publishedAt: aiAgentVersion.publishedAt,
    })
    .from(channelAccount)
    .innerJoin(aiAgent, hosting)
    .innerJoin(aiAgentVersion, hostingVersion)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, id)))
  return row
}
