import { z } from 'zod'
import { WELCOME_PARTS_MAX, WelcomePart } from './channel-setting.ts'
import { endpoint } from './endpoint.ts'
import { TimeZone } from './enterprise.ts'
import { Ok } from './envelope.ts'
import { AgentId, FlowId, Instant, MaterialId, PlanId, RelationId, TagId } from './ids.ts'
import { AiOffReason, ReceptionType } from './reception.ts'
import { typedText } from './text.ts'

export const PLAN_LIMITS = {
  plans: 50,
  name: 20,
  holidays: 100,
  holidayName: 10,
  delaySec: 30,
  everyHours: { min: 1, max: 720 },
  familiarDays: { min: 1, max: 180 },
  waitWarnSec: { min: 10, max: 600 },
  returnSec: { min: 60, max: 3600 },
  tagRows: 50,
  text: 100,
  closing: 200,
} as const

/** A week is 7 rows of 48 cells, Monday first, half an hour each. */
export const PLAN_DAYS = 7
export const PLAN_CELLS = 48

/** AI 托管, 人工接待, or a published flow. */
export const PlanMode = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('ai_agent') }),
  z.object({ mode: z.literal('manual') }),
  z.object({ mode: z.literal('workflow'), flowId: FlowId }),
])
export type PlanMode = z.infer<typeof PlanMode>

const GRID_TEXT = `时间表为 ${PLAN_DAYS} 天，每天 ${PLAN_CELLS} 格`
const PlanGrid = z.array(z.array(PlanMode).length(PLAN_CELLS, GRID_TEXT)).length(PLAN_DAYS, GRID_TEXT)
export type PlanGrid = z.infer<typeof PlanGrid>

/** 按周日, 全天 AI, 全天人工. */
export const HOLIDAY_MODES = ['sunday', 'ai_agent', 'manual'] as const
export type HolidayMode = (typeof HOLIDAY_MODES)[number]

const Holiday = z.object({
  date: z.iso.date('请选择日期'),
  mode: z.enum(HOLIDAY_MODES),
  /** 国庆节; absent: none. */
  name: typedText(PLAN_LIMITS.holidayName, `节假日名称最多 ${PLAN_LIMITS.holidayName} 个字`).optional(),
})
export type Holiday = z.infer<typeof Holiday>

const whole = (label: string, { min, max }: { min: number; max: number }, unit = '') => {
  const text = `${label}为 ${min} 到 ${max}${unit && ` ${unit}`}`
  return z.int32(text).min(min, text).max(max, text)
}

/** A card is sent by the accounts that it belongs to; others leave it out. */
export const PlanWelcomePart = z.discriminatedUnion('type', [
  ...WelcomePart.options,
  z.object({ type: z.literal('card'), materialId: MaterialId }),
])
export type PlanWelcomePart = z.infer<typeof PlanWelcomePart>

export const PlanWelcome = z
  .object({
    enabled: z.boolean(),
    parts: z.array(PlanWelcomePart).max(WELCOME_PARTS_MAX, `欢迎语最多 ${WELCOME_PARTS_MAX} 条`),
    delaySec: whole('延迟', { min: 0, max: PLAN_LIMITS.delaySec }, '秒'),
    /** Minimum interval per customer. */
    everyHours: whole('间隔', PLAN_LIMITS.everyHours, '小时'),
  })
  .refine(({ enabled, parts }) => !enabled || parts.length > 0, { path: ['parts'], message: '请添加欢迎语' })
export type PlanWelcome = z.infer<typeof PlanWelcome>

/** 手动领取, 轮流, 空闲优先, 熟客优先, 指定客服, 按标签. */
export const ASSIGN_MODES = ['manual', 'rotate', 'idle', 'familiar', 'listed', 'tag'] as const
export const AssignMode = z.enum(ASSIGN_MODES)
export type AssignMode = z.infer<typeof AssignMode>

const AgentIds = z.array(AgentId).max(200, '最多选择 200 位客服')
const RETURN_TEXT = `超时回收为 0（不回收）或 ${PLAN_LIMITS.returnSec.min} 到 ${PLAN_LIMITS.returnSec.max} 秒`

/** Assignment rule of a plan. */
export const AssignRule = z.object({
  /** For 指定客服. */
  agentIds: AgentIds,
  /** For 按标签; the first that fits. */
  tagRows: z
    .array(z.object({ tagId: TagId, agentIds: AgentIds.min(1, '请选择客服') }))
    .max(PLAN_LIMITS.tagRows, `最多 ${PLAN_LIMITS.tagRows} 行标签`),
  familiarDays: whole('熟客天数', PLAN_LIMITS.familiarDays),
  waitWarnSec: whole('等待提醒', PLAN_LIMITS.waitWarnSec, '秒'),
  /** 超时回收; 0: never. */
  returnSec: z
    .int32(RETURN_TEXT)
    .max(PLAN_LIMITS.returnSec.max, RETURN_TEXT)
    .refine((value) => value === 0 || value >= PLAN_LIMITS.returnSec.min, RETURN_TEXT),
  /** 排队话术; empty: none. */
  queueText: typedText(PLAN_LIMITS.text, `排队话术最多 ${PLAN_LIMITS.text} 个字`),
})
export type AssignRule = z.infer<typeof AssignRule>

export const ReceptionPlanFields = z.object({
  name: typedText(PLAN_LIMITS.name, `方案名最多 ${PLAN_LIMITS.name} 个字`).min(1, '请输入方案名'),
  accountIds: z.array(RelationId).max(1000, '最多选择 1000 个账号'),
  timezone: TimeZone,
  grid: PlanGrid,
  holidays: z
    .array(Holiday)
    .max(PLAN_LIMITS.holidays, `节假日最多 ${PLAN_LIMITS.holidays} 天`)
    .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, '同一天只能设置一次'),
  /** Replaces AI 托管 while the account's switch is `close`. */
  closeMode: z.discriminatedUnion('mode', [PlanMode.options[1], PlanMode.options[2]]),
  welcome: PlanWelcome,
  assign: AssignRule.extend({ mode: AssignMode })
    .refine(({ mode, agentIds }) => mode !== 'listed' || agentIds.length > 0, {
      path: ['agentIds'],
      message: '请选择客服',
    })
    .refine(({ mode, tagRows }) => mode !== 'tag' || tagRows.length > 0, { path: ['tagRows'], message: '请添加标签' }),
  /** Sent at 转人工 outside the 人工接待 periods. */
  offText: typedText(PLAN_LIMITS.text, `话术最多 ${PLAN_LIMITS.text} 个字`).min(1, '请输入话术'),
  closing: z
    .object({
      enabled: z.boolean(),
      text: typedText(PLAN_LIMITS.closing, `结束语最多 ${PLAN_LIMITS.closing} 个字`),
    })
    .refine(({ enabled, text }) => !enabled || text !== '', { path: ['text'], message: '请输入结束语' }),
  enabled: z.boolean(),
})
export type ReceptionPlanFields = z.infer<typeof ReceptionPlanFields>

export const ReceptionPlan = ReceptionPlanFields.extend({
  id: PlanId,
  isDefault: z.boolean(),
  /** Sessions that began today on accounts of this plan. */
  hitsToday: z.int32(),
  updatedBy: AgentId.nullable(),
  updatedByName: z.string(),
  updatedAt: Instant,
  version: z.int32(),
})
export type ReceptionPlan = z.infer<typeof ReceptionPlan>

/** What the guard finds in the saved texts and pictures; the plan is saved nevertheless. */
const SavedPlan = ReceptionPlan.extend({ warnings: z.array(z.string()) })

/** Accounts that may be taken from other plans; one that is not named is refused with code 40903. */
const confirmed = { moveIds: z.array(RelationId).default([]) }

/** What a customer who enters an account at a time would meet. */
export const PlanSimulation = z.object({
  planId: PlanId,
  mode: ReceptionType,
  /** Why it is not AI 托管. */
  aiOffReason: AiOffReason.nullable(),
  flowId: FlowId.nullable(),
  /** Null: none is sent. `sent`: so many of the parts go to a new customer; absent in answers of older nodes. */
  welcome: z.object({ parts: z.array(PlanWelcomePart), sent: z.int32().default(0), delaySec: z.int32() }).nullable(),
  assignMode: AssignMode,
  /** The agent whom a person's turn would go to by the present team; null: none. */
  agentId: AgentId.nullable(),
})
export type PlanSimulation = z.infer<typeof PlanSimulation>

export const receptionPlanApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/automation/reception/list',
    isRead: true,
    access: 'automation:viewPage',
    summary: '接待方案',
    data: z.array(ReceptionPlan),
  }),
  save: endpoint({
    method: 'POST',
    path: '/v1/automation/reception/save',
    access: 'automation:edit',
    summary: '新建接待方案',
    audit: ['receptionPlan.create'],
    body: ReceptionPlanFields.extend(confirmed),
    data: SavedPlan,
    errors: ['inUse', 'refused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/automation/reception/update',
    access: 'automation:edit',
    summary: '修改接待方案',
    audit: ['receptionPlan.edit'],
    body: ReceptionPlanFields.extend({ id: PlanId, version: z.int32(), ...confirmed }),
    data: SavedPlan,
    errors: ['notFound', 'stale', 'inUse', 'refused'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/automation/reception/del',
    access: 'automation:edit',
    summary: '删除接待方案，其账号回到默认方案',
    audit: ['receptionPlan.remove'],
    query: z.object({ id: PlanId }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
  simulate: endpoint({
    method: 'POST',
    path: '/v1/automation/reception/simulate',
    isRead: true,
    access: 'automation:viewPage',
    summary: '模拟：某账号在某时刻由谁接待',
    body: z.object({ relationId: RelationId, at: Instant }),
    data: PlanSimulation,
    errors: ['notFound'],
  }),
}

/** A plan was created, changed or deleted: open lists are fetched again. */
export const ReceptionPlanEvent = z.object({
  type: z.literal('reception_plan_change'),
  planId: PlanId,
  at: Instant,
  operatorId: AgentId.nullable(),
})
export type ReceptionPlanEvent = z.infer<typeof ReceptionPlanEvent>
