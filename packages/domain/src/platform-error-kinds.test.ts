import { expect, test } from 'vitest'
import {
  PLATFORM_ERROR_KINDS,
  PLATFORM_ERROR_OFFERS,
  type PlatformErrorKind,
  platformErrorRow,
  platformErrorText,
} from './platform-error-kinds.ts'

const kinds = Object.keys(PLATFORM_ERROR_KINDS) as PlatformErrorKind[]

test('every kind has a text, and only the last shows what the platform said', () => {
  const platform = { text: 'access_token 过期 https://open.example', code: '28001008' }

  for (const kind of kinds.filter((each) => each !== 'unknown')) {
    expect(platformErrorText(kind, platform)).toMatch(/^\P{Cc}{5,}$/u)
    expect(platformErrorText(kind, platform)).not.toMatch(/token|code|https?:|[{}]|\d{5,}/i)
  }
  expect(platformErrorText('unknown', platform)).toBe('平台返回：access_token 过期 https://open.example（28001008）')
  expect(kinds.at(-1)).toBe('unknown')
})

test('what the platform says is shown as it stands', () => {
  expect(platformErrorText('unknown', { text: '$& {code}', code: '7' })).toBe('平台返回：$& {code}（7）')
  expect(platformErrorText('unknown', { text: '业务异常', code: '' })).toBe('平台返回：业务异常')
})

test('every offer is one the screen knows', () => {
  const offers = kinds.flatMap((kind) => platformErrorRow(kind).offer ?? [])

  expect(new Set(offers)).toEqual(new Set(Object.keys(PLATFORM_ERROR_OFFERS)))
})

test.each([
  ['later', ['rate_limited', 'platform_down']],
  ['after_refresh', ['token_expired', 'token_invalid']],
  ['newest_inbound', ['wrong_target']],
  ['await_echo', ['outcome_unknown']],
])('tried again %s: %j', (retry, expected) => {
  expect(kinds.filter((kind) => platformErrorRow(kind).retry === retry)).toEqual(expected)
})

test('operators hear of our own mistakes and of what is new', () => {
  const alarms = kinds.filter((kind) => platformErrorRow(kind).alarm)

  expect(alarms).toEqual(['redirect_wrong', 'credentials_wrong', 'bad_request', 'unknown'])
})
