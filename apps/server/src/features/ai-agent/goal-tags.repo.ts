import type { AgentId, EntId, TagId } from '@ruwu/contract'
import { and, type AnyColumn, asc, eq, sql } from 'drizzle-orm'
import { hostingVersion } from '../../customer/account-reception.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { aiAgent, aiAgentVersion, boundSince, channelAccount } from '../../db/schema/index.ts'

const PATH = sql`'{goal,onReached,tagIds}'::text[]`
const tagIdsIn = (config: AnyColumn) => sql<TagId[] | null>`${config} #> ${PATH}`

/** Who binds a tag when the goal is reached, by tag: drafts and published versions. */
export async function listGoalTags(db: Queryable, entId: EntId): Promise<ReadonlyMap<TagId, string[]>> {
  const rows = await db
    .select({
      name: channelAccount.name,
      drafted: tagIdsIn(aiAgent.draft),
      published: tagIdsIn(aiAgentVersion.config),
    })
    .from(aiAgent)
    .innerJoin(channelAccount, and(eq(channelAccount.entId, aiAgent.entId), eq(channelAccount.id, aiAgent.relationId)))
    .leftJoin(aiAgentVersion, hostingVersion)
    .where(eq(aiAgent.entId, entId))
    .orderBy(asc(boundSince))
  const users = new Map<TagId, string[]>()
  for (const { name, drafted, published } of rows)
    for (const id of new Set([...(drafted ?? []), ...(published ?? [])]))
      users.set(id, [...(users.get(id) ?? []), `AI 智能体「${name}」`])
  return users
}

type GoalTagChange = { entId: EntId; from: TagId; to: TagId; by: AgentId; now: Date }

/** A merged tag becomes its target, also in versions that were published; one remains where a goal names both. */
export async function replaceGoalTag(db: Queryable, { entId, from, to, by, now }: GoalTagChange): Promise<void> {
  const named = JSON.stringify({ goal: { onReached: { tagIds: [from] } } })
  const replaced = (config: ReturnType<typeof sql>) => sql`jsonb_set(${config}, ${PATH}, (
    select jsonb_agg(t.id order by t.place) from (
      select case when e.id = ${from}::text then ${to}::text else e.id end as id, min(e.place) as place
      from jsonb_array_elements_text(${config} #> ${PATH}) with ordinality as e(id, place) group by 1) t))`
  await db.execute(sql`update ai_agent set draft = ${replaced(sql`draft`)}, version = version + 1, updated_by = ${by}, updated_at = ${now}
    where ent_id = ${entId} and draft @> ${named}::jsonb`)
  await db.execute(sql`update ai_agent_version set config = ${replaced(sql`config`)}
    where ent_id = ${entId} and config @> ${named}::jsonb`)
}
