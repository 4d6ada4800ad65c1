import { type AgentId, type CustomerFilter, type EntId, type RelationId, SCOPE, type Source } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, channelAccount } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'

type Account = { id: RelationId; source: Source; parentId: RelationId | null }

/** Whose lists they are, and how far that agent sees. */
export type Sight = {
  entId: EntId
  me: AgentId
  /** When the agent came; what customers said before is nothing new to them. */
  since: Date
  /** Undefined with the data scope 本人. */
  colleagues: AgentId[] | undefined
  accounts: Account[]
  /** Customers of other accounts are seen only where they are the agent's own. */
  accountScope: readonly RelationId[] | null
}

export async function readSight(
  db: Queryable,
  { entId, agentId, customerScope, accountScope }: Caller,
): Promise<Sight> {
  const [agents, accounts] = await Promise.all([
    db
      .select({ id: agent.id, createdAt: agent.createdAt })
      .from(agent)
      .where(and(eq(agent.entId, entId), customerScope === 'own' ? eq(agent.id, agentId) : undefined)),
    db
      .select({ id: channelAccount.id, source: channelAccount.source, parentId: channelAccount.parentId })
      .from(channelAccount)
      .where(eq(channelAccount.entId, entId)),
  ])
  const others = agents.filter((each) => each.id !== agentId).map((each) => each.id)
  return {
    entId,
    me: agentId,
    since: agents.find((each) => each.id === agentId)?.createdAt ?? new Date(0),
    colleagues: customerScope === 'own' ? undefined : others,
    accounts,
    accountScope,
  }
}

/** Whose customers a filter asks for; undefined: there can be none. */
export function ownersOf({ scope, agentId }: CustomerFilter, sight: Sight): 'nobody' | AgentId[] | undefined {
  if (scope === SCOPE.unassigned) return agentId === undefined ? 'nobody' : undefined
  const all = scope === SCOPE.mine ? [sight.me] : (sight.colleagues ?? [])
  const owners = agentId === undefined ? all : all.filter((id) => id === agentId)
  return owners.length > 0 ? owners : undefined
}

/** Of which accounts; null: of all. */
export function accountsOf(filter: CustomerFilter, sight: Sight): RelationId[] | null {
  const { source, subSourceId, scope } = filter
  const within = scope === SCOPE.mine ? null : sight.accountScope
  if (source === undefined && subSourceId === undefined && within === null) return null
  return sight.accounts
    .filter((account) => source === undefined || account.source === source)
    .filter(({ id, parentId }) => subSourceId === undefined || id === subSourceId || parentId === subSourceId)
    .filter(({ id }) => within === null || within.includes(id))
    .map(({ id }) => id)
}
