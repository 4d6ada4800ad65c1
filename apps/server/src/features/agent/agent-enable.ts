import type { Agent, AgentId, HandedOver } from '@ruwu/contract'
import { AGENT_TEXTS } from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { type HandOver, lockTeammate } from '../../reception/index.ts'
import type { AuthService } from '../auth/index.ts'
import { checkCovers, lockLastAdmin } from './agent-rights.ts'
import { getAgent, setEnabled } from './agent.repo.ts'
import { checkRoom, emitChange, readAgent } from './agent.service.ts'

type EnableDeps = { db: Database; clock: Clock; auth: AuthService; handOver: HandOver }
type Order = { id: AgentId; enabled: boolean; handoverAgentId?: AgentId | undefined }

export type AgentEnabling = ReturnType<typeof createAgentEnabling>

/** 启用 and 停用. A disabled agent keeps its row and loses sign-ins and customers. */
export function createAgentEnabling({ db, clock, auth, handOver }: EnableDeps) {
  const enable = (caller: Caller, id: AgentId): Promise<Agent> =>
    db.transaction(async (tx) => {
      const { entId } = caller
      const before = await getAgent(tx.sql, entId, id)
      await checkCovers(tx.sql, caller, before, '不能启用权限高于自己的客服')
      if (before.enabled) return readAgent(tx.sql, entId, id)
      await checkRoom(tx.sql, entId)
      const now = clock.now()
      await setEnabled(tx.sql, before, { enabled: true }, now)
      await writeAudit(tx.sql, caller, { action: 'agent.enable', object: id, name: before.name }, now)
      const after = await readAgent(tx.sql, entId, id)
      emitChange(tx, caller, after, now)
      return after
    })

  /** A second order for a disabled agent names another colleague for the customers that are left. */
  const disable = (caller: Caller, id: AgentId, handoverAgentId: AgentId | undefined): Promise<Agent> => {
    if (id === caller.agentId) throw new UserFacingError('refused', AGENT_TEXTS.notDisableSelf)
    return db.transaction(async (tx) => {
      const { entId, agentId: disabledBy } = caller
      const before = await getAgent(tx.sql, entId, id)
      const checkLast = await lockLastAdmin(tx.sql, caller, before)
      await checkCovers(tx.sql, caller, before, '不能停用权限高于自己的客服')
      if (before.enabled) checkLast()
      const now = clock.now()
      const isOther = handoverAgentId !== undefined && handoverAgentId !== id
      const target = isOther ? await lockTeammate(tx.sql, entId, handoverAgentId, now) : undefined
      if (handoverAgentId !== undefined && !target) throw new NotFoundError('接手的客服')
      await setEnabled(tx.sql, before, { enabled: false, handoverAgentId: handoverAgentId ?? null, disabledBy }, now)
      await auth.endSessions(tx, entId, id, 'forced')
      const entry = { object: id, name: before.name, after: { handover: target?.name ?? '未分配' } }
      await writeAudit(tx.sql, caller, { action: 'agent.disable', ...entry }, now)
      const after = await readAgent(tx.sql, entId, id)
      emitChange(tx, caller, after, now)
      return after
    })
  }

  return async (caller: Caller, order: Order): Promise<{ agent: Agent } & HandedOver> => {
    const { id, enabled, handoverAgentId } = order
    if (enabled) return { agent: await enable(caller, id), redirected: 0, released: 0, left: 0 }
    await disable(caller, id, handoverAgentId)
    const moved = await handOver.begin(caller.entId, id)
    return { agent: await readAgent(db.sql, caller.entId, id), ...moved }
  }
}
