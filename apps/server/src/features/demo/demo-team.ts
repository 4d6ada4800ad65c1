import type { AgentId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, role } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'
import { DEMO_ENT_ID } from './demo-enterprise.ts'

export type Member = { id: AgentId; name: string; builtin: string | null; roleId: string; scope: 'own' | 'all' }

export const readTeam = (db: Queryable): Promise<Member[]> =>
  db
    .select({
      id: agent.id,
      name: agent.name,
      builtin: role.builtin,
      roleId: agent.roleId,
      scope: role.customerScope,
      permissions: role.permissions,
    })
    .from(agent)
    .innerJoin(role, and(eq(role.entId, agent.entId), eq(role.id, agent.roleId)))
    .where(eq(agent.entId, DEMO_ENT_ID))

/** Who does what an administrator would do. */
export const callerOf = ({ id, scope }: Member): Caller => ({
  entId: DEMO_ENT_ID,
  agentId: id,
  sessionId: '',
  permissions: new Set(['channelAccount:bindManage', 'channelAccount:settingsEdit']),
  customerScope: scope,
  accountScope: null,
})
