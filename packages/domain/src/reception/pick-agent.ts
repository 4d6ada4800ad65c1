import type { AgentId, AssignMode, AssignRule, RelationId, TagId } from '@ruwu/contract'

const DAY_MS = 86_400_000

/** The agent fields that assignment needs. */
export type Teammate = {
  id: AgentId
  /** 在线 and with a recently connected console. */
  isOnline: boolean
  /** 当前接待, and 接待上限. */
  current: number
  limit: number
  /** 可接待账号; null: all. */
  accountScope: readonly RelationId[] | null
  lastAssignedAt: Date | null
}

/** A customer in the queue. */
export type QueuedCustomer = {
  relationId: RelationId
  tagIds: readonly TagId[]
  /** The agent who replied last. */
  lastHumanAgentId: AgentId | null
  lastHumanAt: Date | null
  /** The agent skipped after 超时回收. */
  skipAgentId: AgentId | null
  skipUntil: Date | null
}

/** Whether an agent is eligible for this customer now. */
export function isCandidate(mate: Teammate, customer: QueuedCustomer, now: Date): boolean {
  const isSkipped =
    customer.skipAgentId === mate.id && customer.skipUntil !== null && customer.skipUntil.getTime() > now.getTime()
  const mayReceive = mate.accountScope === null || mate.accountScope.includes(customer.relationId)
  return mate.isOnline && mate.current < mate.limit && mayReceive && !isSkipped
}

/**
 * The agent for a waiting customer; undefined: none eligible. `team` has a stable order; 轮流 continues after
 * the last assigned agent.
 */
export function pickAgent<Mate extends Teammate>(
  plan: { mode: AssignMode; rule: AssignRule; lastAgentId: AgentId | null },
  team: readonly Mate[],
  customer: QueuedCustomer,
  now: Date,
): Mate | undefined {
  const candidates = team.filter((mate) => isCandidate(mate, customer, now))
  switch (plan.mode) {
    case 'manual':
      return undefined
    case 'rotate':
      return nextInTurn(team, plan.lastAgentId).find((mate) => candidates.includes(mate))
    case 'idle':
      return idlest(candidates)
    case 'familiar':
      return candidates.find(({ id }) => id === familiarAgent(plan.rule, customer, now)) ?? idlest(candidates)
    case 'listed':
      return idlest(among(candidates, plan.rule.agentIds))
    case 'tag': {
      const row = plan.rule.tagRows.find(({ tagId }) => customer.tagIds.includes(tagId))
      return idlest(among(candidates, row?.agentIds ?? [])) ?? idlest(candidates)
    }
  }
}

const among = <Mate extends Teammate>(mates: readonly Mate[], ids: readonly AgentId[]) =>
  mates.filter(({ id }) => ids.includes(id))

/** The team rotated to start after an agent. */
function nextInTurn<Mate extends Teammate>(team: readonly Mate[], lastId: AgentId | null): Mate[] {
  const next = team.findIndex(({ id }) => id === lastId) + 1
  return [...team.slice(next), ...team.slice(0, next)]
}

function familiarAgent(rule: AssignRule, customer: QueuedCustomer, now: Date): AgentId | null {
  const { lastHumanAt, lastHumanAgentId } = customer
  const isRecent = lastHumanAt !== null && now.getTime() - lastHumanAt.getTime() <= rule.familiarDays * DAY_MS
  return isRecent ? lastHumanAgentId : null
}

/** The agent with the most free capacity; ties go to the longest without an assignment. */
function idlest<Mate extends Teammate>(mates: readonly Mate[]): Mate | undefined {
  const load = ({ current, limit }: Mate) => current / limit
  const assignedAt = ({ lastAssignedAt }: Mate) => lastAssignedAt?.getTime() ?? 0
  return mates.toSorted((a, b) => load(a) - load(b) || assignedAt(a) - assignedAt(b))[0]
}
