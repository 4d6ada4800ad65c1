import { expect, test } from 'vitest'
import { TOKEN_RULES } from '../../../channels/channel-sources.ts'
import { isExpiring, needsRefresh } from './refresh-rules.ts'

const DAY_MS = 86_400_000
const now = new Date('2026-03-16T02:00:00.000Z')
const rules = TOKEN_RULES.douyin.account!
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)

test.each([
  ['a fresh authorisation', 15, 30, 0, false],
  ['access ends in a day', 1, 30, 0, false],
  ['access ends in less than a day', 0.99, 30, 0, true],
  ['access has ended', -1, 30, 5, true],
  ['the refresh token ends in three days', 10, 3, 0, false],
  ['the refresh token ends in less than three days', 10, 2.9, 4, true],
  ['the same with no renewal left', 10, 2.9, 5, false],
])('%s', (_name, access, refresh, renewals, expected) => {
  const tokens = { accessExpiresAt: inDays(access), refreshExpiresAt: inDays(refresh), renewals }

  expect(needsRefresh(tokens, rules, now)).toBe(expected)
})

test.each([
  ['renewals are left', 2, 4, 3, false],
  ['more days than the reminder', 3.1, 5, 3, false],
  ['as many days as the reminder', 3, 5, 3, true],
  ['a longer reminder', 6, 5, 7, true],
  ['already ended', -1, 5, 3, true],
])('expiring: %s', (_name, refresh, renewals, warnDays, expected) => {
  const tokens = { accessExpiresAt: inDays(10), refreshExpiresAt: inDays(refresh), renewals }

  expect(isExpiring(tokens, rules, warnDays, now)).toBe(expected)
})
