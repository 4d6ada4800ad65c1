import type { ConditionGroup, FlowField, FlowGraph, FlowNode, FlowNodeOf } from '@ruwu/contract'
import { intentsOf } from '../automation/condition.ts'
import { hasMaskedPhone } from '../lead/index.ts'
import { MERGE_MAX_MS } from '../reception/reception-timing.ts'
import { findOption, numberedText, readAnswer } from './flow-answer.ts'
import type { FlowEffect } from './flow-effect.ts'
import { findNode, startOf, targetOf } from './flow-graph.ts'
import { mappedValues } from './webhook-answer.ts'

/** Where a run stands. Stored between two steps; a step reads it and nothing else of the run. */
export type FlowState = {
  nodeId: string
  /** `enter`: the node is executed next. `wait`: for a message or the time. `call`: for the answer of another system. */
  phase: 'enter' | 'wait' | 'call'
  /** End of the wait in ms; null: only a message ends it. At a call of the AI: when its 合并等待 ends at the latest. */
  until: number | null
  /** Retries of the question, or answers of the AI, at this node. */
  tries: number
  /** Nodes passed since the last pause: bounds a loop that the checks of 发布 did not see. */
  passed: number
  /** Steps executed: numbers the step for its log row and its idempotency key. */
  step: number
  variables: Record<string, string>
}

export type FlowInput =
  /** Execute the node. */
  | { type: 'enter' }
  /** The customer wrote. */
  | { type: 'message'; text: string }
  /** The wait may be over. */
  | { type: 'clock' }
  /** The answer of the called system. */
  | { type: 'result'; isOk: boolean; body?: unknown; intents?: readonly string[] }
  /** The customer asks for a person (转人工 keywords): leaves any node at once. */
  | { type: 'person' }

/** A call that could not be made, or was not answered. */
export const FLOW_CALL_FAILED = { type: 'result', isOk: false } as const satisfies FlowInput

/** T15: 转人工, 结束, or a failure with its reason. */
export type FlowOutcome = 'handoff' | 'end' | 'error'

export type FlowStep = { effects: FlowEffect[] } & (
  | { state: FlowState }
  | { outcome: FlowOutcome; reason: string; state?: undefined }
)

/** What a step reads of the world. */
export type FlowContext = {
  now: number
  /** Picks a text variant: the number of the run, so that customers get them in turn. */
  turn: number
  /** Customer messages that no node has read yet, joined; '' without any. */
  unread: string
  /** Whether the conditions hold for the customer now, given the intents that the AI found. */
  holds(conditions: ConditionGroup, intents: ReadonlySet<string>): boolean
}

const MINUTE_MS = 60_000
/** More nodes than a graph can have, twice: only a loop without a pause gets there. */
const PASSED_MAX = 200

export const FLOW_FAILURES = {
  noStart: '缺少开始节点',
  notStartable: '方案中的工作流已停用或不适用于该账号',
  late: '消息延迟送达，不再开始工作流',
  deletedNode: '所在节点已被删除',
  openExit: '出口没有连接',
  loop: '循环次数过多',
  call: '外部调用失败',
  step: '步骤多次执行失败',
} as const

/** The state a run begins with; undefined: the graph has no start. */
export function beginFlow(graph: FlowGraph): FlowState | undefined {
  const start = startOf(graph)
  return start && { nodeId: start.id, phase: 'enter', until: null, tries: 0, passed: 0, step: 0, variables: {} }
}

/** State machine of a run: one step. Undefined: the input does not concern this state. */
export function stepFlow(
  graph: FlowGraph,
  state: FlowState,
  input: FlowInput,
  context: FlowContext,
): FlowStep | undefined {
  if (input.type === 'person') return { effects: [], outcome: 'handoff', reason: '' }
  const node = findNode(graph, state.nodeId)
  if (!node) return fail(FLOW_FAILURES.deletedNode)
  // A wait begins the count of passed nodes anew; a call does not.
  const passed = state.phase === 'wait' ? 0 : state.passed
  const run = { graph, node, state: { ...state, passed, step: state.step + 1 }, context }
  if (state.phase === 'enter') return input.type === 'enter' ? enter(run) : undefined
  if (state.phase === 'call') return input.type === 'result' ? receiveResult(run, input) : undefined
  if (input.type === 'message') return receiveMessage(run, input.text)
  const isOver = input.type === 'clock' && state.until !== null && context.now >= state.until
  return isOver ? leave(run, 'timeout') : undefined
}

/** When the run has to be looked at again; null: only when the customer writes. */
export const flowDue = ({ phase, until }: FlowState, now: number): number | null => (phase === 'wait' ? until : now)

type Run = { graph: FlowGraph; node: FlowNode; state: FlowState; context: FlowContext }

const fail = (reason: string): FlowStep => ({ effects: [], outcome: 'error', reason })

/** On to the node behind an exit. */
function leave({ graph, node, state }: Run, exit: string, effects: FlowEffect[] = []): FlowStep {
  const to = targetOf(graph, node.id, exit)
  return to === undefined ? { ...fail(FLOW_FAILURES.openExit), effects } : goTo(state, to, effects)
}

function goTo(state: FlowState, nodeId: string, effects: FlowEffect[] = []): FlowStep {
  const passed = state.passed + 1
  if (passed > PASSED_MAX) return { ...fail(FLOW_FAILURES.loop), effects }
  return { effects, state: { ...state, nodeId, phase: 'enter', until: null, tries: 0, passed } }
}

const pause = (state: FlowState, until: number | null, effects: FlowEffect[] = []): FlowStep => ({
  effects,
  state: { ...state, phase: 'wait', until },
})

const text = (value: string): FlowEffect[] =>
  value === '' ? [] : [{ type: 'send', message: { type: 'text', text: value } }]

function enter(run: Run): FlowStep {
  const { node, state, context } = run
  const until = (minutes: number) => context.now + minutes * MINUTE_MS
  switch (node.type) {
    case 'start':
      return leave(run, 'next')
    case 'send':
      return leave(run, 'next', messagesOf(node.data, context.turn))
    case 'ask': {
      const question = node.data.kind === 'choice' ? numberedText(node.data.text, node.data.options) : node.data.text
      return pause(state, until(node.data.timeoutMinutes), text(question))
    }
    case 'menu':
      return pause(state, null, [{ type: 'send', message: { type: 'menu', ...node.data } }])
    case 'condition':
      return choose({ ...run, node })
    case 'ai':
      return context.unread === '' ? pause(state, null) : askAi(run, node.data.instruction)
    case 'card':
      return leave(run, 'next', card(node.data.materialId))
    case 'tag':
      return leave(run, 'next', [{ type: 'tag', ...node.data }])
    case 'field':
      return leave(run, 'next', keep(node.data.field, node.data.value))
    case 'assign':
      return leave(run, 'next', [{ type: 'assign', ...node.data }])
    case 'wait':
      return node.data.minutes === 0 ? leave(run, 'timeout') : pause(state, until(node.data.minutes))
    case 'webhook':
      return {
        effects: [{ type: 'webhook', nodeId: node.id, url: node.data.url }],
        state: { ...state, phase: 'call' },
      }
    case 'jump':
      return node.data.nodeId === null ? fail(FLOW_FAILURES.openExit) : goTo(state, node.data.nodeId)
    case 'handoff':
      return { effects: text(node.data.text), outcome: 'handoff', reason: '' }
    case 'end':
      return { effects: [], outcome: 'end', reason: '' }
  }
}

const NONE: ReadonlySet<string> = new Set()

type AtCondition = Run & { node: FlowNodeOf<'condition'> }

/** The first branch whose conditions hold. The AI is asked only where its verdict can change which one that is. */
function choose(run: AtCondition): FlowStep {
  const { branches } = run.node.data
  const sure = findBranch(run, NONE)
  const before = sure ? branches.slice(0, branches.indexOf(sure)) : branches
  const intents = [...new Set(before.flatMap(({ conditions }) => intentsOf(conditions)))]
  if (intents.length === 0) return leave(run, sure?.id ?? 'else')
  return { effects: [{ type: 'judge', intents }], state: { ...run.state, phase: 'call' } }
}

const findBranch = ({ node, context }: AtCondition, intents: ReadonlySet<string>) =>
  node.data.branches.find(({ conditions }) => conditions.items.length > 0 && context.holds(conditions, intents))

/** Without a verdict of the AI the other conditions decide. */
function chooseJudged(run: AtCondition, found: readonly string[]): FlowStep {
  const branch = findBranch(run, new Set(found))
  const used = found.filter((intent) => branch && intentsOf(branch.conditions).includes(intent))
  const isUsed = used.length > 0 && branch !== findBranch(run, NONE)
  return leave(run, branch?.id ?? 'else', isUsed ? [{ type: 'judged', intents: used }] : [])
}

function receiveMessage(run: Run, message: string): FlowStep | undefined {
  const { node, state, context } = run
  switch (node.type) {
    case 'ask': {
      const answer = readAnswer(node.data, message)
      if (answer !== undefined) {
        const answered = { ...state, variables: { ...state.variables, [node.id]: answer } }
        const contact: FlowEffect[] =
          node.data.kind === 'wechat' ? [{ type: 'contact', kind: 'wechat', value: answer }] : []
        return leave({ ...run, state: answered }, 'next', [...contact, ...keep(node.data.field, answer)])
      }
      // Asked again, the platform would mask the number again.
      if (state.tries >= node.data.retries || isMasked(node, message)) return leave(run, 'failed')
      const until = context.now + node.data.timeoutMinutes * MINUTE_MS
      return pause({ ...state, tries: state.tries + 1 }, until, text(node.data.retryText))
    }
    case 'menu':
      return leave(run, findOption(message, node.data.options)?.id ?? 'unmatched')
    case 'ai':
      return askAi(run, node.data.instruction)
    case 'wait':
      return leave(run, 'reply')
    case 'start':
    case 'send':
    case 'condition':
    case 'card':
    case 'tag':
    case 'field':
    case 'assign':
    case 'webhook':
    case 'jump':
    case 'handoff':
    case 'end':
      return undefined
  }
}

function receiveResult(run: Run, { isOk, body, intents = [] }: Extract<FlowInput, { type: 'result' }>): FlowStep {
  const { node, state } = run
  if (node.type === 'condition') return chooseJudged({ ...run, node }, intents)
  if (node.type === 'webhook') {
    if (!isOk) return leave(run, 'failed')
    const values = mappedValues(node.data.mapping, body)
    const named = Object.fromEntries(values.flatMap(({ name, value }) => (name === '' ? [] : [[name, value]])))
    const answered = { ...state, variables: { ...state.variables, ...named } }
    return leave(
      { ...run, state: answered },
      'next',
      values.flatMap(({ field, value }) => keep(field, value)),
    )
  }
  if (node.type !== 'ai' || !isOk) return fail(FLOW_FAILURES.call)
  const answered = { ...state, tries: state.tries + 1 }
  return answered.tries >= node.data.maxAnswers ? leave({ ...run, state: answered }, 'next') : pause(answered, null)
}

const isMasked = ({ data }: FlowNodeOf<'ask'>, message: string): boolean =>
  (data.kind === 'phone' || data.kind === 'wechat') && hasMaskedPhone(message)

const askAi = ({ state, context }: Run, instruction: string): FlowStep => ({
  effects: [{ type: 'ai', instruction }],
  state: { ...state, phase: 'call', until: context.now + MERGE_MAX_MS },
})

const card = (materialId: string | null): FlowEffect[] =>
  materialId === null ? [] : [{ type: 'send', message: { type: 'card', materialId } }]

const keep = (field: FlowField, value: string): FlowEffect[] =>
  field === null ? [] : [{ type: 'field', field, value }]

function messagesOf(
  { variants, imageUrl, materialId }: Extract<FlowNode, { type: 'send' }>['data'],
  turn: number,
): FlowEffect[] {
  const written = variants.filter((each) => each !== '')
  return [
    ...text(written[turn % written.length] ?? ''),
    ...(imageUrl === null ? [] : [{ type: 'send' as const, message: { type: 'image' as const, url: imageUrl } }]),
    ...card(materialId),
  ]
}
