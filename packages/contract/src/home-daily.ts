import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { HomeMiss } from './home.ts'
import { AgentId, CustomerId, Instant, MessageId, RelationId } from './ids.ts'
import { LEAD_PUSH_LIMITS, ROBOT_TYPES } from './lead-push.ts'
import { TimeOfDay } from './notify-setting.ts'
import { PointItem } from './points.ts'
import { Source } from './source.ts'
import { LeadPageRow, MetricName } from './statistics.ts'
import { typedText } from './text.ts'

/** 前一日, 上周同日. */
export const DAILY_COMPARES = ['prevDay', 'lastWeekDay'] as const
export const DailyCompare = z.enum(DAILY_COMPARES)
export type DailyCompare = z.infer<typeof DailyCompare>

export const DailyFilter = z.object({
  /** A day of the enterprise's time zone before today. */
  date: z.iso.date('日期格式不正确'),
  /** A main account's id includes its sub-accounts. */
  subSourceId: RelationId.optional(),
  agentId: AgentId.optional(),
  compare: DailyCompare.default('prevDay'),
})
export type DailyFilter = z.infer<typeof DailyFilter>

/** Seconds, points or a number; a rate is a ratio. −1: there is nothing to divide by. */
const Value = z.number()

export const DailyMetric = z.object({
  name: MetricName,
  value: Value,
  base: Value,
  /** Percent; null where either value is −1. */
  changeRate: z.number().nullable(),
  /** Of the seven days up to the day: per day for numbers, over all of them for rates and times. */
  avg7d: Value,
})
export type DailyMetric = z.infer<typeof DailyMetric>

/** 未回复, 发送失败, 自动消息未发送, 情绪负面. */
export const ATTENTION_KINDS = ['unanswered', 'sendFailed', 'heldBack', 'negative'] as const
export const AttentionKind = z.enum(ATTENTION_KINDS)
export type AttentionKind = z.infer<typeof AttentionKind>

export const DailyAttention = z.object({
  kind: AttentionKind,
  customerId: CustomerId,
  /** Masked like every other name. */
  customerName: z.string(),
  messageId: MessageId.nullable(),
  at: Instant,
  /** Which automatic message was not sent, and why. */
  reason: z.string().nullable(),
})
export type DailyAttention = z.infer<typeof DailyAttention>

/** 违禁词 that the guard found in messages of an account: of one agent, or automatic ones. The most frequent word first. */
export const DailyWordHits = z.object({
  subSourceId: RelationId,
  accountName: z.string(),
  /** Null: automatic messages. */
  agentId: AgentId.nullable(),
  agentName: z.string().nullable(),
  hits: z.int32(),
  words: z.array(z.object({ word: z.string(), hits: z.int32() })),
})
export type DailyWordHits = z.infer<typeof DailyWordHits>

export const DailyAgent = z.object({
  agentId: AgentId,
  name: z.string(),
  received: Value,
  humanFirstMedian: Value,
  replyIn3m: Value,
  leadCustomers: Value,
  transferOut: Value,
})
export type DailyAgent = z.infer<typeof DailyAgent>

export const DailyAccount = z.object({
  subSourceId: RelationId,
  name: z.string(),
  source: Source,
  enterCustomers: Value,
  talkCustomers: Value,
  leadCustomers: Value,
  leadRate: Value,
})
export type DailyAccount = z.infer<typeof DailyAccount>

/** An answer of the AI that was rated 点踩. */
const BadAnswer = z.object({
  customerId: CustomerId,
  customerName: z.string(),
  messageId: MessageId,
  text: z.string(),
  at: Instant,
})

export const DailyReport = z.object({
  date: z.iso.date(),
  compare: DailyCompare,
  /** Three to five sentences. */
  summary: z.array(z.string()),
  metrics: z.array(DailyMetric),
  /** 24 hours of the day's wall clock. */
  hours: z.array(z.object({ h: z.int32(), enter: Value, unanswered: Value })),
  agents: z.array(DailyAgent),
  accounts: z.array(DailyAccount),
  ai: z.object({
    replies: z.int32(),
    aloneRate: Value,
    handoffs: z.array(z.object({ reason: z.string(), count: Value })),
    /** Of the day; `isOpen`: neither answered nor ignored since. */
    misses: z.array(HomeMiss.extend({ isOpen: z.boolean() })),
    bads: z.array(BadAnswer),
    /** More than `bads` where the list is cut. */
    badTotal: z.int32(),
  }),
  leads: z.array(LeadPageRow),
  leadTotal: z.int32(),
  attention: z.array(DailyAttention),
  /** Of each kind; the list holds the newest of them. */
  attentionTotals: z.record(AttentionKind, z.int32()),
  /** Of the day in Beijing time, by which the limits of sending count too; kept for 90 days. */
  wordHits: z.array(DailyWordHits),
  wordHitTotal: z.int32(),
  points: z.array(z.object({ item: PointItem, points: z.int32() })),
  asOf: Instant,
})
export type DailyReport = z.infer<typeof DailyReport>

/** 站内; robots of group chats: 2 钉钉, 4 企业微信. */
export const DAILY_TARGET_TYPES = [0, ...ROBOT_TYPES] as const
export type DailyTargetType = (typeof DAILY_TARGET_TYPES)[number]
export const SITE_TARGET = 0
const DAILY_TARGETS_MAX = 5

const RobotUrl = typedText(LEAD_PUSH_LIMITS.url, '地址过长').min(1, '请输入地址')

/** `url` is empty for 站内. */
const DailyTarget = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal(SITE_TARGET), url: z.literal('') }),
  z.strictObject({ type: z.literal(ROBOT_TYPES), url: RobotUrl }),
])
export type DailyTarget = z.infer<typeof DailyTarget>

/** 推送设置 of one agent: the report in the agent's own data scope. */
export const DailyPush = z
  .strictObject({
    enabled: z.boolean(),
    /** In the enterprise's time zone. */
    time: TimeOfDay,
    targets: z.array(DailyTarget).max(DAILY_TARGETS_MAX, `最多 ${DAILY_TARGETS_MAX} 个推送目标`),
  })
  .refine(({ enabled, targets }) => !enabled || targets.length > 0, { path: ['targets'], message: '请选择推送目标' })
export type DailyPush = z.infer<typeof DailyPush>

export const homeDailyApi = {
  report: endpoint({
    method: 'GET',
    path: '/v1/home/daily',
    access: 'statistics:viewPage',
    summary: '日报',
    query: DailyFilter,
    data: DailyReport,
    errors: ['notFound'],
  }),
  getPush: endpoint({
    method: 'GET',
    path: '/v1/home/daily/push',
    access: 'statistics:viewPage',
    summary: '自己的日报推送设置',
    data: DailyPush,
  }),
  savePush: endpoint({
    method: 'PUT',
    path: '/v1/home/daily/push',
    isClosedToVisitors: true,
    access: 'statistics:viewPage',
    summary: '保存自己的日报推送设置',
    audit: ['home.dailyPush'],
    body: DailyPush,
    data: DailyPush,
  }),
  /** Sends a test message at once. */
  testPush: endpoint({
    method: 'POST',
    path: '/v1/home/daily/push/test',
    isClosedToVisitors: true,
    access: 'statistics:viewPage',
    summary: '测试日报推送的机器人地址',
    body: z.strictObject({ type: z.literal(ROBOT_TYPES), url: RobotUrl }),
    data: Ok,
    errors: ['refused'],
  }),
}
