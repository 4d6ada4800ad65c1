import { z } from 'zod'
import { AgentId, Instant, RelationId } from './ids.ts'
import { CARD_TYPES, Source } from './source.ts'

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

/** What the composer may offer for an account; the source is only used in refusal texts. */
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
  /** When the authorisation expires; null where the platform does not report it. */
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
  /** Last error as shown to an administrator; null after a success. */
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

/** Account fields for selects, filters and the composer. */
export const SimpleAccount = z.object({
  relationId: RelationId,
  parentId: RelationId.nullable(),
  source: Source,
  accountType: AccountType,
  name: z.string(),
  avatar: z.string(),
  openStatus: OpenStatus,
  capabilities: Capabilities,
  /** Outbound compliance settings. */
  guard: z.object({ wordLevel: GuardLevel, contactLevel: GuardLevel, textChars: z.int32() }),
  /**
   * Parts of the plan's 欢迎语 that are sent to a new customer: the platform's limit less 为人工预留; null: the account has its own 欢迎语.
   * Absent in answers of older nodes.
   */
  welcomeParts: z.int32().nullable().default(null),
})
export type SimpleAccount = z.infer<typeof SimpleAccount>

/** Onboarding checklist: 授权, 方案, 知识, 发布, 卡片, 客服. */
const CHECKLIST_KEYS = ['auth', 'plan', 'knowledge', 'publish', 'card', 'agent'] as const

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
  quotaToday: z.object({ used: z.int32(), strangers: z.int32(), heldBack: z.int32() }),
  /** Seven days, oldest first. */
  series: z.array(SeriesPoint),
}

export const AccountDetail = z.discriminatedUnion('accountType', [
  CorpAccount.extend(AccountDetailFields),
  KosAccount.extend(AccountDetailFields),
])
export type AccountDetail = z.infer<typeof AccountDetail>

/** 授权, 模式切换, 发送失败, 已拦截, 配置变更, 解绑, 子账号. */
export const CHANNEL_EVENT_KINDS = ['auth', 'mode', 'send_failed', 'held_back', 'setting', 'unbind', 'kos'] as const
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
