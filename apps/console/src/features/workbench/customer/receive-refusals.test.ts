import { ERRORS } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { ResultError, ServiceError } from '../../../api/errors.ts'
import { isLimitReached, takenBy } from './receive-refusals.ts'

const wei = 'b'.repeat(32)

test('the refusal names the colleague who was faster', () => {
  const taken = new ResultError(ERRORS.taken.code, '已被 周野 接待', { agentId: wei, agentName: '周野' })

  expect(takenBy(taken)).toEqual({ agentId: wei, name: '周野' })
})

test.each([
  new ResultError(ERRORS.taken.code, '', null),
  new ResultError(ERRORS.taken.code, '', { agentId: 'x', agentName: '周野' }),
  new ResultError(ERRORS.refused.code, '', { agentId: wei, agentName: '周野' }),
  new ServiceError(),
])('%s names nobody', (error) => {
  expect(takenBy(error)).toBeUndefined()
})

test('only a reached customer limit can be overridden', () => {
  expect(
    isLimitReached(new ResultError(ERRORS.refused.code, '已达接待上限 50，仍要接待？', { confirm: true, limit: 50 })),
  ).toBe(true)
  expect(isLimitReached(new ResultError(ERRORS.refused.code, '该客户已归档', null))).toBe(false)
  expect(isLimitReached(new ServiceError('已达接待上限 50，仍要接待？'))).toBe(false)
})
