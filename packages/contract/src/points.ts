import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, CustomerId, Instant, MessageId, PointLotId, PointRowId, RelationId } from './ids.ts'
import { pageFields, pageOf, type SortBy, sortFields } from './paging.ts'
import { checkRange, DatePreset, dayFields, Granularity } from './date-range.ts'
import { typedText } from './text.ts'

/** 购买积分, 订单赠送积分, 人工赠送积分: every one pays for everything. */
export const POINT_POOLS = ['orderPoints', 'bonusOrderPoints', 'bonusHumanPoints'] as const
export const PointPool = z.enum(POINT_POOLS)
export type PointPool = z.infer<typeof PointPool>

/** 充值, 赠送, 消耗, 退回, 过期, 调整. */
export const POINT_TYPES = ['recharge', 'bonus', 'consume', 'refund', 'expire', 'adjust'] as const
export const PointType = z.enum(POINT_TYPES)
export type PointType = z.infer<typeof PointType>

/** AI 回复, 图片理解, AI 沉默跟进, AI 评论回复, AI 判断, 知识学习, AI 辅助. */
export const POINT_ITEMS = ['ai_reply', 'image', 'follow_up', 'comment', 'judgement', 'knowledge', 'assist'] as const
export const PointItem = z.enum(POINT_ITEMS)
export type PointItem = z.infer<typeof PointItem>

export const EntAccount = z.object({
  orderPoints: z.int32(),
  bonusOrderPoints: z.int32(),
  bonusHumanPoints: z.int32(),
  averageDailyConsumePoints: z.number(),
  hasPaid: z.boolean(),
  isAvailable: z.boolean(),
  /** When points were last bought or given; null: never. */
  pointsAddedAt: Instant.nullable(),
  /** That points will be used up, for 通知人 who have not seen it yet; otherwise empty. */
  notice: z.string(),
})
export type EntAccount = z.infer<typeof EntAccount>

export const PointLot = z.object({
  id: PointLotId,
  pool: PointPool,
  /** As granted. */
  points: z.int32(),
  remain: z.int32(),
  expireAt: Instant,
})
export type PointLot = z.infer<typeof PointLot>

/** 用尽后自动回复. */
export const USED_UP_REPLY_MAX = 100

export const EntAccountSetting = z.object({
  notifyAgentIds: z.array(AgentId).max(50, '通知人最多 50 位'),
  /** 0: no limit. */
  dailyCap: z.int32().min(0, '每日积分上限不能小于 0').max(10_000_000, '每日积分上限过大'),
  usedUpReply: z.object({
    enabled: z.boolean(),
    text: typedText(USED_UP_REPLY_MAX, `自动回复最多 ${USED_UP_REPLY_MAX} 个字`),
  }),
})
export type EntAccountSetting = z.infer<typeof EntAccountSetting>

export const PointBill = z.object({
  id: PointRowId,
  at: Instant,
  type: PointType,
  item: PointItem.nullable(),
  delta: z.int32(),
  /** Charges or grants in the row: more than one by day only. */
  times: z.int32(),
  /** Balance after the entry: total and per pool. */
  balance: z.int32(),
  orderPoints: z.int32(),
  bonusOrderPoints: z.int32(),
  bonusHumanPoints: z.int32(),
  subSourceId: RelationId.nullable(),
  accountName: z.string(),
  customerId: CustomerId.nullable(),
  messageId: MessageId.nullable(),
  orderNo: z.string().nullable(),
  operatorId: AgentId.nullable(),
  /** Given or taken by the operator of the installation, who is no agent. */
  isByOperator: z.boolean(),
  reason: z.string(),
})
export type PointBill = z.infer<typeof PointBill>

export const PointBillFilter = z.object({
  type: PointType.optional(),
  item: PointItem.optional(),
  subSourceId: RelationId.optional(),
  from: Instant.optional(),
  /** Exclusive end. */
  to: Instant.optional(),
  /** 按日汇总: one row per day, type and item, of whole days. */
  daily: z.boolean().optional(),
})
export type PointBillFilter = z.infer<typeof PointBillFilter>

export const BILL_SORTS = ['at', 'delta'] as const
export type BillSort = SortBy<(typeof BILL_SORTS)[number]>

/** Points moved in a period: amounts are positive, 调整 has its sign. */
export const PointTotals = z.object({
  consume: z.int32(),
  recharge: z.int32(),
  bonus: z.int32(),
  refund: z.int32(),
  expired: z.int32(),
  adjust: z.int32(),
})
export type PointTotals = z.infer<typeof PointTotals>

const rangeFields = { range: DatePreset.default('recent30Days'), ...dayFields }

export const PointTimelineFilter = z
  .object({
    ...rangeFields,
    granularity: Granularity.default('day'),
    groupBy: z.enum(['item', 'account']).default('item'),
  })
  .superRefine(checkRange)
export type PointTimelineFilter = z.infer<typeof PointTimelineFilter>

/** Consumption less refunds, without gaps. `key` is an item, an account's id, `shared` (no account) or `other` (the smaller accounts). */
export const PointSeries = z.object({
  key: z.string(),
  name: z.string(),
  points: z.array(z.object({ t: Instant, v: z.int32() })),
})
export type PointSeries = z.infer<typeof PointSeries>

export const CONSUME_SORTS = ['answers', 'points', 'share'] as const
export const PointConsumeFilter = z
  .object({
    ...rangeFields,
    groupBy: z.enum(['account', 'item', 'agent']).default('account'),
    ...pageFields,
    ...sortFields(CONSUME_SORTS),
  })
  .superRefine(checkRange)
export type PointConsumeFilter = z.infer<typeof PointConsumeFilter>

/** Consumption less refunds of one account, item, or agent (of whom the customers are now). The largest first. */
export const PointConsume = z.object({
  /** Empty: shared by all accounts, or customers without an agent. */
  key: z.string(),
  name: z.string(),
  /** By item the number of charges, otherwise of AI answers. */
  answers: z.int32(),
  points: z.int32(),
  /** Of all points of the period; −1 where there are none. */
  share: z.number(),
})
export type PointConsume = z.infer<typeof PointConsume>

/** 对公转账: where to pay, and the code that tells whose payment it is. */
export const BankInfo = z.object({
  accountName: z.string(),
  accountNo: z.string(),
  bankName: z.string(),
  remarkCode: z.string(),
})
export type BankInfo = z.infer<typeof BankInfo>

/** Points granted by 演示充值. */
export const DEMO_RECHARGE_POINTS = 10_000

export const pointsApi = {
  info: endpoint({
    method: 'GET',
    path: '/v1/ent-account/info',
    access: 'login',
    summary: '企业积分',
    data: EntAccount,
  }),
  seeNotice: endpoint({
    method: 'PUT',
    path: '/v1/ent-account/notice/seen',
    access: 'login',
    summary: '积分提醒已读',
    data: Ok,
  }),
  bonusInfo: endpoint({
    method: 'GET',
    path: '/v1/ent-account/bonus-info',
    access: 'login',
    summary: '各批积分与到期时间',
    data: z.array(PointLot),
  }),
  onlyPoint: endpoint({
    method: 'GET',
    path: '/v1/ent-account/statistics/only-point',
    access: 'pointManagement:viewPage',
    summary: '一段时间的积分合计',
    query: z.object(dayFields).superRefine(({ from, to }, ctx) => checkRange({ range: 'custom', from, to }, ctx)),
    data: PointTotals,
  }),
  timeline: endpoint({
    method: 'POST',
    path: '/v1/ent-account/statistics/timeline',
    isRead: true,
    access: 'pointManagement:viewPage',
    summary: '积分消耗趋势',
    body: PointTimelineFilter,
    data: z.object({ series: z.array(PointSeries), total: z.int32() }),
  }),
  pointConsume: endpoint({
    method: 'POST',
    path: '/v1/ent-account/statistics/point-consume',
    isRead: true,
    access: 'pointManagement:viewPage',
    summary: '积分消耗明细',
    body: PointConsumeFilter,
    data: pageOf(PointConsume).extend({ sum: PointConsume.pick({ answers: true, points: true }) }),
  }),
  /** Null where the operator has no bank account configured. */
  bankInfo: endpoint({
    method: 'GET',
    path: '/v1/ent-account/bank-info',
    access: 'pointManagement:purchase',
    summary: '对公转账信息',
    data: BankInfo.nullable(),
  }),
  getSetting: endpoint({
    method: 'GET',
    path: '/v1/ent-account/setting',
    access: 'pointManagement:viewPage',
    summary: '积分设置',
    data: EntAccountSetting.extend({ version: z.int32() }),
  }),
  saveSetting: endpoint({
    method: 'PUT',
    path: '/v1/ent-account/setting',
    access: 'pointManagement:purchase',
    summary: '保存积分设置',
    audit: ['points.setting'],
    body: EntAccountSetting.extend({ version: z.int32() }),
    data: EntAccountSetting.extend({ version: z.int32() }),
    errors: ['stale', 'refused'],
  }),
  pageBills: endpoint({
    method: 'POST',
    path: '/v1/point/bill/page',
    isRead: true,
    access: 'pointManagement:viewPage',
    summary: '账单明细',
    body: PointBillFilter.extend({ ...pageFields, ...sortFields(BILL_SORTS) }),
    data: pageOf(PointBill).extend({ sum: z.int32() }),
  }),
  /** Bought points without an order: nobody has paid. Demo mode only. */
  demoRecharge: endpoint({
    method: 'POST',
    path: '/v1/point/demo-recharge',
    access: 'pointManagement:purchase',
    summary: '演示充值',
    audit: ['points.recharge'],
    data: EntAccount,
    errors: ['refused'],
  }),
}

/** Points are used up or a daily limit is reached; points are available again; they will soon be used up. */
export const PointsEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ent_points_used_up'), at: Instant, operatorId: z.null() }),
  z.object({ type: z.literal('ent_points_back'), at: Instant, operatorId: AgentId.nullable() }),
  /** The points last for at most `days` (30, 7, 3 or 1); told once until points are added. */
  z.object({
    type: z.literal('ent_points_warning'),
    days: z.int32(),
    totalPoints: z.int32(),
    at: Instant,
    operatorId: z.null(),
  }),
])
export type PointsEvent = z.infer<typeof PointsEvent>
