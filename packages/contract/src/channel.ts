import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, Instant, RelationId } from './ids.ts'
import { cursorFields, cursorPageOf } from './paging.ts'
import { CARD_TYPES, Source } from './source.ts'
import { typedText } from './text.ts'

export const ACCOUNT_TYPES = ['CORP', 'KOS'] as const
export const AccountType = z.enum(ACCOUNT_TYPES)
export type AccountType = z.infer<typeof AccountType>

/** 审核中, 已授权, 即将过期, 已失效, 已解绑. */
export const OPEN_STATUSES = ['pending', 'open', 'expiring', 'needs_reauth', 'unbound'] as const
export const OpenStatus = z.enum(OPEN_STATUSES)
export type OpenStatus = z.infer<typeof OpenStatus>

/** 投放中, 近30天无消耗, 未开通. */
export const AD_STATUSES = ['active', 'no_spend', 'none'] as const
export const AdStatus = z.enum(AD_STATUSES)
export type AdStatus = z.infer<typeof AdStatus>

/** `open` = AI 托管, `close` = 工作流/人工接待. */
export const RECEPTION_MODES = ['open', 'close'] as const
export const ReceptionMode = z.enum(RECEPTION_MODES)
export type ReceptionMode = z.infer<typeof ReceptionMode>

/** What the composer of an account may offer; the source only names it in the reasons why not. */
export const Capabilities = z.object({
  source: Source,
  text: z.object({
    maxChars: z.int32(),
    links: z.enum(['refused', 'allowed']),
    contactData: z.enum(['refused', 'allowed']),
  }),
  image: z.object({ types: z.array(z.string()), maxBytes: z.int32() }).nullable(),
  videoItem: z.boolean(),
  cards: z.array(z.enum(CARD_TYPES)),
  questionGuide: z.object({ maxQuestions: z.int32(), maxChars: z.int32() }).nullable(),
  cardEdit: z.boolean(),
  recall: z.boolean(),
  readMarks: z.boolean(),
  staffAccounts: z.boolean(),
  commentReply: z.boolean(),
  quotaBar: z.boolean(),
})
export type Capabilities = z.infer<typeof Capabilities>

const AccountFields = {
  relationId: RelationId,
  source: Source,
  name: z.string(),
  avatar: z.string(),
  platformId: z.string(),
  openStatus: OpenStatus,
  /** When the authorisation ends by itself; null where the platform does not say. */
  openExpireAt: Instant.nullable(),
  adStatus: AdStatus,
  receptionMode: ReceptionMode,
  /** The published AI agent's name and version; null: 未发布. */
  aiAgentName: z.string().nullable(),
  planId: z.string().nullable(),
  planName: z.string().nullable(),
  todayEnter: z.int32(),
  customers: z.int32(),
  boundAt: Instant,
  remark: z.string(),
  /** What went wrong last, in words for the administrator; null once things work again. */
  lastError: z.string().nullable(),
}

export const KosAccount = z.object({ ...AccountFields, accountType: z.literal('KOS'), parentId: RelationId })
export type KosAccount = z.infer<typeof KosAccount>

export const CorpAccount = z.object({
  ...AccountFields,
  accountType: z.literal('CORP'),
  parentId: z.null(),
  kosAccount: z.array(KosAccount),
})
export type CorpAccount = z.infer<typeof CorpAccount>

export const GUARD_LEVELS = ['block', 'warn', 'off'] as const
export const GuardLevel = z.enum(GUARD_LEVELS)
export type GuardLevel = z.infer<typeof GuardLevel>

/** What selects, filters and the composer need of an account. */
export const SimpleAccount = z.object({
  relationId: RelationId,
  parentId: RelationId.nullable(),
  source: Source,
  accountType: AccountType,
  name: z.string(),
  avatar: z.string(),
  openStatus: OpenStatus,
  capabilities: Capabilities,
  /** How strictly what goes out is checked. */
  guard: z.object({ wordLevel: GuardLevel, contactLevel: GuardLevel, textChars: z.int32() }),
})
export type SimpleAccount = z.infer<typeof SimpleAccount>

/** Steps towards an account that works: 授权, 方案, 知识, 发布, 卡片, 客服. */
export const CHECKLIST_KEYS = ['auth', 'plan', 'knowledge', 'publish', 'card', 'agent'] as const

const SeriesPoint = z.object({ day: z.string(), enter: z.int32(), sessions: z.int32(), leads: z.int32() })

const AccountDetailFields = {
  capabilities: Capabilities,
  scopes: z.array(z.string()),
  /** Renewals left of the authorisation; null where the platform has none. */
  renewLeft: z.int32().nullable(),
  lastInAt: Instant.nullable(),
  lastOutAt: Instant.nullable(),
  lastErrorAt: Instant.nullable(),
  checklist: z.array(z.object({ key: z.enum(CHECKLIST_KEYS), done: z.boolean() })),
  quotaToday: z.object({ used: z.int32(), strangers: z.int32() }),
  /** Seven days, oldest first. */
  series: z.array(SeriesPoint),
}

export const AccountDetail = z.discriminatedUnion('accountType', [
  CorpAccount.extend(AccountDetailFields),
  KosAccount.extend(AccountDetailFields),
])
export type AccountDetail = z.infer<typeof AccountDetail>

/** 授权, 模式切换, 发送失败, 配置变更, 解绑, 子账号. */
export const CHANNEL_EVENT_KINDS = ['auth', 'mode', 'send_failed', 'setting', 'unbind', 'kos'] as const
export const ChannelEventKind = z.enum(CHANNEL_EVENT_KINDS)
export type ChannelEventKind = z.infer<typeof ChannelEventKind>

export const ChannelHistoryItem = z.object({
  at: Instant,
  kind: ChannelEventKind,
  text: z.string(),
  /** Null: the system or the platform. */
  operatorId: AgentId.nullable(),
})
export type ChannelHistoryItem = z.infer<typeof ChannelHistoryItem>

/** Numbers of the platform's limits which an administrator may change. */
export const ChannelLimits = z.object({
  textChars: z.int32().min(1).max(1000),
  beforeReply: z.int32().min(0).max(3),
  replyCount: z.int32().min(1).max(6),
  strangersPerDay: z.int32().min(0).max(20),
  strangersPer10Min: z.int32().min(1).max(10),
  sameTextBlock: z.int32().min(2).max(5),
  pacePer10Min: z.int32().min(1).max(10),
})
export type ChannelLimits = z.infer<typeof ChannelLimits>

/** Groups of settings in which a sub-account may follow its main account. */
export const FOLLOW_GROUPS = ['profile', 'reception', 'welcome', 'notice', 'guard'] as const
export const FollowGroup = z.enum(FOLLOW_GROUPS)
export type FollowGroup = z.infer<typeof FollowGroup>

const profileText = (label: string) => typedText(50, `${label}最多 50 个字`)

export const WELCOME_PARTS_MAX = 5
export const WelcomePart = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: typedText(1000, '欢迎语最多 1000 个字').min(1, '请输入欢迎语'),
  }),
  z.object({ type: z.literal('image'), url: typedText(500, '图片地址过长').min(1, '请选择图片') }),
])
export type WelcomePart = z.infer<typeof WelcomePart>

export const ChannelSettingFields = z.object({
  remark: typedText(20, '账号备注最多 20 个字'),
  profile: z.object({
    brand: profileText('品牌'),
    industry: profileText('行业'),
    city: profileText('城市'),
    address: profileText('地址'),
    hours: profileText('营业时间'),
  }),
  planId: z.null(),
  /** Who may receive its customers; empty: everybody. */
  agentIds: z.array(AgentId).max(200, '最多选择 200 位客服'),
  welcome: z.object({
    custom: z.boolean(),
    parts: z.array(WelcomePart).max(WELCOME_PARTS_MAX, `欢迎语最多 ${WELCOME_PARTS_MAX} 条`),
  }),
  authWarnDays: z.int32().min(1, '提醒天数为 1 到 7').max(7, '提醒天数为 1 到 7'),
  wordLevel: GuardLevel,
  contactLevel: GuardLevel,
  repeatCount: z.int32().min(2, '次数为 2 到 10').max(10, '次数为 2 到 10'),
  reserveForHuman: z.int32().min(0, '条数为 0 到 3').max(3, '条数为 0 到 3'),
  limits: ChannelLimits,
  /** Sub-accounts only: which groups are the main account's. */
  follow: z.record(FollowGroup, z.boolean()),
})
export type ChannelSettingFields = z.infer<typeof ChannelSettingFields>

export const ChannelSetting = ChannelSettingFields.extend({
  relationId: RelationId,
  accountType: AccountType,
  receptionMode: ReceptionMode,
  version: z.int32(),
  updatedBy: AgentId.nullable(),
  updatedAt: Instant,
})
export type ChannelSetting = z.infer<typeof ChannelSetting>

const ReqPage = z
  .string()
  .max(500, '返回地址过长')
  .regex(/^\/(?![/\\])[\x20-\x7e]*$/, '返回地址不正确')
  .default('/channel')

const PreCode = z.string().regex(/^[\w-]{20,80}$/, '授权标识不正确')

const openUrl = (source: Source) =>
  endpoint({
    method: 'GET',
    path: `/v1/channel/auth/${source}/open-url`,
    access: 'channelAccount:bindManage',
    summary: '发起授权',
    query: z.object({ reqPage: ReqPage }),
    data: z.object({ url: z.string(), preCode: z.string(), expiresAt: Instant }),
    errors: ['refused'],
  })

const open = (source: Source) =>
  endpoint({
    method: 'POST',
    path: `/v1/channel/auth/${source}/open`,
    access: 'channelAccount:bindManage',
    summary: '完成授权',
    body: z.object({ preCode: PreCode }),
    data: z.object({ relationId: RelationId, name: z.string(), reqPage: z.string() }),
    errors: ['notFound', 'refused', 'platformRefused'],
  })

const remove = (source: Source) =>
  endpoint({
    method: 'DELETE',
    path: `/v1/channel/account/${source}/del`,
    access: 'channelAccount:bindManage',
    summary: '解绑账号',
    query: z.object({ relationId: RelationId }),
    data: Ok,
    errors: ['notFound', 'refused'],
  })

export const channelApi = {
  openUrlRedbook: openUrl('redbook'),
  openUrlDouyin: openUrl('douyin'),
  openRedbook: open('redbook'),
  openDouyin: open('douyin'),
  removeRedbook: remove('redbook'),
  removeDouyin: remove('douyin'),
  lastOpenSuccess: endpoint({
    method: 'GET',
    path: '/v1/channel/account/last-open-success',
    access: 'login',
    summary: '最近一次绑定成功的账号',
    query: z.object({ source: Source }),
    data: z.object({ relationId: RelationId, name: z.string(), openedAt: Instant }).nullable(),
  }),
  list: endpoint({
    method: 'POST',
    path: '/v1/channel/account/list',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '渠道账号，主账号带子账号',
    body: z.object({
      source: Source.optional(),
      /** `abnormal`: 即将过期 or 已失效. Without it everything but 已解绑. */
      openStatus: z.union([OpenStatus, z.literal('abnormal')]).optional(),
      adStatus: AdStatus.optional(),
      receptionMode: ReceptionMode.optional(),
      keyword: typedText(50, '关键词最多 50 个字').optional(),
    }),
    data: z.array(CorpAccount),
  }),
  simpleList: endpoint({
    method: 'POST',
    path: '/v1/channel/account/simple-list',
    isRead: true,
    access: 'login',
    summary: '渠道账号，用于选择',
    body: z.object({ source: Source.optional(), relationId: RelationId.optional() }),
    data: z.array(SimpleAccount),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/v1/channel/account/detail',
    access: 'channelAccount:viewPage',
    summary: '渠道账号概览',
    query: z.object({ relationId: RelationId, accountType: AccountType }),
    data: AccountDetail,
    errors: ['notFound'],
  }),
  eventList: endpoint({
    method: 'POST',
    path: '/v1/channel/account/event-list',
    isRead: true,
    access: 'channelAccount:viewPage',
    summary: '渠道账号的经过',
    body: z.object({ relationId: RelationId, kind: ChannelEventKind.optional(), ...cursorFields(20) }),
    data: cursorPageOf(ChannelHistoryItem),
    errors: ['notFound'],
  }),
  /** How many customers a switch would affect, for the confirmation. */
  switchEffect: endpoint({
    method: 'GET',
    path: '/v1/channel/account/reception-effect',
    access: 'channelAccount:settingsEdit',
    summary: '切换接待模式会影响多少客户',
    query: z.object({ relationId: RelationId, receptionMode: ReceptionMode }),
    data: z.object({ own: z.int32(), kos: z.int32(), kosAccounts: z.int32() }),
    errors: ['notFound'],
  }),
  updateReceptionType: endpoint({
    method: 'POST',
    path: '/v1/channel/account/update-reception-type',
    access: 'channelAccount:settingsEdit',
    summary: '切换接待模式',
    body: z.object({
      relationId: RelationId,
      accountType: AccountType,
      receptionMode: ReceptionMode,
      /** A main account's switch goes to its sub-accounts too unless told otherwise. */
      withKos: z.boolean().default(true),
    }),
    data: z.object({ affected: z.int32() }),
    errors: ['notFound', 'refused'],
  }),
  syncKos: endpoint({
    method: 'POST',
    path: '/v1/channel/account/sync-kos',
    access: 'channelAccount:settingsEdit',
    summary: '同步子账号',
    body: z.object({ relationId: RelationId }),
    data: z.object({ added: z.int32(), removed: z.int32() }),
    errors: ['notFound', 'refused', 'platformRefused'],
  }),
  copyConfig: endpoint({
    method: 'POST',
    path: '/v1/channel/account/copy-config',
    access: 'channelAccount:settingsEdit',
    summary: '复制配置到其它账号',
    body: z.object({
      fromRelationId: RelationId,
      toRelationIds: z.array(RelationId).min(1, '请选择账号').max(200, '最多选择 200 个账号'),
      parts: z.array(z.enum(['setting', 'aiAgent', 'cardRule'])).min(1, '请选择要复制的内容'),
    }),
    data: z.object({
      success: z.int32(),
      failed: z.array(z.object({ id: RelationId, name: z.string(), msg: z.string() })),
    }),
    errors: ['notFound'],
  }),
  setting: endpoint({
    method: 'GET',
    path: '/v1/channel/account/setting',
    access: 'channelAccount:viewPage',
    summary: '账号设置',
    query: z.object({ relationId: RelationId }),
    data: ChannelSetting,
    errors: ['notFound'],
  }),
  updateSetting: endpoint({
    method: 'PUT',
    path: '/v1/channel/account/setting',
    access: 'channelAccount:settingsEdit',
    summary: '保存账号设置',
    body: ChannelSettingFields.extend({ relationId: RelationId, version: z.int32() }),
    data: ChannelSetting,
    errors: ['notFound', 'stale', 'refused'],
  }),
}

const ChannelEventBase = z.object({ at: Instant, operatorId: AgentId.nullable(), relationId: RelationId })

export const ChannelEvent = z.discriminatedUnion('type', [
  /** An account was bound, unbound, changed or got another state: lists are fetched anew. */
  ChannelEventBase.extend({ type: z.literal('channel_account_change') }),
  ChannelEventBase.extend({
    type: z.literal('channel_change_enable_ai'),
    source: Source,
    subSourceId: RelationId,
    enable: z.boolean(),
  }),
])
export type ChannelEvent = z.infer<typeof ChannelEvent>
