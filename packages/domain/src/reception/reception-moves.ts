import type { AgentId, AiOffReason } from '@ruwu/contract'
import { aiGoneEvent, BACK, flowEvent, infoEvent } from './reception-events.ts'
import { receptionLines as say } from './reception-texts.ts'
import type { BareCustomerEvent, ReceptionChange, ReceptionLine, ReceptionState } from './reception-state.ts'
import type { Reception } from './starting-reception.ts'

/** What a cause makes different; undefined: nothing. */
export type Change = Partial<Omit<ReceptionChange, 'hasChanged'>> | undefined

/** After these a person's answer sets the time of the AI's return. */
export const RETURNING: ReadonlySet<AiOffReason | null> = new Set(['human_reply', 'handoff', 'error'])
/** These become human_reply when a person answers. */
const YIELDING: ReadonlySet<AiOffReason | null> = new Set(['schedule', 'points'])

export const AI: Reception = { receptionType: 'ai_agent', aiOffReason: null }
export const person = (aiOffReason: AiOffReason): Reception => ({ receptionType: 'manual', aiOffReason })

/** The state with another reception; another type is another epoch. */
export const to = (state: ReceptionState, next: Reception, autoEnableAt: Date | null = null): ReceptionState => ({
  ...state,
  ...next,
  receptionEpoch: state.receptionEpoch + (next.receptionType === state.receptionType ? 0 : 1),
  autoEnableAt,
})

/** From one reception to another as T2 tells it: the leaving one first. Undefined when it is the same in everything. */
export function move(state: ReceptionState, next: Reception, operatorId: AgentId | null) {
  const moved = to(state, next)
  if (state.receptionType === next.receptionType) {
    const isSame = state.aiOffReason === next.aiOffReason && state.autoEnableAt === null
    return isSame ? undefined : { state: moved, events: [infoEvent(moved, operatorId)] }
  }
  const events: BareCustomerEvent[] = []
  if (state.receptionType === 'ai_agent') events.push(aiGoneEvent(moved, operatorId))
  if (state.receptionType === 'workflow') events.push(flowEvent(false, operatorId))
  if (next.receptionType === 'ai_agent') events.push(BACK)
  if (next.receptionType === 'workflow') events.push(flowEvent(true, operatorId))
  return { state: moved, events }
}

export const newSessionLines = ({ receptionType }: ReceptionState, starting: Reception): ReceptionLine[] =>
  receptionType === starting.receptionType ? [] : [say.newSession(starting.receptionType)]

export function stopAi(state: ReceptionState, reason: AiOffReason, line: ReceptionLine) {
  if (state.receptionType !== 'ai_agent') return undefined
  const stopped = to(state, person(reason))
  return { state: stopped, events: [aiGoneEvent(stopped, null)], lines: [line], hint: 'handoff' as const }
}

/** A person spoke where the AI or a workflow was answering. */
export function fallSilent(state: ReceptionState, returnAt: Date | null, operatorId: AgentId | null) {
  const silent = to(state, person('human_reply'), returnAt)
  return state.receptionType === 'ai_agent'
    ? { state: silent, events: [aiGoneEvent(silent, operatorId)], lines: [say.aiOff('human_reply')] }
    : { state: silent, events: [flowEvent(false, operatorId)], lines: [say.flowOffByReply()] }
}

/** A person answered where people receive: the AI's return moves on. */
export function answer(state: ReceptionState, returnAt: Date | null, operatorId: AgentId | null) {
  const aiOffReason = YIELDING.has(state.aiOffReason) ? 'human_reply' : state.aiOffReason
  if (aiOffReason === null || !RETURNING.has(aiOffReason)) return undefined
  const isSame = aiOffReason === state.aiOffReason && returnAt?.getTime() === state.autoEnableAt?.getTime()
  if (isSame) return undefined
  const answered = to(state, person(aiOffReason), returnAt)
  return { state: answered, events: [infoEvent(answered, operatorId)], lines: [] }
}

/** Two changes, one after the other. */
export function join(first: Change, second: Change): Change {
  if (!first || !second) return first ?? second
  return {
    ...second,
    events: [...(first.events ?? []), ...(second.events ?? [])],
    lines: [...(first.lines ?? []), ...(second.lines ?? [])],
  }
}
