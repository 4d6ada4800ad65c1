import {
  type AgentId,
  type CustomerFilter,
  type CustomerId,
  type EntId,
  type RelationId,
  SCOPE,
  type Source,
} from '@ruwu/contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { preparedFor } from '../db/prepared.ts'
import { agent } from '../db/schema/index.ts'
import type { Caller } from '../features/auth/index.ts'
import { selectNamed } from '../customer/name-index.repo.ts'

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
  /** Whom the agent pinned. */
  sticky: CustomerId[]
  filter: CustomerFilter
  /** The ids of who is called as the filter asks. */
  named: SQL | undefined
}

export async function readInquiry(db: Queryable, caller: Caller, filter: CustomerFilter): Promise<Inquiry> {
  const { entId, agentId, customerScope, accountScope, permissions } = caller
  const [known] = await selectKnown(db).execute({ entId, agentId })
  return {
    entId,
    me: agentId,
    since: known?.since ?? new Date(0),
    colleagues: customerScope === 'own' ? undefined : (known?.colleagues.map(plainId<AgentId>) ?? []),
    accounts: (known?.accounts ?? []).map(({ id, source, parentId }) => ({
      id: plainId<RelationId>(id),
      source,
      parentId: parentId === null ? null : plainId<RelationId>(parentId),
    })),
    accountScope,
    sticky: known?.sticky.map(plainId<CustomerId>) ?? [],
    filter,
    named: filter.keyword ? selectNamed(entId, filter.keyword, permissions.has('customer:viewSensitive')) : undefined,
  }
}

const ENT = sql.placeholder('entId')
const ME = sql.placeholder('agentId')

/** Everything a list has to know of its agent and enterprise at once: it is asked with every page. */
const selectKnown = preparedFor((db) =>
  db
    .select({
      since: agent.createdAt,
      colleagues: sql<string[]>`array(select o.id::text from agent o where o.ent_id = ${ENT} and o.id <> ${ME})`,
      accounts: sql<{ id: string; source: Source; parentId: string | null }[] | null>`(select
        json_agg(json_build_object('id', a.id, 'source', a.source, 'parentId', a.parent_id)) from channel_account a where a.ent_id = ${ENT})`,
      sticky: sql<string[]>`array(select s.customer_id::text from customer_seat s
        where s.ent_id = ${ENT} and s.agent_id = ${ME} and s.sticky)`,
    })
    .from(agent)
    .where(and(eq(agent.entId, ENT), eq(agent.id, ME)))
    .prepare('customer_inquiry'),
)

const plainId = <Id extends string>(uuid: string): Id => uuid.replaceAll('-', '') as Id

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

/** Whether they are several people's. */
export const isAcross = (inquiry: Inquiry): boolean =>
  (ownersOf(inquiry)?.length ?? 0) > 1 && inquiry.filter.scope === SCOPE.colleagues

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
