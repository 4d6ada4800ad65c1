import type { ChannelSettingFields, EntId, OpenStatus, RelationId, Source } from '@ruwu/contract'
import {
  closedAccountText,
  type GuardLimits,
  GUARD_LIMITS,
  type QuotaRule,
  quotaRulesOf,
  type SourceCapabilities,
} from '@ruwu/domain'

/** Fields of an account that sending needs. */
export type SendingAccount = {
  entId: EntId
  id: RelationId
  source: Source
  openStatus: OpenStatus
  /** Includes the values that a sub-account inherits from its main account. */
  setting: ChannelSettingFields
  capabilities: SourceCapabilities
  /** Accounts whose cards may be sent through it: itself and its main account. */
  cardAccounts: RelationId[]
}

/** Why the account cannot send; undefined when it can. */
export const closedText = ({ openStatus }: SendingAccount) => closedAccountText(openStatus)

/** The platform's quota rules with the enterprise's limits. */
export function quotaRulesFor({ source, setting: { limits } }: SendingAccount): QuotaRule[] {
  const max: Record<string, number> = {
    'douyin.reply': limits.replyCount,
    'douyin.enter': limits.beforeReply,
    'redbook.before.reply': limits.beforeReply,
    'redbook.stranger.day': limits.strangersPerDay,
    'redbook.burst': limits.strangersPer10Min,
  }
  return quotaRulesOf(source).map((rule) => withMax(rule, Math.min(rule.max, max[rule.id] ?? rule.max)))
}

/** The refusal names the number, where it has one. */
const withMax = (rule: QuotaRule, max: number): QuotaRule => ({
  ...rule,
  max,
  emptyText: rule.emptyText.replace(new RegExp(`\\b${rule.max}\\b`), String(max)),
})

export function guardLimitsFor({ source, setting: { limits } }: SendingAccount): GuardLimits {
  const own = GUARD_LIMITS[source]
  return {
    ...own,
    textMaxChars: limits.textChars,
    sameText: { ...own.sameText, blockAt: limits.sameTextBlock },
    pace: { ...own.pace, max: limits.pacePer10Min },
  }
}
