import type { AccountTokenRules } from '../../../channels/channel-sources.ts'
import type { AccountTokens } from '../../../channels/source.ts'

const DAY_MS = 86_400_000

type Lives = Pick<AccountTokens, 'accessExpiresAt' | 'refreshExpiresAt' | 'renewals'>

/** Whether an account's tokens are to be refreshed now; the adapter knows whether that begins with a renewal. */
export function needsRefresh(tokens: Lives, rules: AccountTokenRules, now: Date): boolean {
  const { accessExpiresAt, refreshExpiresAt, renewals } = tokens
  if (msUntil(accessExpiresAt, now) < rules.refreshBeforeMs) return true
  return (
    refreshExpiresAt !== null && renewals < rules.maxRenewals && msUntil(refreshExpiresAt, now) < rules.renewBeforeMs
  )
}

/** Whether the authorisation will end by itself soon and nothing but a new one can prevent it. */
export function isExpiring(tokens: Lives, rules: AccountTokenRules, warnDays: number, now: Date): boolean {
  const { refreshExpiresAt, renewals } = tokens
  if (refreshExpiresAt === null || renewals < rules.maxRenewals) return false
  return msUntil(refreshExpiresAt, now) <= warnDays * DAY_MS
}

const msUntil = (at: Date, now: Date) => at.getTime() - now.getTime()
