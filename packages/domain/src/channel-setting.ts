import {
  type AccountType,
  type ChannelLimits,
  type ChannelSettingFields,
  FOLLOW_GROUPS,
  type FollowGroup,
  type ReceptionMode,
  type Source,
  WELCOME_PARTS_MAX,
} from '@ruwu/contract'
import { DEFAULT_GUARD_SETTINGS, GUARD_LIMITS } from './guard/guard-limits.ts'

export const RECEPTION_MODE_LABELS: Record<ReceptionMode, string> = { open: 'AI 托管', close: '工作流/人工接待' }

/** Days before expiry from which administrators are warned. */
const DEFAULT_AUTH_WARN_DAYS = 3

/** Placeholders for limits a source does not have; never read there. */
const UNUSED_LIMITS = { replyCount: 6, strangersPer10Min: 10 }

export function defaultChannelLimits(source: Source): ChannelLimits {
  const limits = GUARD_LIMITS[source]
  return {
    textChars: limits.textMaxChars,
    beforeReply: limits.beforeFirstMessage.max,
    replyCount: limits.afterMessage?.max ?? UNUSED_LIMITS.replyCount,
    strangersPerDay: limits.strangers.perDay,
    strangersPer10Min: limits.strangers.burst?.max ?? UNUSED_LIMITS.strangersPer10Min,
    sameTextBlock: limits.sameText.blockAt,
    pacePer10Min: limits.pace.max,
  }
}

/** Defaults of a newly bound account. A sub-account follows its main account in every group. */
export function defaultChannelSetting(source: Source, accountType: AccountType): ChannelSettingFields {
  return {
    remark: '',
    profile: { brand: '', industry: '', city: '', address: '', hours: '' },
    planId: null,
    agentIds: [],
    welcome: { custom: false, parts: [] },
    authWarnDays: DEFAULT_AUTH_WARN_DAYS,
    ...DEFAULT_GUARD_SETTINGS,
    limits: defaultChannelLimits(source),
    follow: followAll(accountType === 'KOS'),
  }
}

export function followAll(isFollowing: boolean): Record<FollowGroup, boolean> {
  return Object.fromEntries(FOLLOW_GROUPS.map((group) => [group, isFollowing])) as Record<FollowGroup, boolean>
}

/** The fields of each group in which a sub-account may follow its main account. */
export const FOLLOW_FIELDS = {
  profile: ['profile'],
  reception: ['planId', 'agentIds'],
  welcome: ['welcome'],
  notice: ['authWarnDays'],
  guard: ['wordLevel', 'contactLevel', 'repeatCount', 'reserveForHuman', 'limits'],
} as const satisfies Record<FollowGroup, readonly (keyof ChannelSettingFields)[]>

type WithSetting = { setting: ChannelSettingFields }

/** Effective settings: the account's own, or its main account's in followed groups. */
export function effectiveSetting(account: WithSetting, main?: WithSetting | null): ChannelSettingFields {
  if (!main) return account.setting
  const followed = FOLLOW_GROUPS.filter((group) => account.setting.follow[group])
    .flatMap((group): readonly (keyof ChannelSettingFields)[] => FOLLOW_FIELDS[group])
    .map((field) => [field, main.setting[field]])
  return { ...account.setting, ...Object.fromEntries(followed) }
}

/** 欢迎语 is sent before the customer's first message, so it has at most as many parts as messages may be sent then. */
export const welcomePartsMax = ({ beforeReply }: Pick<ChannelLimits, 'beforeReply'>): number =>
  Math.min(WELCOME_PARTS_MAX, beforeReply)

/** As many parts are sent to a new customer: automatic messages leave what is kept for agents. */
export const welcomePartsSent = ({
  limits,
  reserveForHuman,
}: Pick<ChannelSettingFields, 'limits' | 'reserveForHuman'>): number =>
  Math.min(WELCOME_PARTS_MAX, Math.max(0, limits.beforeReply - reserveForHuman))

/** Why the effective setting's 欢迎语 cannot be sent as a whole; undefined when it can. */
export function welcomeProblem({
  welcome,
  limits,
}: Pick<ChannelSettingFields, 'welcome' | 'limits'>): string | undefined {
  const most = welcomePartsMax(limits)
  return welcome.custom && welcome.parts.length > most ? `客户开口前可发 ${most} 条，欢迎语最多 ${most} 条` : undefined
}
