import { ERRORS } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { ResultError } from '../api/errors.ts'
import { usersOf } from './used-by-dialog.tsx'

test.each([
  [{ usedBy: ['发卡规则「首次进线」', '发卡规则「问价」'] }, ['发卡规则「首次进线」', '发卡规则「问价」']],
  [{ usedBy: ['规则', 7, null] }, ['规则']],
  [{ usedBy: '规则' }, []],
  [null, []],
])('the refusal %j names %j', (data, names) => {
  expect(usersOf(new ResultError(ERRORS.inUse.code, '使用中', data))).toEqual(names)
})

test('another refusal names nothing', () => {
  expect(usersOf(new ResultError(ERRORS.refused.code, '不可以', { usedBy: ['规则'] }))).toBeUndefined()
})
