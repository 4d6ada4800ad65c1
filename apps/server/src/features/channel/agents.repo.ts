import type { AgentId, EntId, Permission } from '@ruwu/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, role } from '../../db/schema/index.ts'

/** The agents who hold a permission. */
export async function listHolders(db: Queryable, entId: EntId, permission: Permission): Promise<AgentId[]> {
  const rows = await db
    .select({ id: agent.id })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(and(eq(agent.entId, entId), eq(agent.enabled, true), sql`${permission} = any(${role.permissions})`))
  return rows.map((row) => row.id)
}

export async function isAdministrator(db: Queryable, entId: EntId, agentId: AgentId): Promise<boolean> {
  const [row] = await db
    .select({ builtin: role.builtin })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(and(eq(agent.entId, entId), eq(agent.id, agentId)))
  return row?.builtin === 'admin'
}
