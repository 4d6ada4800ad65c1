import type { FlowField, FlowGraph, FlowNode, FlowNodeOf, FlowTest } from '@ruwu/contract'
import { hasMaskedPhone } from '../lead/index.ts'
import { MERGE_MAX_MS } from '../reception/reception-timing.ts'
import { numberedText, findOption, readAnswer } from './flow-answer.ts'
import { findNode, startOf, targetOf } from './flow-graph.ts'

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
  | { type: 'result'; isOk: boolean; variables?: Record<string, string> }
  /** The customer asks for a person (转人工 keywords): leaves any node at once. */
  | { type: 'person' }

export type FlowMessage =
  | { type: 'text'; text: string }
  | { type: 'image'; url: string }
  | { type: 'card'; materialId: string }

export type FlowEffect =
  | { type: 'send'; message: FlowMessage }
  | { type: 'tag'; add: string[]; remove: string[] }
  | { type: 'field'; field: NonNullable<FlowField>; value: string }
  /** A bare WeChat id is no lead by itself; as the answer to the question it is. */
  | { type: 'contact'; kind: 'wechat'; value: string }
  | { type: 'assign'; to: 'listed' | 'familiar'; agentIds: string[] }
  /** Calls outside the transaction; their result comes back as input. */
  | { type: 'webhook'; url: string; mapping: { path: string; name: string }[] }
  | { type: 'ai'; instruction: string }

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
  isTrue(test: FlowTest): boolean
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
  const run = { graph, node, state: { ...state, step: state.step + 1 }, context }
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
  // Only a state that waited had its count reset.
  const passed = state.phase === 'enter' ? state.passed + 1 : 0
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
      return pause(state, null, text(numberedText(node.data.title, node.data.options)))
    case 'condition': {
      const branch = node.data.branches.find(
        ({ tests }) => tests.length > 0 && tests.every((test) => context.isTrue(test)),
      )
      return leave(run, branch?.id ?? 'else')
    }
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
        effects: [{ type: 'webhook', url: node.data.url, mapping: node.data.mapping }],
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

function receiveResult(run: Run, { isOk, variables = {} }: Extract<FlowInput, { type: 'result' }>): FlowStep {
  const { node } = run
  const state = { ...run.state, variables: { ...run.state.variables, ...variables } }
  if (node.type === 'webhook') return leave({ ...run, state }, isOk ? 'next' : 'failed')
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

/** What an effect other than a text does, as 试运行 tells it. */
export function flowEffectText(effect: FlowEffect): string {
  switch (effect.type) {
    case 'send':
      return effect.message.type === 'text'
        ? effect.message.text
        : effect.message.type === 'image'
          ? '[图片]'
          : '[卡片]'
    case 'tag':
      return `添加标签 ${effect.add.length} 个，移除标签 ${effect.remove.length} 个`
    case 'field':
      return `写入字段：${effect.value}`
    case 'contact':
      return `记录微信号：${effect.value}`
    case 'assign':
      return '分配客服'
    case 'webhook':
      return `调用 ${effect.url}`
    case 'ai':
      return 'AI 回答客户'
  }
}
