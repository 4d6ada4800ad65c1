import {
  type AgentId,
  type CustomerFilter,
  type CustomerId,
  type EntId,
  type RelationId,
  SCOPE,
  type Source,
} from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, channelAccount } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'
import { findNamed } from './name.repo.ts'
import { findTagged } from './list.tagged.ts'

type Account = { id: RelationId; source: Source; parentId: RelationId | null }

/** Whose list it is, how far that agent sees, and what is asked of it. */
export type Inquiry = {
  entId: EntId
  me: AgentId
  /** When the agent came; what customers said before is nothing new to them. */
  since: Date
  /** Undefined with the data scope 本人. */
  colleagues: AgentId[] | undefined
  accounts: Account[]
  /** Customers of other accounts are seen only where they are the agent's own. */
  accountScope: readonly RelationId[] | null
  filter: CustomerFilter
  /** Nobody else can fit: they are called as the filter asks, or hold one of its tags that few do. */
  among: CustomerId[] | undefined
}

export async function readInquiry(db: Queryable, caller: Caller, filter: CustomerFilter): Promise<Inquiry> {
  const { entId, agentId, customerScope, accountScope } = caller
  const [agents, accounts, named, tagged] = await Promise.all([
    db
      .select({ id: agent.id, createdAt: agent.createdAt })
      .from(agent)
      .where(and(eq(agent.entId, entId), customerScope === 'own' ? eq(agent.id, agentId) : undefined)),
    db
      .select({ id: channelAccount.id, source: channelAccount.source, parentId: channelAccount.parentId })
      .from(channelAccount)
      .where(eq(channelAccount.entId, entId)),
    filter.keyword ? findNamed(db, entId, filter.keyword) : undefined,
    filter.tagIds?.length ? findTagged(db, entId, filter.tagIds, filter.tagMode) : undefined,
  ])
  const others = agents.filter((each) => each.id !== agentId).map((each) => each.id)
  return {
    entId,
    me: agentId,
    since: agents.find((each) => each.id === agentId)?.createdAt ?? new Date(0),
    colleagues: customerScope === 'own' ? undefined : others,
    accounts,
    accountScope,
    filter,
    among: named && tagged ? named.filter((id) => tagged.includes(id)) : (named ?? tagged),
  }
}

/** The same, had something else been picked. */
export const withPicked = (inquiry: Inquiry, picked: Partial<CustomerFilter>): Inquiry => ({
  ...inquiry,
  filter: { ...inquiry.filter, ...picked },
})

/** Whose customers are asked for; undefined: there can be none. */
export function ownersOf({ filter, me, colleagues }: Inquiry): 'nobody' | AgentId[] | undefined {
  const { scope, agentId } = filter
  if (scope === SCOPE.unassigned) return agentId === undefined ? 'nobody' : undefined
  const all = scope === SCOPE.mine ? [me] : (colleagues ?? [])
  const owners = agentId === undefined ? all : all.filter((id) => id === agentId)
  return owners.length > 0 ? owners : undefined
}

/** Of which accounts; null: of all. */
export function accountsOf({ filter, accounts, accountScope }: Inquiry): RelationId[] | null {
  const { source, subSourceId, scope } = filter
  const within = scope === SCOPE.mine ? null : accountScope
  if (source === undefined && subSourceId === undefined && within === null) return null
  return accounts
    .filter((account) => source === undefined || account.source === source)
    .filter(({ id, parentId }) => subSourceId === undefined || id === subSourceId || parentId === subSourceId)
    .filter(({ id }) => within === null || within.includes(id))
    .map(({ id }) => id)
}
