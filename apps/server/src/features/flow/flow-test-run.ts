import type { FlowGraph, FlowTestMessage } from '@ruwu/contract'
import {
  beginFlow,
  fillVariables,
  FLOW_FAILURES,
  FLOW_OUTCOME_TEXTS,
  FLOW_TEXTS,
  type FlowEffect,
  type FlowInput,
  type FlowState,
  flowEffectText,
  hasKeyword,
  isDescribedBy,
  stepFlow,
} from '@ruwu/domain'
import { z } from 'zod'
import { UserFacingError } from '../../platform/http/errors.ts'

/** Everything a test run remembers, given to the console and back. It touches no customer, so a changed one harms none. */
const TestState = z.object({
  nodeId: z.string(),
  phase: z.enum(['enter', 'wait', 'call']),
  until: z.number().nullable(),
  tries: z.number(),
  passed: z.number(),
  step: z.number(),
  variables: z.record(z.string(), z.string()),
})

const encode = (state: FlowState | null) => Buffer.from(JSON.stringify(state)).toString('base64url')

function decode(runId: string): FlowState {
  try {
    return TestState.parse(JSON.parse(Buffer.from(runId, 'base64url').toString()))
  } catch {
    throw new UserFacingError('refused', FLOW_TEXTS.testOver)
  }
}

const SAMPLE = { 客户昵称: '客户', 账号名: '账号', 客服名: '客服', 企业名: '企业' }
const STEPS_MAX = 300

/** 试运行: the interpreter of real runs with a customer who is only typed. */
export function runFlowTest(
  graph: FlowGraph,
  { runId, text, skip }: { runId?: string | undefined; text?: string | undefined; skip: boolean },
  now: Date,
) {
  const messages: FlowTestMessage[] = []
  let state: FlowState | null = runId === undefined ? (beginFlow(graph) ?? null) : decode(runId)
  if (!state) messages.push({ from: 'note', nodeId: null, text: FLOW_FAILURES.noStart })
  const last = text ?? ''

  const take = (input: FlowInput) => {
    if (!state) return
    const { nodeId } = state
    const context = {
      // Skipping a wait is the clock at its end.
      now: input.type === 'clock' ? (state.until ?? now.getTime()) : now.getTime(),
      turn: 0,
      unread: '',
      isTrue: (test: Parameters<Parameters<typeof stepFlow>[3]['isTrue']>[0]) =>
        test.type === 'message'
          ? hasKeyword(test, last)
          : test.type === 'intent' && last !== '' && isDescribedBy(last, test.text),
    }
    const step = stepFlow(graph, state, input, context)
    if (!step) return
    messages.push(...step.effects.map((effect) => shown(effect, nodeId)))
    state = step.state ?? null
    if (!step.state) messages.push({ from: 'note', nodeId, text: step.reason || FLOW_OUTCOME_TEXTS[step.outcome] })
  }

  if (runId !== undefined && text) take({ type: 'message', text })
  if (runId !== undefined && skip) take({ type: 'clock' })
  const next = (): FlowInput | undefined => {
    if (!state || state.phase === 'wait') return undefined
    return state.phase === 'enter' ? { type: 'enter' } : { type: 'result', isOk: true }
  }
  for (let left = STEPS_MAX, input = next(); input && left > 0; left -= 1, input = next()) take(input)
  return {
    runId: encode(state),
    messages,
    nodeId: state?.nodeId ?? null,
    variables: state?.variables ?? {},
    done: state === null,
  }
}

const shown = (effect: FlowEffect, nodeId: string): FlowTestMessage =>
  effect.type === 'send' && effect.message.type === 'text'
    ? { from: 'flow', nodeId, text: fillVariables(effect.message.text, SAMPLE) }
    : { from: effect.type === 'send' ? 'flow' : 'note', nodeId, text: flowEffectText(effect) }
