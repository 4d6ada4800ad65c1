import { isDeepStrictEqual } from 'node:util'
import type { AgentId, AiOffReason } from '@ruwu/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeReception } from './machine.ts'
import type { ReceptionCause, ReceptionState } from './reception-state.ts'
import { type StartingSituation, startingReception } from './starting-reception.ts'

const agents = ['a1', 'a2'] as AgentId[]
const agentId = fc.constantFrom(...agents)
const operator = agentId.map((operatorId) => ({ operatorId, operatorName: operatorId }))
const at = fc.option(fc.integer({ min: 1, max: 5 }).map((no) => new Date(no * 60_000)))
const situation: fc.Arbitrary<StartingSituation> = fc.record({
  accountMode: fc.constantFrom('open', 'close'),
  planMode: fc.constantFrom('ai_agent', 'manual', 'workflow'),
  isAvailable: fc.boolean(),
  isPublished: fc.boolean(),
})
const starting = situation.map(startingReception)

const cause: fc.Arbitrary<ReceptionCause> = fc.oneof(
  starting.map((to) => ({ kind: 'new_session' as const, starting: to })),
  operator.map((who) => ({ kind: 'ai_on' as const, ...who })),
  operator.map((who) => ({ kind: 'ai_off' as const, ...who })),
  fc.tuple(fc.option(agentId), at).map(([who, returnAt]) => ({
    kind: 'human_send' as const,
    sender: who && { agentId: who, agentName: who },
    returnAt,
  })),
  fc.constant({ kind: 'handoff' as const, why: '客户要求' }),
  fc.constant({ kind: 'ai_error' as const }),
  fc.boolean().map((hasOpenSession) => ({ kind: 'points_out' as const, hasOpenSession, isDailyLimit: false })),
  fc.constant({ kind: 'points_back' as const }),
  starting.map((to) => ({ kind: 'auto_return' as const, starting: to })),
  fc.constant({ kind: 'channel_off' as const }),
  fc.constant({ kind: 'channel_on' as const }),
  fc.tuple(situation, agentId).map(([now, operatorId]) => ({ kind: 'locate' as const, situation: now, operatorId })),
  operator.map((who) => ({ kind: 'workflow_on' as const, ...who })),
  operator.map((who) => ({ kind: 'workflow_off' as const, ...who })),
  fc.constant({ kind: 'workflow_start' as const, flowName: '引导', hasHumanReply: false }),
  fc
    .tuple(fc.constantFrom('handoff', 'end', 'error'), starting)
    .map(([outcome, to]) => ({ kind: 'workflow_end' as const, outcome, starting: to })),
  starting.map((to) => ({ kind: 'period_change' as const, starting: to })),
  agentId.map((who) => ({
    kind: 'receive' as const,
    agentId: who,
    agentName: who,
    reason: 'claim' as const,
    operatorId: who,
  })),
  agentId.map((who) => ({ kind: 'release' as const, agentName: who, reason: 'release' as const, operatorId: who })),
  fc.tuple(agentId, operator).map(([to, who]) => ({
    kind: 'redirect' as const,
    agentId: to,
    agentName: to,
    reason: '其它',
    ...who,
  })),
  fc.tuple(fc.boolean(), operator).map(([archive, who]) => ({ kind: 'archive' as const, archive, ...who })),
  operator.map((who) => ({ kind: 'no_return' as const, ...who })),
)

/** Only these may end what a person switched. */
const PEOPLE = new Set<ReceptionCause['kind']>(['ai_on', 'workflow_on'])

const RETURNING = new Set<AiOffReason | null>(['human_reply', 'handoff', 'error'])

/** Everything that is wrong about a change. */
function faultsOf(before: ReceptionState, why: ReceptionCause): string[] {
  const { state, events, lines, hasChanged } = changeReception(before, why)
  const isOtherType = state.receptionType !== before.receptionType
  const isSwitchedByPerson = before.aiOffReason === 'agent_toggle' && !PEOPLE.has(why.kind)
  const once = changeReception(state, why).state
  const rules: Record<string, boolean> = {
    'the epoch counts changes of the type': state.receptionEpoch - before.receptionEpoch === (isOtherType ? 1 : 0),
    'a reason exactly where the AI does not receive':
      (state.aiOffReason === null) === (state.receptionType === 'ai_agent'),
    'a return only where there can be one':
      state.autoEnableAt === null || (state.receptionType === 'manual' && RETURNING.has(state.aiOffReason)),
    'what a person switched stays':
      !isSwitchedByPerson || (state.aiOffReason === 'agent_toggle' && !isOtherType && state.autoEnableAt === null),
    'it says whether something changed': hasChanged !== isDeepStrictEqual(state, before),
    'no change is told of': hasChanged || events.length + lines.length === 0,
    'another type is a line of the thread': !isOtherType || lines.length > 0,
    'twice is once': once.receptionType === state.receptionType && once.agentId === state.agentId,
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}

test('whatever happens, a reception stays one that can be', () => {
  fc.assert(
    fc.property(situation, fc.array(cause, { maxLength: 40 }), (first, causes) => {
      const state: ReceptionState = {
        ...startingReception(first),
        receptionEpoch: 1,
        autoEnableAt: null,
        agentId: null,
        archive: false,
      }
      const faults: string[] = []
      causes.reduce((before, why) => {
        faults.push(...faultsOf(before, why).map((rule) => `${why.kind}: ${rule}`))
        return changeReception(before, why).state
      }, state)

      expect(faults).toEqual([])
    }),
    { numRuns: 1000 },
  )
})
