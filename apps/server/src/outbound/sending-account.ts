import type { ChannelSettingFields, EntId, OpenStatus, RelationId, Source } from '@ruwu/contract'
import {
  closedAccountText,
  type GuardLimits,
  GUARD_LIMITS,
  type QuotaRule,
  quotaRulesOf,
  type SourceCapabilities,
} from '@ruwu/domain'

/** An account as far as sending through it needs it. */
export type SendingAccount = {
  entId: EntId
  id: RelationId
  source: Source
  openStatus: OpenStatus
  /** With what a sub-account takes over from its main account. */
  setting: ChannelSettingFields
  capabilities: SourceCapabilities
  /** Whose cards may be sent through it: its own and its main account's. */
  cardAccounts: RelationId[]
}

/** Why nothing can go out through an account; undefined when it can. */
export const closedText = ({ openStatus }: SendingAccount) => closedAccountText(openStatus)

/** The platform's rules with the numbers the enterprise chose. */
export function quotaRulesFor({ source, setting: { limits } }: SendingAccount): QuotaRule[] {
  const max: Record<string, number> = {
    'douyin.reply': limits.replyCount,
    'douyin.enter': limits.beforeReply,
    'redbook.before.reply': limits.beforeReply,
    'redbook.stranger.day': limits.strangersPerDay,
    'redbook.burst': limits.strangersPer10Min,
  }
  return quotaRulesOf(source).map((rule) => ({ ...rule, max: Math.min(rule.max, max[rule.id] ?? rule.max) }))
}

export function guardLimitsFor({ source, setting: { limits } }: SendingAccount): GuardLimits {
  const own = GUARD_LIMITS[source]
  return {
    ...own,
    textMaxChars: limits.textChars,
    sameText: { ...own.sameText, blockAt: limits.sameTextBlock },
    pace: { ...own.pace, max: limits.pacePer10Min },
  }
}
