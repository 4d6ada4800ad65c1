import {
  ConditionGroup,
  FLOW_LIMITS,
  type FlowGraph,
  type FlowNode,
  type FlowNodeOf,
  type FlowProblem,
} from '@ruwu/contract'
import { badPatterns, countPatterns } from '../automation/condition.ts'
import { BAD_PATTERN } from '../card-rule/index.ts'
import { countCharacters } from '../form-field.ts'
import { savedTextWarnings } from '../guard/saved-text.ts'
import type { WordMatcher } from '../guard/word-matcher.ts'
import { compileWordPattern } from '../guard/word-pattern.ts'
import type { Source } from '../sources.ts'
import { exitsOf, findNode, startOf, targetOf, waysFrom } from './flow-graph.ts'
import { PROFILE_TEXT_MAX } from './flow-effect.ts'
import { type FlowReferences, isCustomField, unknownReferences } from './flow-references.ts'
import { VARIABLE_NAME } from './webhook-answer.ts'

/** Automatic messages between two messages of the customer: the platforms' limit less the place kept for a person. */
export const FLOW_MESSAGES_MAX = 5
/** Before the customer has written at all. */
export const FLOW_OPENING_MAX = 3

/** A message after so long a silence begins a new session (T2). */
const SESSION_MINUTES = 24 * 60

export const FLOW_PROBLEMS = {
  noStart: '缺少「开始」节点',
  manyStarts: '只能有一个「开始」节点',
  unreachable: '从「开始」无法到达该节点',
  openExit: (label: string) => `出口「${label}」没有连接`,
  endlessLoop: '循环中需要有「等待」或「提问」',
  tooMany: (most: number) => `客户回复前最多可能发送超过 ${most} 条消息，平台可能限制发送`,
  inBranch: (name: string, msg: string) => `分支「${name}」：${msg}`,
  longWait: '24 小时后客户的回复会开始新会话，不再走「客户回复」',
  tooManyPatterns: `所有工作流的正则最多 ${FLOW_LIMITS.patterns} 条`,
} as const

/** The checks of 发布. An `error` stops it; a `warn` is shown. */
export function validateFlow(
  graph: FlowGraph,
  references?: FlowReferences,
  /** The enterprise's 违禁词; without them the built-in ones. */
  words?: (source: Source) => WordMatcher,
): FlowProblem[] {
  const starts = graph.nodes.filter(({ type }) => type === 'start')
  const problems: FlowProblem[] = []
  const error = (nodeId: string | null, msg: string) => problems.push({ nodeId, level: 'error', msg })
  const warn = (nodeId: string, msg: string) => problems.push({ nodeId, level: 'warn', msg })

  if (starts.length === 0) error(null, FLOW_PROBLEMS.noStart)
  for (const extra of starts.slice(1)) error(extra.id, FLOW_PROBLEMS.manyStarts)
  const reached = reachable(graph)
  for (const node of graph.nodes) {
    for (const msg of lacks(graph, node)) error(node.id, msg)
    for (const msg of references ? unknownReferences(node, references) : []) error(node.id, msg)
    for (const { id, label } of exitsOf(node))
      if (targetOf(graph, node.id, id) === undefined) error(node.id, FLOW_PROBLEMS.openExit(label || id))
    if (starts.length > 0 && node.type !== 'start' && !reached.has(node.id)) error(node.id, FLOW_PROBLEMS.unreachable)
    if (node.type === 'wait' && node.data.minutes > SESSION_MINUTES) warn(node.id, FLOW_PROBLEMS.longWait)
    for (const text of textsOf(node)) for (const msg of savedTextWarnings(text, [], words)) warn(node.id, msg)
  }
  for (const id of endlessLoops(graph)) error(id, FLOW_PROBLEMS.endlessLoop)
  if (countFlowPatterns(graph) > FLOW_LIMITS.patterns) error(null, FLOW_PROBLEMS.tooManyPatterns)
  const crowded = tooManyMessages(graph)
  if (crowded) warn(crowded.nodeId, FLOW_PROBLEMS.tooMany(crowded.most))
  return problems
}

export const hasErrors = (problems: readonly FlowProblem[]): boolean => problems.some(({ level }) => level === 'error')

function reachable(graph: FlowGraph): Set<string> {
  const start = startOf(graph)
  const reached = new Set<string>(start ? [start.id] : [])
  for (const id of reached) {
    const node = findNode(graph, id)
    for (const { to } of node ? waysFrom(graph, node) : []) reached.add(to)
  }
  return reached
}

const need = (isGiven: boolean, text: string): string[] => (isGiven ? [] : [text])

/** Required fields of a node that are empty or wrong. */
function lacks(graph: FlowGraph, node: FlowNode): string[] {
  switch (node.type) {
    case 'start': {
      const { trigger } = node.data
      if (trigger.type === 'tag') return need(trigger.tagIds.length > 0, '请选择标签')
      return trigger.type === 'keyword' ? wordLacks(trigger) : []
    }
    case 'send': {
      const { variants, imageUrl, materialId } = node.data
      return need(
        variants.some((text) => text !== '') || imageUrl !== null || materialId !== null,
        '请填写要发送的内容',
      )
    }
    case 'ask':
      return [
        ...need(node.data.text !== '', '请输入问题'),
        ...need(node.data.timeoutMinutes > 0, '请输入超时分钟数'),
        ...need(node.data.retries === 0 || node.data.retryText !== '', '请输入重试话术'),
        ...(node.data.kind === 'choice' ? optionLacks(node.data.options) : []),
      ]
    case 'menu':
      return [...need(node.data.title !== '', '请输入标题'), ...optionLacks(node.data.options)]
    case 'condition':
      return [
        ...need(node.data.branches.length > 0, '请添加分支'),
        ...node.data.branches.flatMap(({ name, conditions }) =>
          conditionLacks(conditions).map((msg) => FLOW_PROBLEMS.inBranch(name, msg)),
        ),
      ]
    case 'ai':
      return need(node.data.instruction !== '', '请输入指令')
    case 'card':
      return need(node.data.materialId !== null, '请选择卡片')
    case 'tag':
      return need(node.data.add.length + node.data.remove.length > 0, '请选择标签')
    case 'field':
      return [
        ...need(node.data.field !== null, '请选择字段'),
        ...need(
          isCustomField(node.data.field) || countCharacters(node.data.value) <= PROFILE_TEXT_MAX,
          `最多 ${PROFILE_TEXT_MAX} 个字`,
        ),
      ]
    case 'assign':
      return need(node.data.to === 'familiar' || node.data.agentIds.length > 0, '请选择客服')
    case 'webhook':
      return [...need(WEBHOOK_URL.test(node.data.url), '请输入 https 地址'), ...node.data.mapping.flatMap(mappingLacks)]
    case 'jump': {
      const target = node.data.nodeId === null ? undefined : findNode(graph, node.data.nodeId)
      return need(target !== undefined && target.type !== 'start', '请选择要跳转到的节点')
    }
    case 'wait':
    case 'handoff':
    case 'end':
      return []
  }
}

/** The server decides which addresses it calls: one of this machine only in the demo. */
const WEBHOOK_URL = /^(?:https:\/\/[^\s/]+|http:\/\/(?:127\.0\.0\.1|localhost)\b)/

function mappingLacks({ path, name, field }: FlowNodeOf<'webhook'>['data']['mapping'][number]): string[] {
  if (path === '') return ['请输入应答字段']
  if (name === '' && field === null) return ['请输入变量名或选择写入的字段']
  return need(name === '' || VARIABLE_NAME.test(name), '变量名只能是文字、数字和下划线')
}

const wordLacks = ({ match, words }: { match: string; words: readonly string[] }): string[] => {
  if (words.filter((word) => word !== '').length === 0) return ['请输入关键词']
  return match === 'regex' && words.some((word) => !compileWordPattern(word)) ? [BAD_PATTERN] : []
}

function conditionLacks(conditions: ConditionGroup): string[] {
  if (conditions.items.length === 0) return ['请添加条件']
  const { error } = ConditionGroup.safeParse(conditions)
  if (error) return error.issues.slice(0, 1).map(({ message }) => message)
  return badPatterns(conditions).length > 0 ? [BAD_PATTERN] : []
}

function optionLacks(options: readonly { id: string; text: string }[]): string[] {
  if (options.length === 0) return ['请添加选项']
  if (options.some(({ text }) => text === '')) return ['请输入选项文字']
  return new Set(options.map(({ text }) => text)).size < options.length ? ['选项文字重复'] : []
}

/** Regular expressions of the trigger and of conditions. */
export const countFlowPatterns = ({ nodes }: FlowGraph): number =>
  nodes.reduce((sum, node) => {
    if (node.type === 'condition')
      return node.data.branches.reduce((all, { conditions }) => all + countPatterns(conditions), sum)
    const trigger = node.type === 'start' ? node.data.trigger : undefined
    return trigger?.type === 'keyword' && trigger.match === 'regex' ? sum + trigger.words.length : sum
  }, 0)

/** Texts that reach the customer, checked by the guard as a warning. */
function textsOf(node: FlowNode): string[] {
  switch (node.type) {
    case 'send':
      return node.data.variants
    case 'ask':
      return [node.data.text, node.data.retryText, ...node.data.options.map(({ text }) => text)]
    case 'menu':
      return [node.data.title, ...node.data.options.map(({ text }) => text)]
    case 'handoff':
      return [node.data.text]
    case 'start':
    case 'condition':
    case 'ai':
    case 'card':
    case 'tag':
    case 'field':
    case 'assign':
    case 'wait':
    case 'webhook':
    case 'jump':
    case 'end':
      return []
  }
}

/** One node of every loop along which no time passes and the customer does not act. */
function endlessLoops(graph: FlowGraph): string[] {
  const found = new Set<string>()
  const states = new Map<string, 'open' | 'done'>()
  const visit = (id: string) => {
    const node = findNode(graph, id)
    if (!node || states.get(id) === 'done') return
    if (states.get(id) === 'open') return void found.add(id)
    states.set(id, 'open')
    for (const way of waysFrom(graph, node)) if (!way.isPause) visit(way.to)
    states.set(id, 'done')
  }
  for (const { id } of graph.nodes) visit(id)
  return [...found]
}

const messagesOf = (node: FlowNode): number => {
  switch (node.type) {
    case 'send':
      return [node.data.variants.some((text) => text !== ''), node.data.imageUrl, node.data.materialId].filter(Boolean)
        .length
    case 'ask':
    case 'menu':
    case 'card':
      return 1
    case 'handoff':
      return node.data.text === '' ? 0 : 1
    case 'start':
    case 'condition':
    case 'ai':
    case 'tag':
    case 'field':
    case 'assign':
    case 'wait':
    case 'webhook':
    case 'jump':
    case 'end':
      return 0
  }
}

/** The first node at which more messages may have gone out than the platforms take before the customer answers. */
function tooManyMessages(graph: FlowGraph): { nodeId: string; most: number } | undefined {
  const start = startOf(graph)
  if (!start) return undefined
  const opening = start.data.trigger.type === 'session_start' ? FLOW_OPENING_MAX : FLOW_MESSAGES_MAX
  // The largest number of messages with which a node is reached; it only grows, and stops above the limit.
  const reached = new Map<string, { sent: number; most: number }>()
  const open: { id: string; sent: number; most: number }[] = [{ id: start.id, sent: 0, most: opening }]
  for (let at = open.pop(); at; at = open.pop()) {
    const known = reached.get(at.id)
    if (known && known.sent - known.most >= at.sent - at.most) continue
    reached.set(at.id, at)
    const node = findNode(graph, at.id)
    if (!node) continue
    const sent = at.sent + messagesOf(node)
    if (sent > at.most) return { nodeId: node.id, most: at.most }
    for (const { to, isReply } of waysFrom(graph, node))
      open.push(isReply ? { id: to, sent: 0, most: FLOW_MESSAGES_MAX } : { id: to, sent, most: at.most })
  }
  return undefined
}
