import { z } from 'zod'
import { AccountType, GuardLevel, ReceptionMode } from './channel-account.ts'
import { AgentId, Instant, PlanId, RelationId } from './ids.ts'
import { typedText } from './text.ts'

/** Platform limits that an administrator may override. */
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

/** As many as may be sent before the customer's first message. */
export const WELCOME_PARTS_MAX = 3
export const WELCOME_CHARS_MAX = 200
export const WelcomePart = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: typedText(WELCOME_CHARS_MAX, `欢迎语最多 ${WELCOME_CHARS_MAX} 个字`).min(1, '请输入欢迎语'),
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
  /** The account's own plan; null: its main account's, or the default one. */
  planId: PlanId.nullable(),
  /** Agents who may receive this account's customers; empty: all. */
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
  /** Sub-accounts only: the groups inherited from the main account. */
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
