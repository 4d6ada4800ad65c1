import { CustomerId, type CustomerItem } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { settledOf } from './use-selection.ts'

const item = (digit: string) => ({ customerId: CustomerId.parse(digit.repeat(32)) }) as CustomerItem

test('after a bulk action only those it failed for are left to be tried again', () => {
  const [first, second, third] = [item('1'), item('2'), item('3')]
  const chosen = new Map([first, second, third].map((it) => [it.customerId, it]))
  const failed = [{ id: second.customerId, name: '王女士', msg: '已被 卫青禾 接待' }]

  expect(settledOf(chosen, failed)).toEqual([first, third])
  expect(settledOf(chosen, [])).toHaveLength(3)
})
