import type { AgentId, CustomerId, EntId, Permission } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, customer, role } from '../../db/schema/index.ts'

const SEES: Permission = 'im:viewPage'

type Watcher = { id: AgentId; scope: 'own' | 'all' }

/** The agents of an enterprise who may look at customers, and which of them. */
export async function listWatchers(db: Queryable, entId: EntId): Promise<Watcher[]> {
  return db
    .select({ id: agent.id, scope: role.customerScope })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(and(eq(agent.entId, entId), eq(agent.enabled, true), sql`${SEES} = any(${role.permissions})`))
}

/** With the scope 本人 an agent sees their own customers and those of nobody. */
export const seesOwner = (watcher: Watcher, owner: AgentId | null) =>
  watcher.scope === 'all' || owner === null || owner === watcher.id

export const watching = (watchers: readonly Watcher[], ...owners: (AgentId | null)[]): AgentId[] =>
  watchers.filter((watcher) => owners.some((owner) => seesOwner(watcher, owner))).map((watcher) => watcher.id)

/** Who may see one customer now. */
export async function watchersOf(db: Queryable, entId: EntId, id: CustomerId): Promise<AgentId[]> {
  const [row] = await db
    .select({ agentId: customer.agentId })
    .from(customer)
    .where(and(eq(customer.entId, entId), eq(customer.id, id)))
  return row ? watching(await listWatchers(db, entId), row.agentId) : []
}

export async function maySee(db: Queryable, entId: EntId, agentId: AgentId, id: CustomerId): Promise<boolean> {
  return (await watchersOf(db, entId, id)).includes(agentId)
}
