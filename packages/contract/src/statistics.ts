import { z } from 'zod'
import { checkRange, DatePreset, dayFields, Granularity } from './date-range.ts'
import { endpoint } from './endpoint.ts'
import { AgentId, CustomerId, Instant, LeadId, MessageId, MissId, RelationId, SessionId, TagId } from './ids.ts'
import { LeadExtractor, LeadKind, LeadResult } from './lead.ts'
import { LeadStatus } from './lead-status.ts'
import { pageFields, sortFields } from './paging.ts'
import { RECEPTION_TYPES, ReceptionType } from './reception.ts'
import { Source, SOURCES } from './source.ts'
import { typedText } from './text.ts'

/** Figures of /bi, /home and /home/daily; their labels and definitions are in the domain's catalogue. */
export const METRICS = [
  'enterCustomers',
  'newCustomers',
  'sessions',
  'talkCustomers',
  'talkRate',
  'validSessions',
  'threeSentenceRate',
  'leadCustomers',
  'leadRate',
  'enterLeadRate',
  'leads',
  'aiLeadShare',
  'cardSent',
  'cardSendRate',
  'cardCopyRate',
  'cardSubmitRate',
  'cardLeadRate',
  'cardResponders',
  'humanFirst',
  'humanFirstMedian',
  'humanFirstP90',
  'aiFirst',
  'humanResponse',
  'aiResponse',
  'replyIn30s',
  'replyIn1m',
  'replyIn3m',
  'unanswered',
  'missRate',
  'sessionLength',
  'rounds',
  'aiSessions',
  'aiShare',
  'aiAloneRate',
  'handoffRate',
  'hitRate',
  'misses',
  'goodRate',
  'badRate',
  'suggestionRate',
  'wakeRate',
  'savedLeads',
  'pointsUsed',
  'pointsPerSession',
  'pointsPerLead',
  'onlineTime',
  'received',
  'replies',
  'transferIn',
  'transferOut',
  'timeoutReturn',
] as const
export const MetricName = z.enum(METRICS)
export type MetricName = z.infer<typeof MetricName>

/** 广告, 自然. */
export const TRAFFICS = ['ad', 'organic'] as const
export const Traffic = z.enum(TRAFFICS)
export type Traffic = z.infer<typeof Traffic>

const CHOICES_MAX = 200

const filterFields = {
  range: DatePreset.default('recent7Days'),
  ...dayFields,
  sources: z.array(Source).max(SOURCES.length).default([]),
  /** A main account's id includes its sub-accounts. */
  subSourceIds: z.array(RelationId).max(CHOICES_MAX).default([]),
  /** Senders, not owners: sessions in which one of them wrote, turns that one of them answered. */
  agentIds: z.array(AgentId).max(CHOICES_MAX).default([]),
  /** Customers that have one of them now. */
  tagIds: z.array(TagId).max(CHOICES_MAX).default([]),
  /** Sessions that were received like this at any time. */
  receptionTypes: z.array(ReceptionType).max(RECEPTION_TYPES.length).default([]),
  traffic: Traffic.optional(),
  granularity: Granularity.default('day'),
  compare: z.boolean().default(true),
  /** 仅接待时间: response times count only inside the periods of the account's 接待方案. */
  workingHoursOnly: z.boolean().default(false),
}

export const StatisticsFilter = z.object(filterFields).superRefine(checkRange)
export type StatisticsFilter = z.infer<typeof StatisticsFilter>

/** Tabs whose summary is a list of figures. */
export const SUMMARY_TABS = ['overview', 'reception', 'ai'] as const
/** 未命中 of the AI. */
export const MISSED_SORTS = ['times', 'lastAt'] as const
export const SummaryFilter = z
  .object({ ...filterFields, tab: z.enum(SUMMARY_TABS), ...sortFields(MISSED_SORTS) })
  .superRefine(checkRange)
export type SummaryFilter = z.infer<typeof SummaryFilter>

/** Seconds, points or a number; a rate is a ratio. −1: there is nothing to divide by, shown as --. */
const Value = z.number()

/** Base and change are null without a comparison; a change also where either value is −1. The change is in percent. */
export const Tile = z.object({
  name: MetricName,
  value: Value,
  base: Value.nullable(),
  changeRate: z.number().nullable(),
})
export type Tile = z.infer<typeof Tile>

/** Points at the start of each hour, day or week, without gaps. */
export const Series = z.object({
  name: MetricName,
  /** The period that the current one is compared with, at the same places. */
  isBase: z.boolean(),
  points: z.array(z.object({ t: Instant, v: Value })),
})
export type Series = z.infer<typeof Series>

const answerOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ tiles: z.array(Tile), series: z.array(Series), rows: z.array(row), total: z.int32(), asOf: Instant })

/** 进线 → 开口 → 有效会话 → 留资 → 复制微信/提交留资卡, then the share of each source. */
export const OverviewRow = z.discriminatedUnion('group', [
  z.object({ group: z.literal('funnel'), name: MetricName, value: Value, rate: Value }),
  z.object({ group: z.literal('source'), source: Source, value: Value, rate: Value }),
])
export type OverviewRow = z.infer<typeof OverviewRow>

/** First response of agents: ≤ 30 s, ≤ 1 min, ≤ 3 min, > 3 min, 未回. */
export const RESPONSE_BUCKETS = ['in30s', 'in1m', 'in3m', 'over3m', 'none'] as const
export const ResponseBucket = z.enum(RESPONSE_BUCKETS)
export type ResponseBucket = z.infer<typeof ResponseBucket>

export const ReceptionRow = z.object({ bucket: ResponseBucket, value: Value, rate: Value })
export type ReceptionRow = z.infer<typeof ReceptionRow>

/** Handoffs by trigger, then the questions without an answer in the knowledge that were asked most. */
export const AiRow = z.discriminatedUnion('group', [
  z.object({ group: z.literal('handoff'), reason: z.string(), value: Value, rate: Value }),
  z.object({
    group: z.literal('miss'),
    missId: MissId,
    question: z.string(),
    /** Within the period. */
    times: z.int32(),
    /** Whose library lacks the answer. */
    subSourceId: RelationId,
    lastAt: Instant,
    /** Neither answered nor ignored since. */
    isOpen: z.boolean(),
  }),
])
export type AiRow = z.infer<typeof AiRow>

export const AGENT_METRICS = [
  'onlineTime',
  'received',
  'sessions',
  'replies',
  'humanFirst',
  'humanFirstMedian',
  'humanFirstP90',
  'humanResponse',
  'replyIn3m',
  'transferIn',
  'transferOut',
  'timeoutReturn',
  'leadCustomers',
  'leadRate',
] as const satisfies readonly MetricName[]

export const CHANNEL_METRICS = [
  'enterCustomers',
  'talkCustomers',
  'talkRate',
  'leadCustomers',
  'leadRate',
  'enterLeadRate',
] as const satisfies readonly MetricName[]

const valuesOf = <Name extends MetricName>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, Value])) as Record<Name, typeof Value>)

export const AgentFigures = valuesOf(AGENT_METRICS)
export const AgentRow = z.object({ agentId: AgentId, name: z.string(), avatar: z.string(), values: AgentFigures })
export type AgentRow = z.infer<typeof AgentRow>

export const AgentTableFilter = z.object({ ...filterFields, ...sortFields(AGENT_METRICS) }).superRefine(checkRange)
export type AgentTableFilter = z.infer<typeof AgentTableFilter>

export const ChannelFigures = valuesOf(CHANNEL_METRICS)
export const CHANNEL_GROUPS = ['account', 'content', 'ad'] as const

/** By account (a sub-account names its main account), by the content customers came from, by advertising plan. */
export const ChannelRow = z.discriminatedUnion('group', [
  z.object({
    group: z.literal('account'),
    subSourceId: RelationId,
    parentId: RelationId.nullable(),
    name: z.string(),
    source: Source,
    values: ChannelFigures,
  }),
  z.object({
    group: z.literal('content'),
    contentId: z.string(),
    /** Title of the note or video; its id while it has not been synced. */
    name: z.string(),
    source: Source,
    values: ChannelFigures,
  }),
  z.object({
    group: z.literal('ad'),
    adId: z.string(),
    name: z.string(),
    source: Source,
    values: ChannelFigures,
    /** Cents; null: the platform tells no cost. */
    cost: z.int32().nullable(),
    costPerLead: Value.nullable(),
  }),
])
export type ChannelRow = z.infer<typeof ChannelRow>

export const CHANNEL_SORTS = [...CHANNEL_METRICS, 'cost', 'costPerLead'] as const
export const ChannelTableFilter = z.object({ ...filterFields, ...sortFields(CHANNEL_SORTS) }).superRefine(checkRange)
export type ChannelTableFilter = z.infer<typeof ChannelTableFilter>

export const TagRow = z.object({
  tagId: TagId,
  name: z.string(),
  color: z.string(),
  /** Customers of the period that have the tag; share of all customers of the period. */
  customers: z.int32(),
  share: Value,
  /** Bound within the period. */
  added: z.int32(),
  leadCustomers: z.int32(),
  leadRate: Value,
})
export type TagRow = z.infer<typeof TagRow>

export const TAG_SORTS = ['customers', 'added', 'leadCustomers', 'leadRate', 'share'] as const
export const TagTableFilter = z.object({ ...filterFields, ...sortFields(TAG_SORTS) }).superRefine(checkRange)
export type TagTableFilter = z.infer<typeof TagTableFilter>

/** Weekday from 1 (Monday); an hour of the enterprise's time zone. Hours without anything are absent. */
export const HeatmapRow = z.object({
  weekday: z.int32().min(1).max(7),
  hour: z.int32().min(0).max(23),
  enterCustomers: z.int32(),
  humanFirstMedian: Value,
})
export type HeatmapRow = z.infer<typeof HeatmapRow>

export const LeadPageRow = z.object({
  leadId: LeadId,
  createdAt: Instant,
  customerId: CustomerId,
  customerName: z.string(),
  kind: LeadKind,
  /** Masked for agents without customer:viewSensitive. */
  value: z.string(),
  subSourceId: RelationId,
  subSourceName: z.string(),
  source: Source,
  contentId: z.string().nullable(),
  /** Title of the note or video; empty while it has not been synced. */
  contentTitle: z.string(),
  adName: z.string().nullable(),
  extractor: LeadExtractor,
  agentId: AgentId.nullable(),
  agentName: z.string().nullable(),
  status: LeadStatus,
  reason: z.string().nullable(),
  result: LeadResult,
  messageId: MessageId.nullable(),
})
export type LeadPageRow = z.infer<typeof LeadPageRow>

export const SessionPageRow = z.object({
  /** What was counted: a session, a customer, a turn, a message, a lead, a card. Unique within the list. */
  key: z.string(),
  /** When it was counted. */
  at: Instant,
  sessionId: SessionId.nullable(),
  customerId: CustomerId,
  customerName: z.string(),
  source: Source,
  subSourceId: RelationId,
  subSourceName: z.string(),
  startAt: Instant.nullable(),
  endAt: Instant.nullable(),
  startSeq: z.number().int().nullable(),
  receptionPath: z.array(ReceptionType),
  firstAgentName: z.string().nullable(),
  agentNames: z.array(z.string()),
  ownMessages: z.int32(),
  replies: z.int32(),
  /** Seconds; −1: none. */
  humanFirst: Value,
  aiFirst: Value,
  length: Value,
  tagIds: z.array(TagId),
  hasLead: z.boolean(),
  points: z.int32(),
})
export type SessionPageRow = z.infer<typeof SessionPageRow>

export const SESSION_SORTS = [
  'at',
  'endAt',
  'humanFirst',
  'aiFirst',
  'length',
  'ownMessages',
  'replies',
  'points',
] as const

/** Figures that a list of what was counted stands behind; of a rate, what is above the line. */
export const DRILL_METRICS = [
  'enterCustomers',
  'newCustomers',
  'sessions',
  'talkCustomers',
  'talkRate',
  'validSessions',
  'threeSentenceRate',
  'leadCustomers',
  'leadRate',
  'enterLeadRate',
  'leads',
  'aiLeadShare',
  'cardSent',
  'cardSendRate',
  'cardCopyRate',
  'cardSubmitRate',
  'cardLeadRate',
  'cardResponders',
  'humanFirst',
  'humanFirstMedian',
  'humanFirstP90',
  'aiFirst',
  'humanResponse',
  'aiResponse',
  'replyIn30s',
  'replyIn1m',
  'replyIn3m',
  'unanswered',
  'missRate',
  'sessionLength',
  'rounds',
  'aiSessions',
  'aiShare',
  'aiAloneRate',
  'handoffRate',
  'hitRate',
  'misses',
  'goodRate',
  'badRate',
  'suggestionRate',
  'wakeRate',
  'savedLeads',
  'received',
  'replies',
  'transferIn',
  'transferOut',
  'timeoutReturn',
] as const satisfies readonly MetricName[]
export const DrillMetric = z.enum(DRILL_METRICS)
export type DrillMetric = z.infer<typeof DrillMetric>

const pageAnswerOf = <Row extends z.ZodType>(row: Row) => answerOf(row).extend({ page: z.int32(), pageSize: z.int32() })

const order = z.enum(['asc', 'desc']).default('desc')

export const LeadPageBody = z
  .object({
    ...filterFields,
    ...pageFields,
    status: LeadStatus.optional(),
    sort: z.object({ field: z.enum(['createdAt']), order }).default({ field: 'createdAt', order: 'desc' }),
  })
  .superRefine(checkRange)
export type LeadPageBody = z.infer<typeof LeadPageBody>

export const SessionPageBody = z
  .object({
    ...filterFields,
    ...pageFields,
    /** Lists what this figure counts; the sessions of the period without. */
    metric: DrillMetric.default('sessions'),
    /** A cell of the heat map, a bar of the histogram, a trigger, a missed question, who received last, a content, an advertising plan, bindings of a tag. */
    weekday: z.int32().min(1).max(7).optional(),
    hour: z.int32().min(0).max(23).optional(),
    bucket: ResponseBucket.optional(),
    reason: typedText(40, '触发原因不正确').optional(),
    missId: MissId.optional(),
    lastReception: ReceptionType.optional(),
    contentId: typedText(100, '来源内容不正确').optional(),
    adId: typedText(100, '广告计划不正确').optional(),
    addedTagId: TagId.optional(),
    sort: z.object({ field: z.enum(SESSION_SORTS), order }).default({ field: 'at', order: 'desc' }),
  })
  .superRefine(checkRange)
export type SessionPageBody = z.infer<typeof SessionPageBody>

const tab = <Row extends z.ZodType>(path: string, summary: string, row: Row) =>
  endpoint({
    method: 'POST',
    path: `/v1/statistics/${path}`,
    isRead: true,
    access: 'statistics:viewPage',
    summary,
    body: StatisticsFilter,
    data: answerOf(row),
  })

export const statisticsApi = {
  overview: tab('overview', '总览', OverviewRow),
  reception: tab('reception', '接待质量', ReceptionRow),
  ai: tab('ai', 'AI 统计', AiRow),
  agent: tab('agent', '客服统计', AgentRow),
  channel: tab('channel', '渠道统计', ChannelRow),
  tag: tab('tag', '标签统计', TagRow),
  heatmap: tab('heatmap', '热力', HeatmapRow),
  leadPage: endpoint({
    method: 'POST',
    path: '/v1/statistics/lead-page',
    isRead: true,
    access: 'statistics:viewPage',
    summary: '线索明细',
    body: LeadPageBody,
    data: pageAnswerOf(LeadPageRow),
  }),
  sessionPage: endpoint({
    method: 'POST',
    path: '/v1/statistics/session-page',
    isRead: true,
    access: 'statistics:viewPage',
    summary: '会话明细，或一个数字背后的清单',
    body: SessionPageBody,
    data: pageAnswerOf(SessionPageRow),
  }),
}
