import { ERRORS } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { ResultError, ServiceError, retryAfterOf } from './errors.ts'

const tooOften = (data: unknown) => new ResultError(ERRORS.tooOften.code, ERRORS.tooOften.msg, data)

test.each([
  ['the seconds of the answer', tooOften({ retryAfter: 900 }), 900],
  ['whole seconds', tooOften({ retryAfter: 0.2 }), 1],
  ['nothing without a number', tooOften(null), 0],
  ['nothing for a time that is over', tooOften({ retryAfter: -3 }), 0],
  ['nothing for another refusal', new ResultError(ERRORS.refused.code, '', { retryAfter: 900 }), 0],
  ['nothing for a broken line', new ServiceError(), 0],
])('an error asks for %s', (_, error, seconds) => {
  expect(retryAfterOf(error)).toBe(seconds)
})
