import { ERRORS } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { NetworkError, ResultError } from '../../api/errors.ts'
import { needsCertification, remedyOf } from './remedies.ts'

const refusal = (data: unknown) => new ResultError(ERRORS.platformRefused.code, '平台拒绝', data)

test.each(['not_enterprise', 'already_bound', 'code_expired', 'ads_paused', 'not_granted'])(
  'a binding refused as %s says what to do',
  (kind) => {
    expect(remedyOf(refusal({ kind })).length).toBeGreaterThan(0)
  },
)

test.each([
  refusal({ kind: 'platform_down' }),
  refusal({ kind: 'toString' }),
  refusal({ platformCode: '10007' }),
  refusal(null),
  new NetworkError(),
])('other refusals (%#) only speak for themselves', (error) => {
  expect(remedyOf(error)).toEqual([])
})

test.each([
  [refusal({ kind: 'not_certified' }), true],
  [refusal({ kind: 'not_enterprise' }), false],
  [new NetworkError(), false],
])('a refusal (%#) leads to 认证: %s', (error, expected) => {
  expect(needsCertification(error)).toBe(expected)
})
