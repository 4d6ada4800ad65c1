import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, CardRuleId, CustomerId, Instant, MaterialId, RelationId, TagId } from './ids.ts'
import { cursorFields, cursorPageOf } from './paging.ts'
import { ReceptionType } from './reception.ts'
import { typedText } from './text.ts'

export const CARD_RULES_MAX = 30
export const CARD_RULE_WORDS_MAX = 20
export const CARD_RULE_CARDS_MAX = 5
export const CARD_RULE_TAGS_MAX = 20
export const CARD_RULE_INTENT_MAX = 100

const Word = typedText(50, '关键词最多 50 个字').min(1, '请输入关键词')

export const KEYWORD_MATCHES = ['contains', 'equals', 'regex'] as const

/** 首次进线, 广告进线, 关键词, 客户索要联系方式, AI 判断意图, 第 N 轮对话, 静默 N 分钟, 人工点击. */
export const CardRuleTrigger = z.discriminatedUnion('type', [
  z.object({ type: z.literal('first_enter') }),
  z.object({ type: z.literal('ad_enter') }),
  z.object({
    type: z.literal('keyword'),
    match: z.enum(KEYWORD_MATCHES),
    words: z.array(Word).min(1, '请输入关键词').max(CARD_RULE_WORDS_MAX, `关键词最多 ${CARD_RULE_WORDS_MAX} 个`),
  }),
  z.object({ type: z.literal('asks_contact') }),
  z.object({
    type: z.literal('intent'),
    text: typedText(CARD_RULE_INTENT_MAX, `意图描述最多 ${CARD_RULE_INTENT_MAX} 个字`).min(1, '请描述客户的意图'),
  }),
  z.object({ type: z.literal('round'), n: z.int32().min(1, '轮数为 1 到 20').max(20, '轮数为 1 到 20') }),
  z.object({ type: z.literal('silence'), n: z.int32().min(1, '分钟数为 1 到 1380').max(1380, '分钟数为 1 到 1380') }),
  z.object({ type: z.literal('manual') }),
])
export type CardRuleTrigger = z.infer<typeof CardRuleTrigger>

/** Minutes since midnight, `to` exclusive; the range crosses midnight when `to` <= `from`. */
const Minute = z.int32().min(0).max(1440)

const TAGS_TEXT = `标签最多 ${CARD_RULE_TAGS_MAX} 个`
const ConditionTags = z.array(TagId).min(1, '请选择标签').max(CARD_RULE_TAGS_MAX, TAGS_TEXT)

/** Conditions are combined with AND. */
export const CardRuleCondition = z.discriminatedUnion('type', [
  z.object({ type: z.literal('time'), from: Minute, to: Minute }),
  z.object({ type: z.literal('kos'), relationIds: z.array(RelationId).min(1, '请选择子账号') }),
  z.object({ type: z.literal('has_lead'), value: z.boolean() }),
  /** 标签含: any of these; 标签不含: none of these. */
  z.object({ type: z.literal('tag'), tagIds: ConditionTags }),
  z.object({ type: z.literal('no_tag'), tagIds: ConditionTags }),
  z.object({ type: z.literal('reception'), types: z.array(ReceptionType).min(1, '请选择接待模式') }),
])
export type CardRuleCondition = z.infer<typeof CardRuleCondition>

const CardRuleFields = z.object({
  name: typedText(20, '规则名最多 20 个字').min(1, '请输入规则名'),
  trigger: CardRuleTrigger,
  conditions: z.array(CardRuleCondition).max(10, '条件最多 10 个').default([]),
  /** Several cards rotate. */
  materialIds: z.array(MaterialId).min(1, '请选择卡片').max(CARD_RULE_CARDS_MAX, `卡片最多 ${CARD_RULE_CARDS_MAX} 张`),
  before: typedText(200, '前置话术最多 200 个字').default(''),
  after: typedText(200, '后置话术最多 200 个字').default(''),
  delaySec: z.int32().min(0, '延迟为 0 到 60 秒').max(60, '延迟为 0 到 60 秒').default(2),
  /** 发后打标签. */
  tagIds: z.array(TagId).max(CARD_RULE_TAGS_MAX, TAGS_TEXT).default([]),
  maxPerCustomer: z.int32().min(1, '次数为 1 到 5').max(5, '次数为 1 到 5').default(2),
  intervalHours: z.int32().min(1, '间隔为 1 到 720 小时').max(720, '间隔为 1 到 720 小时').default(24),
  skipWithLead: z.boolean().default(true),
  /** 0: no limit. */
  dailyMax: z.int32().min(0).max(100_000, '每日上限过大').default(0),
  /** Evaluate later rules even when this one fired. */
  continue: z.boolean().default(false),
  enabled: z.boolean().default(true),
})
export type CardRuleFields = z.infer<typeof CardRuleFields>

export const CardRule = CardRuleFields.extend({
  id: CardRuleId,
  relationId: RelationId,
  /** Empty when the rule was copied from another account and none of its cards exists here. */
  materialIds: z.array(MaterialId),
  position: z.int32(),
  sent: z.int32(),
  clicked: z.int32(),
  submitted: z.int32(),
  /** Times the guard or the quota held the rule's messages back. */
  blocked: z.int32(),
  /** Share of customers who left a lead within a day after receiving this rule's card; -1 without recipients. */
  leadRate: z.number(),
  version: z.int32(),
  updatedAt: Instant,
})
export type CardRule = z.infer<typeof CardRule>

/** Why a rule does not fire; null when it does. */
export const CardRuleVerdict = z.object({ ruleId: CardRuleId, fires: z.boolean(), reason: z.string() })
export type CardRuleVerdict = z.infer<typeof CardRuleVerdict>

export const CARD_RULE_RESULTS = ['sent', 'failed', 'blocked', 'skipped'] as const

export const CardRuleLogItem = z.object({
  at: Instant,
  customerId: CustomerId,
  customerName: z.string(),
  ruleId: CardRuleId,
  materialId: MaterialId,
  materialName: z.string(),
  result: z.enum(CARD_RULE_RESULTS),
  error: z.string(),
})
export type CardRuleLogItem = z.infer<typeof CardRuleLogItem>

export const cardRuleApi = {
  list: endpoint({
    method: 'POST',
    path: '/v1/channel/card-rule/list',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '发卡规则，按顺序',
    body: z.object({ relationId: RelationId }),
    data: z.array(CardRule),
    errors: ['notFound'],
  }),
  save: endpoint({
    method: 'POST',
    path: '/v1/channel/card-rule/save',
    access: 'channelAccount:settingsEdit',
    summary: '新建发卡规则',
    body: CardRuleFields.extend({ relationId: RelationId }),
    data: CardRule,
    errors: ['notFound', 'refused'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/channel/card-rule/update',
    access: 'channelAccount:settingsEdit',
    summary: '修改发卡规则',
    body: CardRuleFields.extend({ id: CardRuleId, version: z.int32() }),
    data: CardRule,
    errors: ['notFound', 'stale', 'refused'],
  }),
  enable: endpoint({
    method: 'POST',
    path: '/v1/channel/card-rule/enable',
    access: 'channelAccount:settingsEdit',
    summary: '启用或停用发卡规则',
    body: z.object({ id: CardRuleId, enabled: z.boolean() }),
    data: CardRule,
    errors: ['notFound'],
  }),
  move: endpoint({
    method: 'POST',
    path: '/v1/channel/card-rule/move',
    access: 'channelAccount:settingsEdit',
    summary: '调整发卡规则的顺序',
    body: z.object({ id: CardRuleId, targetPosition: z.int32().min(0) }),
    data: z.array(CardRule),
    errors: ['notFound'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/channel/card-rule/del',
    access: 'channelAccount:settingsEdit',
    summary: '删除发卡规则',
    audit: ['cardRule.remove'],
    query: z.object({ id: CardRuleId }),
    data: Ok,
    errors: ['notFound'],
  }),
  try: endpoint({
    method: 'POST',
    path: '/v1/channel/card-rule/try',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '试跑发卡规则',
    body: z.object({
      relationId: RelationId,
      text: typedText(1000, '最多 1000 个字'),
      state: z.object({
        round: z.int32().min(0).max(1000),
        hasLead: z.boolean(),
        receptionType: ReceptionType,
        tagIds: z.array(TagId).max(200).default([]),
        isFirstEnter: z.boolean().default(false),
        isAd: z.boolean().default(false),
        silentMinutes: z.int32().min(0).max(100_000).default(0),
      }),
    }),
    data: z.array(CardRuleVerdict),
    errors: ['notFound'],
  }),
  listManual: endpoint({
    method: 'POST',
    path: '/v1/channel/card-rule/list-manual',
    isRead: true,
    access: 'im:replyCustomer',
    summary: '可由客服点击发送的发卡规则',
    body: z.object({ customerId: CustomerId }),
    data: z.array(z.object({ id: CardRuleId, name: z.string(), reason: z.string() })),
    errors: ['notFound'],
  }),
  fire: endpoint({
    method: 'POST',
    path: '/v1/channel/card-rule/fire',
    access: 'im:replyCustomer',
    summary: '客服点击发送一条发卡规则',
    body: z.object({ customerId: CustomerId, ruleId: CardRuleId }),
    data: Ok,
    errors: ['notFound', 'taken', 'refused'],
  }),
  log: endpoint({
    method: 'POST',
    path: '/v1/channel/card-rule/log',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '发卡记录',
    body: z.object({ ruleId: CardRuleId, ...cursorFields(50) }),
    data: cursorPageOf(CardRuleLogItem),
    errors: ['notFound'],
  }),
}

export const CardRuleEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('card_rule_change'),
    relationId: RelationId,
    at: Instant,
    operatorId: AgentId.nullable(),
  }),
])
export type CardRuleEvent = z.infer<typeof CardRuleEvent>
