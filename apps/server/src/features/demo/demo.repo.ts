import type { AgentId, RelationId } from '@ruwu/contract'
import { DEMO_ENT_ID } from '@ruwu/domain'
import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, aiAgent, channelAccount, customer, knowledge, role } from '../../db/schema/index.ts'
import { DEMO_AI_ACCOUNT } from './demo-accounts.ts'

export type Member = { id: AgentId; name: string; builtin: string | null; roleId: string; scope: 'own' | 'all' }

export const readTeam = (db: Queryable): Promise<Member[]> =>
  db
    .select({
      id: agent.id,
      name: agent.name,
      builtin: role.builtin,
      roleId: agent.roleId,
      scope: role.customerScope,
      permissions: role.permissions,
    })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(eq(agent.entId, DEMO_ENT_ID))

export const readAccounts = (db: Queryable) =>
  db
    .select({
      id: channelAccount.id,
      parentId: channelAccount.parentId,
      source: channelAccount.source,
      platformId: channelAccount.platformId,
      name: channelAccount.name,
    })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, DEMO_ENT_ID), isNull(channelAccount.unboundAt)))

export async function hasCustomers(db: Queryable): Promise<boolean> {
  const rows = await db.select({ id: customer.id }).from(customer).where(eq(customer.entId, DEMO_ENT_ID)).limit(1)
  return rows.length > 0
}

/** The demo's AI account while its AI has neither a draft nor a published version. */
export async function findAccountWithoutAi(db: Queryable): Promise<RelationId | undefined> {
  const { source, platformId } = DEMO_AI_ACCOUNT
  const [row] = await db
    .select({ id: channelAccount.id })
    .from(channelAccount)
    .leftJoin(aiAgent, and(eq(aiAgent.entId, channelAccount.entId), eq(aiAgent.relationId, channelAccount.id)))
    .where(
      and(
        eq(channelAccount.entId, DEMO_ENT_ID),
        eq(channelAccount.source, source),
        eq(channelAccount.platformId, platformId),
        isNull(channelAccount.unboundAt),
        isNull(aiAgent.draft),
        isNull(aiAgent.publishedVersion),
      ),
    )
  return row?.id
}

export async function hasKnowledge(db: Queryable, relationId: RelationId): Promise<boolean> {
  const rows = await db
    .select({ id: knowledge.id })
    .from(knowledge)
    .where(and(eq(knowledge.entId, DEMO_ENT_ID), eq(knowledge.libraryId, relationId)))
    .limit(1)
  return rows.length > 0
}
