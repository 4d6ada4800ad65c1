import type { AiOffReason } from '@ruwu/contract'
import { aiEvent, archiveEvent, AI_BACK, flowEvent, infoEvent } from './reception-events.ts'
import { receptionLines as texts } from './reception-texts.ts'
import {
  AI,
  postponeReturn,
  type Change,
  stopForHuman,
  joinChanges,
  changeType,
  newSessionLines,
  manual,
  RETURNING_REASONS,
  stopAi,
  withReception,
} from './reception-moves.ts'
import type { ReceptionCause, ReceptionChange, ReceptionState } from './reception-state.ts'
import { startingReception } from './starting-reception.ts'

type Rule<Kind> = (state: ReceptionState, cause: Extract<ReceptionCause, { kind: Kind }>) => Change

/** Reasons under which the plan's period decides. */
const PLAN_REASONS: ReadonlySet<AiOffReason | null> = new Set([null, 'schedule'])

/** Reasons of manual reception under which no agent is asked for: a workflow may begin. */
const UNATTENDED_REASONS: ReadonlySet<AiOffReason | null> = new Set(['schedule', 'points', 'channel_off'])

type Attended = Pick<ReceptionState, 'receptionType' | 'aiOffReason' | 'agentId'>

/** A customer whom an agent answers or has to answer is not taken over by a workflow. */
export function mayWorkflowStart({ receptionType, aiOffReason, agentId }: Attended, hasHumanReply: boolean): boolean {
  if (receptionType !== 'manual') return receptionType === 'ai_agent'
  return UNATTENDED_REASONS.has(aiOffReason) && agentId === null && !hasHumanReply
}

/** State machine: the only way a reception changes. A cause that does not apply changes nothing. */
export function changeReception(state: ReceptionState, cause: ReceptionCause): ReceptionChange {
  const rule = rules[cause.kind] as Rule<string>
  const change = rule(state, cause)
  const same = { state, events: [], lines: [], hint: null }
  return change ? { ...same, ...change, hasChanged: true } : { ...same, hasChanged: false }
}

const rules: { [Kind in ReceptionCause['kind']]: Rule<Kind> } = {
  new_session: (state, { starting }) => {
    const opened = state.archive ? { ...state, archive: false } : state
    const events = state.archive ? [archiveEvent(false, null)] : []
    // An agent's manual switch is never undone by the system.
    const to = state.aiOffReason === 'agent_toggle' ? undefined : changeType(opened, starting, null)
    if (to) return { ...to, events: [...events, ...to.events], lines: newSessionLines(state, starting) }
    return state.archive ? { state: opened, events } : undefined
  },

  ai_on: (state, { operatorId, operatorName }) =>
    state.receptionType === 'ai_agent'
      ? undefined
      : { state: withReception(state, AI), events: [aiEvent(true, operatorId)], lines: [texts.aiOnBy(operatorName)] },

  ai_off: (state, { operatorId, operatorName }) =>
    state.receptionType === 'ai_agent'
      ? {
          state: withReception(state, manual('agent_toggle')),
          events: [aiEvent(false, operatorId)],
          lines: [texts.aiOffBy(operatorName)],
        }
      : undefined,

  human_send: (state, { sender, returnAt }) => {
    const operatorId = sender?.agentId ?? null
    const yielded =
      state.receptionType === 'manual'
        ? postponeReturn(state, returnAt, operatorId)
        : stopForHuman(state, returnAt, operatorId)
    const after = yielded?.state ?? state
    const received =
      sender && state.agentId === null
        ? rules.receive(after, { kind: 'receive', ...sender, reason: 'reply', operatorId })
        : undefined
    return joinChanges(yielded, received)
  },

  handoff: (state, { why }) => stopAi(state, 'handoff', texts.handoff(why)),

  ai_error: (state) => stopAi(state, 'error', texts.aiOff('error')),

  points_out: (state, { hasOpenSession, isDailyLimit, isSuspended }) => {
    const why = isSuspended ? texts.aiOffSuspended : isDailyLimit ? texts.aiOffForToday : () => texts.aiOff('points')
    const stopped = stopAi(state, 'points', why())
    return stopped && { ...stopped, hint: null, ...(hasOpenSession ? {} : { events: [] }) }
  },

  points_back: (state) =>
    state.receptionType === 'manual' && state.aiOffReason === 'points'
      ? { state: withReception(state, AI), events: [AI_BACK], lines: [texts.aiBackWithPoints()] }
      : undefined,

  auto_return: (state, { starting }) => {
    if (state.autoEnableAt === null) return undefined
    if (starting.receptionType === 'ai_agent')
      return { state: withReception(state, AI), events: [AI_BACK], lines: [texts.aiBack()] }
    const stayed = withReception(state, manual('schedule'))
    return { state: stayed, events: [infoEvent(stayed, null)], lines: [texts.aiNotBack()] }
  },

  channel_off: (state) =>
    state.receptionType === 'ai_agent'
      ? { state: withReception(state, manual('channel_off')), lines: [texts.aiOff('channel_off')] }
      : undefined,

  channel_on: (state) =>
    state.receptionType === 'manual' && state.aiOffReason === 'channel_off'
      ? { state: withReception(state, AI), lines: [texts.aiOnByAccount()] }
      : undefined,

  locate: (state, { situation, operatorId }) => {
    const isAiThere = situation.accountMode === 'open' && situation.isAvailable && situation.isPublished
    const isPlanned = startingReception(situation).receptionType === 'ai_agent'
    const isDue = (state.aiOffReason === 'channel_off' && isAiThere) || (state.aiOffReason === 'schedule' && isPlanned)
    return state.receptionType === 'manual' && isDue
      ? { state: withReception(state, AI), events: [aiEvent(true, operatorId)], lines: [texts.aiBack()] }
      : undefined
  },

  workflow_on: (state, { operatorId, operatorName }) =>
    state.receptionType === 'workflow'
      ? undefined
      : {
          state: withReception(state, { receptionType: 'workflow', aiOffReason: 'schedule' }),
          events: [flowEvent(true, operatorId)],
          lines: [texts.flowOnBy(operatorName)],
        },

  workflow_off: (state, { operatorId, operatorName }) =>
    state.receptionType === 'workflow'
      ? {
          state: withReception(state, manual('agent_toggle')),
          events: [flowEvent(false, operatorId)],
          lines: [texts.flowOffBy(operatorName)],
        }
      : undefined,

  workflow_start: (state, { flowName, hasHumanReply }) => {
    if (!mayWorkflowStart(state, hasHumanReply)) return undefined
    const started = changeType(state, { receptionType: 'workflow', aiOffReason: 'schedule' }, null)
    return started && { ...started, lines: [texts.flowOn(flowName)] }
  },

  workflow_end: (state, { outcome, starting }) => {
    if (state.receptionType !== 'workflow') return undefined
    const planned = starting.receptionType === 'workflow' ? manual('schedule') : starting
    const left = changeType(state, outcome === 'end' ? planned : manual(outcome), null)
    return left && { ...left, lines: [texts.flowEnd[outcome]()], hint: outcome === 'end' ? null : 'handoff' }
  },

  period_change: (state, { starting }) => {
    // points, error and channel_off are not changed by a period.
    if (!PLAN_REASONS.has(state.aiOffReason) || !PLAN_REASONS.has(starting.aiOffReason)) return undefined
    const moved = state.receptionType === starting.receptionType ? undefined : changeType(state, starting, null)
    return moved && { ...moved, lines: [texts.newPeriod(starting.receptionType)] }
  },

  receive: (state, { agentId, agentName, reason, operatorId }) =>
    state.agentId === null
      ? {
          state: { ...state, agentId },
          events: [{ type: 'rec_cus', agentId, fromAgentId: null, reason, note: null, operatorId }],
          lines: [reason === 'auto' ? texts.assigned(agentName) : texts.received(agentName)],
        }
      : undefined,

  release: (state, { agentName, reason, operatorId }) =>
    state.agentId === null
      ? undefined
      : {
          state: { ...state, agentId: null },
          events: [{ type: 'rel_cus', agentId: null, fromAgentId: state.agentId, reason, note: null, operatorId }],
          lines: [RELEASE_LINES[reason](agentName)],
          hint: reason === 'timeout' ? 'timeout_return' : null,
        },

  redirect: (state, { agentId, agentName, reason, note, operatorId, operatorName }) =>
    state.agentId === agentId
      ? undefined
      : {
          state: { ...state, agentId },
          events: [
            { type: 'redirect_cus', agentId, fromAgentId: state.agentId, reason, note: note || null, operatorId },
          ],
          lines: [
            agentId === operatorId
              ? texts.takenOver(operatorName, reason)
              : texts.redirected(operatorName, agentName, reason),
          ],
          hint: agentId === operatorId ? null : 'transferred',
        },

  archive: (state, { archive, operatorId, operatorName }) =>
    state.archive === archive
      ? undefined
      : {
          state: { ...state, archive },
          events: [archiveEvent(archive, operatorId)],
          lines: [archive ? texts.archived(operatorName) : texts.unarchived(operatorName)],
        },

  no_return: (state, { operatorId, operatorName }) => {
    if (state.receptionType !== 'manual' || !RETURNING_REASONS.has(state.aiOffReason)) return undefined
    const stayed = withReception(state, manual('agent_toggle'))
    return { state: stayed, events: [infoEvent(stayed, operatorId)], lines: [texts.noReturn(operatorName)] }
  },
}

const RELEASE_LINES = { release: texts.released, timeout: texts.returned }
