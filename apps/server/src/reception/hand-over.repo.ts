import type { AgentId, CustomerId, EntId } from '@ruwu/contract'
import { and, count, eq, exists, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { agent, customer } from '../db/schema/index.ts'

/** A disabled agent whose customers go to `handoverAgentId`, or back to 未分配. */
export type LeavingAgent = {
  entId: EntId
  id: AgentId
  name: string
  handoverAgentId: AgentId | null
  disabledBy: AgentId | null
}

const LEAVING = {
  entId: agent.entId,
  id: agent.id,
  name: agent.name,
  handoverAgentId: agent.handoverAgentId,
  disabledBy: agent.disabledBy,
}

const isOwner = (entId: EntId, agentId: AgentId): SQL | undefined =>
  and(eq(customer.entId, entId), eq(customer.agentId, agentId))

/** Disabled agents who still own customers. */
export const listLeaving = (db: Queryable): Promise<LeavingAgent[]> =>
  db
    .select(LEAVING)
    .from(agent)
    .where(
      and(
        eq(agent.enabled, false),
        exists(
          db
            .select({ one: sql`1` })
            .from(customer)
            .where(and(eq(customer.entId, agent.entId), eq(customer.agentId, agent.id))),
        ),
      ),
    )

/** Undefined while the agent is enabled. The row is locked (share), so that it stays disabled until commit. */
export async function lockLeaving(db: Queryable, entId: EntId, id: AgentId): Promise<LeavingAgent | undefined> {
  const [row] = await db
    .select(LEAVING)
    .from(agent)
    .where(and(eq(agent.entId, entId), eq(agent.id, id), eq(agent.enabled, false)))
    .for('share')
  return row
}

/** Some customers of an owner, archived ones too. */
export async function listOwned(db: Queryable, entId: EntId, agentId: AgentId, limit: number): Promise<CustomerId[]> {
  const rows = await db.select({ id: customer.id }).from(customer).where(isOwner(entId, agentId)).limit(limit)
  return rows.map((row) => row.id)
}

export async function countOwned(db: Queryable, entId: EntId, agentId: AgentId): Promise<number> {
  const [row] = await db.select({ customers: count() }).from(customer).where(isOwner(entId, agentId))
  return row?.customers ?? 0
}
