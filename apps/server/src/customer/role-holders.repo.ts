import type { AgentId, BuiltinRole, EntId, RelationId } from '@ruwu/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import { agent, role } from '../db/schema/index.ts'
import { hasInScope } from './account-scope.repo.ts'

/** Enabled agents of these built-in roles who may see the account, where one is given; administrators where there are none. */
export async function listRoleHolders(
  db: Queryable,
  entId: EntId,
  roles: readonly BuiltinRole[],
  account?: RelationId,
): Promise<AgentId[]> {
  const rows = await db
    .select({ id: agent.id, role: role.builtin })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(
      and(
        eq(agent.entId, entId),
        eq(agent.enabled, true),
        inArray(role.builtin, [...roles, 'admin']),
        account && hasInScope(account),
      ),
    )
  const holders = rows.filter((row) => row.role !== null && roles.includes(row.role))
  return (holders.length > 0 ? holders : rows).map((row) => row.id)
}
