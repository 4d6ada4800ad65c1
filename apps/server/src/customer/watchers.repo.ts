import type { AgentId, CustomerId, EntId, Permission, RelationId } from '@ruwu/contract'
import { type ContactMask, contactMask, narrowScope } from '@ruwu/domain'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { preparedFor } from '../db/prepared.ts'
import { agent, customer, customerSetting, role } from '../db/schema/index.ts'
import { MASKS_PHONES } from './customer-setting.repo.ts'

const SEES: Permission = 'im:viewPage'
const REPLIES: Permission = 'im:replyCustomer'
const SEES_SENSITIVE: Permission = 'customer:viewSensitive'

/** An agent and the authorisation scope on customers. */
export type Watcher = {
  id: AgentId
  name: string
  scope: 'own' | 'all'
  /** Accounts in scope; null: all. */
  accounts: readonly RelationId[] | null
  sees: boolean
  replies: boolean
  /** What is masked for the agent; the same for all agents of an enterprise that it is masked for. */
  mask: ContactMask | null
}

/** The columns that decide which agents may see a customer. */
export type CustomerOwner = { agentId: AgentId | null; relationId: RelationId }

export const listWatchers = async (db: Queryable, entId: EntId): Promise<Watcher[]> =>
  (await listWatchersAndAccounts(db, entId, [])).watchers

/** The agents, and the names of these accounts, in one statement. Without any agent the names are not read. */
export async function listWatchersAndAccounts(
  db: Queryable,
  entId: EntId,
  accountIds: readonly RelationId[],
): Promise<{ watchers: Watcher[]; accountNames: Map<string, string> }> {
  const rows = await selectAll(db).execute({ entId, accountIds })
  return { watchers: rows.map(toWatcher), accountNames: new Map(Object.entries(rows[0]?.names ?? {})) }
}

export async function findWatcher(db: Queryable, entId: EntId, id: AgentId): Promise<Watcher | undefined> {
  const [row] = await selectWatchers(db, sql`null`).where(and(eq(agent.entId, entId), eq(agent.id, id)))
  return row && toWatcher(row)
}

const selectWatchers = (db: Queryable, names: SQL<Record<string, string> | null>) =>
  db
    .select({
      id: agent.id,
      name: agent.name,
      enabled: agent.enabled,
      ownAccounts: agent.accountScope,
      roleAccounts: role.accountScope,
      scope: role.customerScope,
      permissions: role.permissions,
      masksPhones: MASKS_PHONES,
      names,
    })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .leftJoin(customerSetting, eq(customerSetting.entId, agent.entId))

const selectAll = preparedFor((db) => {
  const entId = sql.placeholder('entId')
  const names = sql<Record<string, string> | null>`(select jsonb_object_agg(replace(a.id::text, '-', ''), a.name)
    from channel_account a where a.ent_id = ${entId} and a.id = any(${sql.placeholder('accountIds')}::uuid[]))`
  return selectWatchers(db, names).where(eq(agent.entId, entId)).prepare('watchers')
})

const toWatcher = (row: Omit<Awaited<ReturnType<typeof selectWatchers>>[number], 'names'>): Watcher => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  accounts: narrowScope(row.ownAccounts, row.roleAccounts),
  sees: row.enabled && row.permissions.includes(SEES),
  replies: row.enabled && row.permissions.includes(REPLIES),
  mask: contactMask(row.permissions.includes(SEES_SENSITIVE), row.masksPhones),
})

/** Authorisation rule: own customers always; others by data scope (本人: unassigned only) and account scope. */
export const seesCustomer = (
  { id, scope, accounts }: Pick<Watcher, 'id' | 'scope' | 'accounts'>,
  { agentId, relationId }: CustomerOwner,
): boolean =>
  agentId === id || ((scope === 'all' || agentId === null) && (accounts === null || accounts.includes(relationId)))

/** Agents who may see the customer. */
export const watchersFor = (watchers: readonly Watcher[], row: CustomerOwner): Watcher[] =>
  watchers.filter((watcher) => watcher.sees && seesCustomer(watcher, row))

/** Agents who could see the customer before the change and no longer may. */
export const formerWatchers = (watchers: readonly Watcher[], before: CustomerOwner, row: CustomerOwner): Watcher[] =>
  watchersFor(watchers, before).filter((watcher) => !seesCustomer(watcher, row))

/** Agents who may see one customer now. */
export async function listWatchersOf(db: Queryable, entId: EntId, id: CustomerId): Promise<Watcher[]> {
  const row = await findBelonging(db, entId, id)
  return row ? watchersFor(await listWatchers(db, entId), row) : []
}

export const listWatcherIds = async (db: Queryable, entId: EntId, id: CustomerId): Promise<AgentId[]> =>
  (await listWatchersOf(db, entId, id)).map((watcher) => watcher.id)

export async function maySeeCustomer(db: Queryable, entId: EntId, agentId: AgentId, id: CustomerId): Promise<boolean> {
  const watcher = await findWatcher(db, entId, agentId)
  const row = watcher?.sees ? await findBelonging(db, entId, id) : undefined
  return watcher !== undefined && row !== undefined && seesCustomer(watcher, row)
}

async function findBelonging(db: Queryable, entId: EntId, id: CustomerId): Promise<CustomerOwner | undefined> {
  const [row] = await db
    .select({ agentId: customer.agentId, relationId: customer.relationId })
    .from(customer)
    .where(and(eq(customer.entId, entId), eq(customer.id, id), isNull(customer.erasedAt)))
  return row
}
