import { z } from 'zod'
import { AutomationAction } from './automation-action.ts'
import { ConditionGroup, type ConditionItem, ConditionResult } from './automation-condition.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, AutomationRuleId, AutomationRunId, CustomerId, Instant, MessageId, RelationId } from './ids.ts'
import { cursorFields, cursorPageOf } from './paging.ts'
import { typedText } from './text.ts'

export const RULE_LIMITS = {
  rules: 100,
  /** Regular expressions in the conditions of all rules: each is run on every message. */
  patterns: 100,
  name: 20,
  actions: 20,
  accounts: 200,
  /** Of 客服 / 客户 N 分钟未回复: 30 days. */
  minutes: 43_200,
  /** Of 同一客户间隔: 30 days. */
  interval: 43_200,
} as const

/**
 * 客户首次进线, 收到消息, 发出消息, 归属变化, 标签变化, 归档, 取消归档, AI 开启, AI 关闭, 转人工, 留资, 复制微信, 发送失败, 客服 N 分钟未回复, 客户 N 分钟未回复.
 */
export const RULE_EVENTS = [
  'first_enter',
  'message_in',
  'message_out',
  'owner_change',
  'tag_change',
  'archive',
  'unarchive',
  'ai_on',
  'ai_off',
  'handoff',
  'lead',
  'wechat_copy',
  'send_failed',
  'agent_silent',
  'customer_silent',
] as const
export type RuleEventType = (typeof RULE_EVENTS)[number]

/** Events that come after a time without an answer. */
export const TIMED_EVENTS = ['agent_silent', 'customer_silent'] as const satisfies RuleEventType[]

const isTimedEvent = (type: RuleEventType) => (TIMED_EVENTS as readonly RuleEventType[]).includes(type)

const INTERVAL_TEXT = `间隔为 0（不限）到 ${RULE_LIMITS.interval} 分钟`
const MINUTES_TEXT = `分钟数为 1 到 ${RULE_LIMITS.minutes}`

/** `minutes` belongs to the events that wait for an answer. */
export const RuleEvent = z
  .object({
    type: z.enum(RULE_EVENTS),
    minutes: z.int32(MINUTES_TEXT).min(1, MINUTES_TEXT).max(RULE_LIMITS.minutes, MINUTES_TEXT).optional(),
  })
  .refine(({ type, minutes }) => minutes !== undefined || !isTimedEvent(type), {
    path: ['minutes'],
    message: '请输入分钟数',
  })
  .refine(({ type, minutes }) => minutes === undefined || isTimedEvent(type), {
    path: ['minutes'],
    message: '该事件没有分钟数',
  })
export type RuleEvent = z.infer<typeof RuleEvent>

/** 草稿, 启用, 停用, 异常已停. */
export const RULE_STATUSES = ['draft', 'on', 'off', 'stopped'] as const
export type RuleStatus = (typeof RULE_STATUSES)[number]

const hasIntent = (item: ConditionItem): boolean =>
  item.type === 'group' ? item.items.some(hasIntent) : item.type === 'intent'

export const RuleFields = z.object({
  name: typedText(RULE_LIMITS.name, `规则名称最多 ${RULE_LIMITS.name} 个字`).min(1, '请输入规则名称'),
  /** Empty: all accounts. */
  accountIds: z.array(RelationId).max(RULE_LIMITS.accounts, `最多 ${RULE_LIMITS.accounts} 个账号`).default([]),
  event: RuleEvent,
  /** AI 意图 is a condition of flows: the rules of an event are judged at once, without a call. */
  conditions: ConditionGroup.refine(({ items }) => !items.some(hasIntent), {
    path: ['items'],
    message: '规则不支持 AI 意图',
  }),
  actions: z
    .array(AutomationAction)
    .min(1, '请添加动作')
    .max(RULE_LIMITS.actions, `动作最多 ${RULE_LIMITS.actions} 个`),
  /** 命中即止: rules after it are not evaluated for the same event. */
  stopOnMatch: z.boolean().default(false),
  /** 同一客户间隔: a rule that ran for a customer is not fired for them again within so many minutes; 0: no limit. */
  intervalMinutes: z.int32(INTERVAL_TEXT).min(0, INTERVAL_TEXT).max(RULE_LIMITS.interval, INTERVAL_TEXT).default(0),
  status: z.enum(['draft', 'on', 'off']),
})
export type RuleFields = z.infer<typeof RuleFields>

export const AutomationRule = RuleFields.extend({
  id: AutomationRuleId,
  status: z.enum(RULE_STATUSES),
  position: z.int32(),
  /** Runs of the last 7 days: all; done; with a message held back and nothing failed (absent in answers of older nodes); with a failed action. */
  runs7d: z.object({ fired: z.int32(), ok: z.int32(), blocked: z.int32().default(0), failed: z.int32() }),
  updatedByName: z.string(),
  updatedAt: Instant,
  version: z.int32(),
  /** Of Webhook actions; only in the answer to the call that saved the first one. */
  secret: z.string().optional(),
})
export type AutomationRule = z.infer<typeof AutomationRule>

/** What the guard finds in the saved messages; the rule is saved nevertheless. */
const SavedRule = AutomationRule.extend({ warnings: z.array(z.string()) })

/** Done; left out for a stated reason; held back by the guard or the quota; failed. */
export const ACTION_RESULTS = ['done', 'skipped', 'blocked', 'failed'] as const
export type ActionResult = (typeof ACTION_RESULTS)[number]

/** One action of a run, in order. */
export const ActionOutcome = z.object({ text: z.string(), result: z.enum(ACTION_RESULTS), error: z.string() })
export type ActionOutcome = z.infer<typeof ActionOutcome>

export const RuleRun = z.object({
  id: AutomationRunId,
  at: Instant,
  customerId: CustomerId,
  customerName: z.string(),
  result: z.enum(ACTION_RESULTS),
  ms: z.int32(),
  /** The first reason why an action was not done; empty when all were. */
  error: z.string(),
  actions: z.array(ActionOutcome),
})
export type RuleRun = z.infer<typeof RuleRun>

/** A past message of a customer, and whether the rule's conditions hold for it now. */
export const RuleSample = z.object({
  messageId: MessageId,
  customerId: CustomerId,
  customerName: z.string(),
  text: z.string(),
  at: Instant,
  pass: z.boolean(),
})
export type RuleSample = z.infer<typeof RuleSample>

export const RuleTrial = z.object({
  /** Whether the actions would run. */
  pass: z.boolean(),
  conditions: z.array(ConditionResult),
  /** Of a saved rule. */
  actions: z.array(z.string()),
})
export type RuleTrial = z.infer<typeof RuleTrial>

const byId = z.object({ id: AutomationRuleId })

const RuleDraft = RuleFields.pick({ accountIds: true, conditions: true })
export type RuleDraft = z.infer<typeof RuleDraft>

/** A saved rule, or one that is being written. */
const tried = { id: AutomationRuleId.optional(), draft: RuleDraft.optional() }

export const automationRuleApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/automation/rule/list',
    isRead: true,
    access: 'automation:viewPage',
    summary: '规则，按顺序',
    data: z.array(AutomationRule),
  }),
  save: endpoint({
    method: 'POST',
    path: '/v1/automation/rule/save',
    access: 'automation:edit',
    summary: '新建规则；需要每个动作的权限',
    audit: ['automationRule.create'],
    body: RuleFields,
    data: SavedRule,
    errors: ['refused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/automation/rule/update',
    access: 'automation:edit',
    summary: '修改规则；需要每个动作的权限',
    audit: ['automationRule.edit'],
    body: RuleFields.extend({ id: AutomationRuleId, version: z.int32() }),
    data: SavedRule,
    errors: ['notFound', 'stale', 'refused'],
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/v1/automation/rule/enable',
    access: 'automation:edit',
    summary: '启用或停用规则；启用需要每个动作的权限',
    audit: ['automationRule.enable'],
    body: byId.extend({ enabled: z.boolean() }),
    data: AutomationRule,
    errors: ['notFound', 'refused'],
  }),
  move: endpoint({
    method: 'POST',
    path: '/v1/automation/rule/move',
    access: 'automation:edit',
    summary: '调整规则的顺序',
    body: byId.extend({ targetPosition: z.int32().min(0) }),
    data: z.array(AutomationRule),
    errors: ['notFound'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/automation/rule/del',
    access: 'automation:edit',
    summary: '删除规则；等待中的动作不再执行',
    audit: ['automationRule.remove'],
    query: byId,
    data: Ok,
    errors: ['notFound'],
  }),
  samples: endpoint({
    method: 'POST',
    path: '/v1/automation/rule/samples',
    isRead: true,
    access: 'automation:viewPage',
    summary: '试跑可选的客户消息，最近的在前',
    body: z.object(tried),
    data: z.array(RuleSample),
    errors: ['notFound', 'refused'],
  }),
  try: endpoint({
    method: 'POST',
    path: '/v1/automation/rule/try',
    isRead: true,
    access: 'automation:viewPage',
    summary: '试跑规则：逐条判断条件，不执行动作',
    body: z.object({
      ...tried,
      messageId: MessageId.optional(),
      /** Typed text stands for a message of the customer, or of a new customer without one (of the rule's first account). */
      text: typedText(1000, '最多 1000 个字').optional(),
      customerId: CustomerId.optional(),
    }),
    data: RuleTrial,
    errors: ['notFound', 'refused'],
  }),
  log: endpoint({
    method: 'POST',
    path: '/v1/automation/rule/log',
    isRead: true,
    access: 'automation:viewPage',
    summary: '规则的运行记录，最近的在前',
    body: byId.extend(cursorFields(50)),
    data: cursorPageOf(RuleRun),
    errors: ['notFound'],
  }),
}

/** Rules changed; open lists fetch them again. */
export const AutomationRuleEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('automation_rule_change'), at: Instant, operatorId: AgentId.nullable() }),
])
export type AutomationRuleEvent = z.infer<typeof AutomationRuleEvent>
