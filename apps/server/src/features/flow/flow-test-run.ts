import type { FlowGraph, FlowTestMessage, RelationId } from '@ruwu/contract'
import {
  beginFlow,
  type ConditionFacts,
  fillVariables,
  FLOW_FAILURES,
  FLOW_OUTCOME_TEXTS,
  FLOW_TEXTS,
  type FlowCall,
  flowCallIn,
  type FlowEffect,
  type FlowInput,
  type FlowState,
  flowEffectText,
  holdsGroup,
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
  /** What the customer typed last. */
  text: z.string(),
})

const encode = (state: FlowState | null, text: string) =>
  Buffer.from(JSON.stringify(state && { ...state, text })).toString('base64url')

function decode(runId: string): z.infer<typeof TestState> {
  try {
    return TestState.parse(JSON.parse(Buffer.from(runId, 'base64url').toString()))
  } catch {
    throw new UserFacingError('refused', FLOW_TEXTS.testOver)
  }
}

const SAMPLE = { 客户昵称: '客户', 账号名: '账号', 客服名: '客服', 企业名: '企业' }
const STEPS_MAX = 300

type TestInput = { runId?: string | undefined; text?: string | undefined; skip: boolean }
type TestWorld = {
  now: Date
  timeZone: string
  /** AI 意图, free of charge here. */
  judge(intents: readonly string[], text: string): Promise<ReadonlySet<string>>
}

/** 试运行: the interpreter of real runs with a customer who is only typed. */
export async function runFlowTest(graph: FlowGraph, { runId, text: typed, skip }: TestInput, world: TestWorld) {
  const messages: FlowTestMessage[] = []
  const { text: before = '', ...stored } = runId === undefined ? {} : decode(runId)
  const text = typed ?? before
  let state: FlowState | null = runId === undefined ? (beginFlow(graph) ?? null) : (stored as FlowState)
  let call: FlowCall | undefined
  if (!state) messages.push({ from: 'note', nodeId: null, text: FLOW_FAILURES.noStart })
  const facts = factsOf(text, world)

  const take = (input: FlowInput) => {
    if (!state) return
    const { nodeId } = state
    const step = stepFlow(graph, state, input, {
      // Skipping a wait is the clock at its end.
      now: input.type === 'clock' ? (state.until ?? world.now.getTime()) : world.now.getTime(),
      turn: 0,
      unread: '',
      holds: (conditions, intents) => holdsGroup(conditions, { ...facts, intents }),
    })
    if (!step) return
    messages.push(...step.effects.map((effect) => shown(effect, nodeId)))
    call = flowCallIn(step.effects)
    state = step.state ?? null
    if (!step.state) messages.push({ from: 'note', nodeId, text: step.reason || FLOW_OUTCOME_TEXTS[step.outcome] })
  }

  if (runId !== undefined && typed) take({ type: 'message', text: typed })
  if (runId !== undefined && skip) take({ type: 'clock' })
  const next = async (): Promise<FlowInput | undefined> => {
    if (!state || state.phase === 'wait') return undefined
    if (state.phase === 'enter') return { type: 'enter' }
    const intents = call?.type === 'judge' ? await world.judge(call.intents, text) : []
    return { type: 'result', isOk: true, intents: [...intents] }
  }
  for (let left = STEPS_MAX, input = await next(); input && left > 0; left -= 1, input = await next()) take(input)
  return {
    runId: encode(state, text),
    messages,
    nodeId: state?.nodeId ?? null,
    variables: state?.variables ?? {},
    done: state === null,
  }
}

/** A new customer of 小红书 who wrote nothing but this text. */
const factsOf = (text: string, { now, timeZone }: TestWorld): ConditionFacts => ({
  source: 'redbook',
  relationId: '' as RelationId,
  message: text === '' ? null : { type: 'text', text },
  tagIds: [],
  receptionType: 'workflow',
  agentId: null,
  isNew: true,
  isAd: false,
  hasLead: false,
  city: '',
  fields: {},
  round: 0,
  now,
  timeZone,
})

const shown = (effect: FlowEffect, nodeId: string): FlowTestMessage =>
  effect.type === 'send'
    ? { from: 'flow', nodeId, text: fillVariables(flowEffectText(effect), SAMPLE) }
    : { from: 'note', nodeId, text: flowEffectText(effect) }
