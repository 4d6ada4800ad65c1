import type { AgentId, AssignTarget } from '@ruwu/contract'
import { DEFAULT_ASSIGN_RULE, isCandidate, pickAgent } from '@ruwu/domain'
import { maskedCustomerName, notifyAgents, ownerCause } from '../../customer/notify-agents.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import { lockTeammate, noteAssignment, readTeam } from '../../reception/index.ts'
import { type Acting, type ActionDeps, type ActionDone, DONE, skipped } from './action-context.ts'

const NOBODY = '没有可接待的客服'
const REASON = '自动分配'

/** To the listed agent with the most free places, or back to the agent who answered last; a customer that one of them has stays. */
export async function assignCustomer(
  { findAccount }: ActionDeps,
  { tx, change, now }: Acting,
  name: string,
  target: AssignTarget,
): Promise<ActionDone> {
  const { customer: row } = change
  const former = row.lastHumanAgentId ? [row.lastHumanAgentId] : []
  const wanted: readonly AgentId[] = target.to === 'former' ? former : target.agentIds
  if (row.agentId && wanted.includes(row.agentId)) return skipped('客户已由所选客服接待')
  const account = await findAccount(tx.sql, row.entId, row.relationId)
  const allowed = account?.setting.agentIds ?? []
  const agentIds = wanted.filter((id) => allowed.length === 0 || allowed.includes(id))
  if (agentIds.length === 0) return skipped(NOBODY)
  const plan = { mode: 'listed', rule: { ...DEFAULT_ASSIGN_RULE, agentIds }, lastAgentId: null } as const
  let team = await readTeam(tx.sql, row.entId, now)
  for (;;) {
    const picked = pickAgent(plan, team, row, now)
    if (!picked) return skipped(NOBODY)
    // Locked and read again: the agent may have become full meanwhile.
    const mate = await lockTeammate(tx.sql, row.entId, picked.id, now)
    if (!mate || !isCandidate(mate, row, now)) {
      team = team.filter(({ id }) => id !== picked.id)
      continue
    }
    const to = { agentId: mate.id, agentName: mate.name, operatorId: null }
    changeCustomerReception(
      change,
      row.agentId === null
        ? { kind: 'receive', ...to, reason: 'auto' }
        : { kind: 'redirect', ...to, reason: REASON, operatorName: name },
      now,
    )
    await noteAssignment(tx.sql, row.entId, mate.id, now)
    const text = `${maskedCustomerName(row)} 已分配给您`
    const told = { hintType: 'assigned', text, detail: '', level: 'info', to: [mate.id] } as const
    await notifyAgents(tx, row, { ...told, cause: ownerCause(row) }, now)
    return DONE
  }
}
