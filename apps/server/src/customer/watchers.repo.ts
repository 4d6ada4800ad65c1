import type { AgentId, CustomerId, EntId, Permission, RelationId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { agent, customer, role } from '../db/schema/index.ts'

const SEES: Permission = 'im:viewPage'
const SEES_SENSITIVE: Permission = 'customer:viewSensitive'

/** An agent, and how much of the customers they may see. */
export type Watcher = {
  id: AgentId
  name: string
  scope: 'own' | 'all'
  /** Null: all of them. */
  accounts: readonly RelationId[] | null
  sees: boolean
  seesSensitive: boolean
}

/** What decides who may see a customer. */
export type Belonging = { agentId: AgentId | null; relationId: RelationId }

/** All agents of an enterprise. */
export const listWatchers = (db: Queryable, entId: EntId): Promise<Watcher[]> => selectWatchers(db, entId)

/** One of them. */
export async function findWatcher(db: Queryable, entId: EntId, id: AgentId): Promise<Watcher | undefined> {
  return (await selectWatchers(db, entId, id))[0]
}

async function selectWatchers(db: Queryable, entId: EntId, only?: AgentId): Promise<Watcher[]> {
  const rows = await db
    .select({
      id: agent.id,
      name: agent.name,
      enabled: agent.enabled,
      accounts: agent.accountScope,
      scope: role.customerScope,
      permissions: role.permissions,
    })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(and(eq(agent.entId, entId), only === undefined ? undefined : eq(agent.id, only)))
  return rows.map(({ id, name, scope, accounts, enabled, permissions }) => ({
    id,
    name,
    scope,
    accounts,
    sees: enabled && permissions.includes(SEES),
    seesSensitive: permissions.includes(SEES_SENSITIVE),
  }))
}

/** One's own always; others as far as the data scope (本人: nobody's) and the accounts go. */
export const seesCustomer = (
  { id, scope, accounts }: Pick<Watcher, 'id' | 'scope' | 'accounts'>,
  { agentId, relationId }: Belonging,
): boolean =>
  agentId === id || ((scope === 'all' || agentId === null) && (accounts === null || accounts.includes(relationId)))

/** Who sees the customer. */
export const watching = (watchers: readonly Watcher[], row: Belonging): Watcher[] =>
  watchers.filter((watcher) => watcher.sees && seesCustomer(watcher, row))

/** Who saw the customer as they were, and does no more. */
export const leaving = (watchers: readonly Watcher[], before: Belonging, row: Belonging): Watcher[] =>
  watching(watchers, before).filter((watcher) => !seesCustomer(watcher, row))

/** Who may see one customer now. */
export async function watchersOf(db: Queryable, entId: EntId, id: CustomerId): Promise<AgentId[]> {
  const row = await findBelonging(db, entId, id)
  return row ? watching(await listWatchers(db, entId), row).map((watcher) => watcher.id) : []
}

export async function maySee(db: Queryable, entId: EntId, agentId: AgentId, id: CustomerId): Promise<boolean> {
  const watcher = await findWatcher(db, entId, agentId)
  const row = watcher?.sees ? await findBelonging(db, entId, id) : undefined
  return watcher !== undefined && row !== undefined && seesCustomer(watcher, row)
}

async function findBelonging(db: Queryable, entId: EntId, id: CustomerId): Promise<Belonging | undefined> {
  const [row] = await db
    .select({ agentId: customer.agentId, relationId: customer.relationId })
    .from(customer)
    .where(and(eq(customer.entId, entId), eq(customer.id, id)))
  return row
}
