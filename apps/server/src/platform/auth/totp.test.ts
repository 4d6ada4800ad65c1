import { expect, test } from 'vitest'
import { matchingStep, newTotpSecret, randomBase32, totpCode, totpStep, totpUri } from './totp.ts'

/** The key of RFC 6238, appendix B: the ASCII digits 12345678901234567890. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %i seconds is that of RFC 6238: %s', (seconds, code) => {
  expect(totpCode(RFC_SECRET, totpStep(new Date(seconds * 1000)))).toBe(code)
})

test.each([
  [-60, false],
  [-30, true],
  [0, true],
  [29, true],
  [30, true],
  [60, false],
])('a code of %i seconds from now is accepted: %s', (seconds, isAccepted) => {
  const now = new Date(1_800_000_000_000)
  const step = totpStep(new Date(now.getTime() + seconds * 1000))

  expect(matchingStep(RFC_SECRET, totpCode(RFC_SECRET, step), now)).toBe(isAccepted ? step : undefined)
})

test('secrets and recovery codes are random base32', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(randomBase32(16)).toMatch(/^[A-Z2-7]{16}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
})

test('the key URI names product and account', () => {
  expect(totpUri('ABC', '林 小满')).toBe(
    'otpauth://totp/%E5%A6%82%E6%99%A4:%E6%9E%97%20%E5%B0%8F%E6%BB%A1?secret=ABC&issuer=%E5%A6%82%E6%99%A4',
  )
})
