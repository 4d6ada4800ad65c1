import type { AgentId, AiOffReason } from '@ruwu/contract'
import { aiGoneEvent, AI_BACK, flowEvent, infoEvent } from './reception-events.ts'
import { receptionLines as texts } from './reception-texts.ts'
import type { BareCustomerEvent, ReceptionChange, ReceptionLine, ReceptionState } from './reception-state.ts'
import type { Reception } from './starting-reception.ts'

/** The change of a cause; undefined: none. */
export type Change = Partial<Omit<ReceptionChange, 'hasChanged'>> | undefined

/** Reasons under which an agent's message (re)schedules the AI's return. */
export const RETURNING_REASONS: ReadonlySet<AiOffReason | null> = new Set(['human_reply', 'handoff', 'error'])
/** Reasons replaced by human_reply when an agent answers. */
const YIELDING_REASONS: ReadonlySet<AiOffReason | null> = new Set(['schedule', 'points'])

export const AI: Reception = { receptionType: 'ai_agent', aiOffReason: null }
export const manual = (aiOffReason: AiOffReason): Reception => ({ receptionType: 'manual', aiOffReason })

/** The state with another reception; a change of type starts a new epoch. */
export const withReception = (
  state: ReceptionState,
  next: Reception,
  autoEnableAt: Date | null = null,
): ReceptionState => ({
  ...state,
  ...next,
  receptionEpoch: state.receptionEpoch + (next.receptionType === state.receptionType ? 0 : 1),
  autoEnableAt,
})

/** Changes the reception type as in T2, events of the leaving type first. Undefined when nothing changes. */
export function changeType(state: ReceptionState, next: Reception, operatorId: AgentId | null) {
  const moved = withReception(state, next)
  if (state.receptionType === next.receptionType) {
    const isSame = state.aiOffReason === next.aiOffReason && state.autoEnableAt === null
    return isSame ? undefined : { state: moved, events: [infoEvent(moved, operatorId)] }
  }
  const events: BareCustomerEvent[] = []
  if (state.receptionType === 'ai_agent') events.push(aiGoneEvent(moved, operatorId))
  if (state.receptionType === 'workflow') events.push(flowEvent(false, operatorId))
  if (next.receptionType === 'ai_agent') events.push(AI_BACK)
  if (next.receptionType === 'workflow') events.push(flowEvent(true, operatorId))
  return { state: moved, events }
}

export const newSessionLines = ({ receptionType }: ReceptionState, starting: Reception): ReceptionLine[] =>
  receptionType === starting.receptionType ? [] : [texts.newSession(starting.receptionType)]

export function stopAi(state: ReceptionState, reason: AiOffReason, line: ReceptionLine) {
  if (state.receptionType !== 'ai_agent') return undefined
  const stopped = withReception(state, manual(reason))
  return { state: stopped, events: [aiGoneEvent(stopped, null)], lines: [line], hint: 'handoff' as const }
}

/** An agent spoke while the AI or a workflow was answering: it stops. */
export function stopForHuman(state: ReceptionState, returnAt: Date | null, operatorId: AgentId | null) {
  const silent = withReception(state, manual('human_reply'), returnAt)
  return state.receptionType === 'ai_agent'
    ? { state: silent, events: [aiGoneEvent(silent, operatorId)], lines: [texts.aiOff('human_reply')] }
    : { state: silent, events: [flowEvent(false, operatorId)], lines: [texts.flowOffByReply()] }
}

/** An agent spoke during manual reception: the AI's return is postponed. */
export function postponeReturn(state: ReceptionState, returnAt: Date | null, operatorId: AgentId | null) {
  const aiOffReason = YIELDING_REASONS.has(state.aiOffReason) ? 'human_reply' : state.aiOffReason
  if (aiOffReason === null || !RETURNING_REASONS.has(aiOffReason)) return undefined
  const isSame = aiOffReason === state.aiOffReason && returnAt?.getTime() === state.autoEnableAt?.getTime()
  if (isSame) return undefined
  const answered = withReception(state, manual(aiOffReason), returnAt)
  return { state: answered, events: [infoEvent(answered, operatorId)], lines: [] }
}

/** Concatenates two changes. */
export function joinChanges(first: Change, second: Change): Change {
  if (!first || !second) return first ?? second
  return {
    ...second,
    events: [...(first.events ?? []), ...(second.events ?? [])],
    lines: [...(first.lines ?? []), ...(second.lines ?? [])],
  }
}
