import { CustomerId, type CustomerItem } from '@ruwu/contract'
import { LongList } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { isAllChosen, settledOf } from './use-selection.ts'

const item = (digit: string) => ({ customerId: CustomerId.parse(digit.repeat(32)) }) as CustomerItem

test('after a bulk action only those it failed for are left to be tried again', () => {
  const [first, second, third] = [item('1'), item('2'), item('3')]
  const chosen = new Map([first, second, third].map((it) => [it.customerId, it]))
  const failed = [{ id: second.customerId, name: '王女士', msg: '已被 卫青禾 接待' }]

  expect(settledOf(chosen, failed)).toEqual([first, third])
  expect(settledOf(chosen, [])).toHaveLength(3)
})

test.each<[loaded: string, chosen: string, isAll: boolean]>([
  ['', '', false],
  ['12', '', false],
  ['12', '1', false],
  ['12', '13', false],
  ['12', '21', true],
  ['12', '123', true],
])('of %j loaded and %j chosen: all is %s', (loaded, chosen, isAll) => {
  const chosenItems = new Map(Array.from(chosen, item).map((it) => [it.customerId, it]))

  expect(isAllChosen(LongList.from(Array.from(loaded, item)), chosenItems)).toBe(isAll)
})
