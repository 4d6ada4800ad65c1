import type { AgentId, CustomerId, EntId, Permission } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, customer, role } from '../../db/schema/index.ts'

const SEES: Permission = 'im:viewPage'
const SEES_SENSITIVE: Permission = 'customer:viewSensitive'

/** An agent, and how much of the customers they may see. */
export type Watcher = { id: AgentId; name: string; scope: 'own' | 'all'; sees: boolean; seesSensitive: boolean }

/** All agents of an enterprise. */
export async function listWatchers(db: Queryable, entId: EntId): Promise<Watcher[]> {
  const rows = await db
    .select({
      id: agent.id,
      name: agent.name,
      enabled: agent.enabled,
      scope: role.customerScope,
      permissions: role.permissions,
    })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(eq(agent.entId, entId))
  return rows.map(({ id, name, scope, enabled, permissions }) => ({
    id,
    name,
    scope,
    sees: enabled && permissions.includes(SEES),
    seesSensitive: permissions.includes(SEES_SENSITIVE),
  }))
}

/** With the scope 本人 an agent sees their own customers and those of nobody. */
export const seesOwner = (watcher: Pick<Watcher, 'id' | 'scope'>, owner: AgentId | null) =>
  watcher.scope === 'all' || owner === null || owner === watcher.id

export const watching = (watchers: readonly Watcher[], ...owners: (AgentId | null)[]): Watcher[] =>
  watchers.filter((watcher) => watcher.sees && owners.some((owner) => seesOwner(watcher, owner)))

/** Who may see one customer now. */
export async function watchersOf(db: Queryable, entId: EntId, id: CustomerId): Promise<AgentId[]> {
  const [row] = await db
    .select({ agentId: customer.agentId })
    .from(customer)
    .where(and(eq(customer.entId, entId), eq(customer.id, id)))
  return row ? watching(await listWatchers(db, entId), row.agentId).map((watcher) => watcher.id) : []
}

export async function maySee(db: Queryable, entId: EntId, agentId: AgentId, id: CustomerId): Promise<boolean> {
  return (await watchersOf(db, entId, id)).includes(agentId)
}
