import { z } from 'zod'
import { DraftConditionGroup } from './automation-condition.ts'
import { KEYWORD_MATCHES } from './card-rule.ts'
import { AgentId, FieldId, MaterialId, TagId } from './ids.ts'
import { typedText } from './text.ts'

export const FLOW_LIMITS = {
  flows: 50,
  nodes: 100,
  edges: 800,
  name: 20,
  nodeName: 20,
  note: 100,
  text: 500,
  variants: 3,
  keywords: 20,
  keyword: 50,
  menuTitle: 30,
  options: 6,
  option: 14,
  retries: 2,
  branches: 6,
  branchName: 20,
  instruction: 500,
  answers: 10,
  minutes: 10_080,
  url: 500,
  mapped: 10,
  /** Regular expressions of all published flows: those of triggers are run on every message. */
  patterns: 100,
} as const

const L = FLOW_LIMITS

/** Ids inside a graph: made by the canvas, unique in their graph. Exits hang on them, so that renaming keeps the way. */
const LocalId = z.string().regex(/^[\w-]{1,40}$/, '节点标识不正确')
const Text = typedText(L.text, `最多 ${L.text} 个字`)
const Minutes = z.int32('请输入分钟数').min(0, '分钟数不能小于 0').max(L.minutes, `最长 7 天（${L.minutes} 分钟）`)
const Option = z.object({ id: LocalId, text: typedText(L.option, `选项最多 ${L.option} 个字`) })
const Options = z.array(Option).max(L.options, `选项最多 ${L.options} 个`)

/** 会话开始, 首条消息, 关键词, 标签变化, 留资, 手动切换. */
export const FlowTrigger = z.discriminatedUnion('type', [
  z.object({ type: z.literal('session_start') }),
  z.object({ type: z.literal('first_message') }),
  z.object({
    type: z.literal('keyword'),
    match: z.enum(KEYWORD_MATCHES),
    words: z
      .array(typedText(L.keyword, `关键词最多 ${L.keyword} 个字`).min(1, '请输入关键词'))
      .max(L.keywords, `关键词最多 ${L.keywords} 个`),
  }),
  z.object({ type: z.literal('tag'), tagIds: z.array(TagId).max(20, '标签最多 20 个') }),
  z.object({ type: z.literal('lead') }),
  z.object({ type: z.literal('manual') }),
])
export type FlowTrigger = z.infer<typeof FlowTrigger>
export const FLOW_TRIGGERS = FlowTrigger.options.map((option) => option.shape.type.value)

/** Where an answer is kept: 备注名, 城市 or a custom field; null: only as a variable of the run. */
export const FlowField = z.union([z.enum(['remark', 'city']), FieldId]).nullable()
export type FlowField = z.infer<typeof FlowField>

/** 文本, 手机号, 微信, 数字, 单选. */
export const FLOW_ANSWER_KINDS = ['text', 'phone', 'wechat', 'number', 'choice'] as const
export const FlowAnswerKind = z.enum(FLOW_ANSWER_KINDS)
export type FlowAnswerKind = z.infer<typeof FlowAnswerKind>

/** Fields of every kind of node. A draft may be incomplete: what publishing needs is checked by the domain. */
export const FLOW_NODE_DATA = {
  /** 开始. Exit: next. */
  start: z.object({ trigger: FlowTrigger }),
  /** 发送: the variants take turns; then the picture, then the card. Exit: next. */
  send: z.object({
    variants: z.array(Text).max(L.variants, `文案最多 ${L.variants} 条`),
    imageUrl: typedText(500, '图片地址过长').nullable(),
    materialId: MaterialId.nullable(),
  }),
  /** 提问. Exits: next, failed (retries used up), timeout. */
  ask: z.object({
    text: Text,
    field: FlowField,
    kind: FlowAnswerKind,
    options: Options,
    retryText: typedText(200, '重试话术最多 200 个字'),
    retries: z.int32().min(0).max(L.retries, `最多重试 ${L.retries} 次`),
    timeoutMinutes: Minutes,
  }),
  /** 菜单. Exits: the ids of its options, unmatched. */
  menu: z.object({ title: typedText(L.menuTitle, `标题最多 ${L.menuTitle} 个字`), options: Options }),
  /** 条件. Exits: the ids of its branches in order, else. */
  condition: z.object({
    branches: z
      .array(
        z.object({
          id: LocalId,
          name: typedText(L.branchName, `分支名最多 ${L.branchName} 个字`),
          conditions: DraftConditionGroup,
        }),
      )
      .max(L.branches, `分支最多 ${L.branches} 个`),
  }),
  /** AI 回答: answers the customer's next messages; a trigger's message is the first. Exit: next. */
  ai: z.object({
    instruction: typedText(L.instruction, `指令最多 ${L.instruction} 个字`),
    maxAnswers: z.int32().min(1, '回答次数为 1 到 10').max(L.answers, '回答次数为 1 到 10'),
  }),
  /** 发卡. Exit: next. */
  card: z.object({ materialId: MaterialId.nullable() }),
  /** 打标签, 去标签. Exit: next. */
  tag: z.object({ add: z.array(TagId).max(20, '标签最多 20 个'), remove: z.array(TagId).max(20, '标签最多 20 个') }),
  /** 改字段. Exit: next. */
  field: z.object({ field: FlowField, value: typedText(200, '最多 200 个字') }),
  /** 分配客服: the listed agents, the least busy first; 原客服 is the agent of the last human reply. Exit: next. */
  assign: z.object({ to: z.enum(['listed', 'familiar']), agentIds: z.array(AgentId).max(50, '客服最多 50 位') }),
  /** 等待. Exits: timeout, reply. */
  wait: z.object({ minutes: Minutes }),
  /** Webhook: values of the answer (JSON) become variables of the run, fields of the customer, or both. Exits: next, failed. */
  webhook: z.object({
    url: typedText(L.url, '地址过长'),
    mapping: z
      .array(
        z.object({
          path: typedText(100, '最多 100 个字'),
          name: typedText(20, '变量名最多 20 个字'),
          field: FlowField.default(null),
        }),
      )
      .max(L.mapped, `映射最多 ${L.mapped} 个`),
  }),
  /** 跳转: goes on at the named node; no exit of its own. */
  jump: z.object({ nodeId: LocalId.nullable() }),
  /** 转人工, 结束 (T15). */
  handoff: z.object({ text: typedText(200, '话术最多 200 个字') }),
  end: z.object({}),
} as const
export type FlowNodeType = keyof typeof FLOW_NODE_DATA
export const FLOW_NODE_TYPES = Object.keys(FLOW_NODE_DATA) as FlowNodeType[]

const place = {
  id: LocalId,
  /** Given by a person; without one the kind of the node is its name. */
  name: typedText(L.nodeName, `节点名称最多 ${L.nodeName} 个字`).optional(),
  x: z.number().min(-1e6).max(1e6),
  y: z.number().min(-1e6).max(1e6),
}
const node = <Type extends FlowNodeType>(type: Type) =>
  z.object({ ...place, type: z.literal(type), data: FLOW_NODE_DATA[type] })

export const FlowNode = z.discriminatedUnion('type', [
  node('start'),
  node('send'),
  node('ask'),
  node('menu'),
  node('condition'),
  node('ai'),
  node('card'),
  node('tag'),
  node('field'),
  node('assign'),
  node('wait'),
  node('webhook'),
  node('jump'),
  node('handoff'),
  node('end'),
])
export type FlowNode = z.infer<typeof FlowNode>
export type FlowNodeOf<Type extends FlowNodeType> = Extract<FlowNode, { type: Type }>

/** `exit` is next, timeout, reply, failed, unmatched, else, or the id of an option or branch. */
export const FlowEdge = z.object({ from: LocalId, exit: LocalId, to: LocalId })
export type FlowEdge = z.infer<typeof FlowEdge>

/** Exits whose names are fixed; ids of options and branches are exits, too. */
const FIXED_EXITS: ReadonlySet<string> = new Set(['next', 'timeout', 'reply', 'failed', 'unmatched', 'else'])

/** Two options or branches of a node with one id, or with that of a fixed exit, would share a way. */
function hasSharedExit(node: z.infer<typeof FlowNode>): boolean {
  const own = node.type === 'menu' ? node.data.options : node.type === 'condition' ? node.data.branches : []
  const ids = own.map(({ id }) => id)
  return new Set(ids).size < ids.length || ids.some((id) => FIXED_EXITS.has(id))
}

export const FlowGraph = z
  .object({
    nodes: z.array(FlowNode).max(L.nodes, `节点最多 ${L.nodes} 个`),
    edges: z.array(FlowEdge).max(L.edges, '连线过多'),
  })
  .superRefine(({ nodes, edges }, context) => {
    const ids = new Set(nodes.map(({ id }) => id))
    if (ids.size < nodes.length) context.addIssue({ code: 'custom', path: ['nodes'], message: '节点标识重复' })
    if (edges.some(({ from, to }) => !ids.has(from) || !ids.has(to)))
      context.addIssue({ code: 'custom', path: ['edges'], message: '连线的节点不存在' })
    if (nodes.some(hasSharedExit))
      context.addIssue({ code: 'custom', path: ['nodes'], message: '选项或分支的标识重复' })
    // An exit leads to one place: the way of a customer is never a choice of the engine.
    const exits = new Set(edges.map(({ from, exit }) => `${from}:${exit}`))
    if (exits.size < edges.length)
      context.addIssue({ code: 'custom', path: ['edges'], message: '同一出口只能连一个节点' })
  })
export type FlowGraph = z.infer<typeof FlowGraph>
