import type { CustomerMessage } from '@ruwu/contract'
import { expect, test } from 'vitest'
import type { ThreadRow } from '@ruwu/domain'
import { logItems, placeOf, shiftOf } from './log-items.ts'

const row = (seq: number): ThreadRow => ({
  kind: 'line',
  key: `chat${seq}`,
  message: { seq } as CustomerMessage,
})
const day = (text: string): ThreadRow => ({ kind: 'day', key: text, text })
const line: ThreadRow = { kind: 'new', key: 'new' }
const numbers = (...seqs: number[]) => seqs.map((seq) => ({ seq }))

test('the day and the line of new messages belong to the message below them', () => {
  const items = logItems([day('昨天'), row(1), row(2), day('今天'), line, row(3)])

  expect(items.map(({ seq, day, isFirstNew }) => [seq, day, isFirstNew])).toEqual([
    [1, '昨天', false],
    [2, '', false],
    [3, '今天', true],
  ])
})

test('what did not change is the same object', () => {
  const first = row(1)
  const second = row(2)

  const [, before] = logItems([day('今天'), first, second])
  const [, after] = logItems([day('今天'), first, second, row(3)])

  expect(after).toBe(before)
})

test('what loses its day is another one', () => {
  const first = row(5)

  const [before] = logItems([day('今天'), first])
  const [, after] = logItems([day('今天'), row(4), first])

  expect(after).not.toBe(before)
  expect(after).toMatchObject({ day: '', seq: 5 })
})

test.each([
  ['older ones came in', [5, 6], [3, 4, 5, 6], -2],
  ['old ones were put away', [3, 4, 5, 6], [5, 6, 7], 2],
  ['newer ones came', [5, 6], [5, 6, 7], 0],
  ['the first was removed', [5, 6, 8], [6, 8], 1],
  ['nothing was there', [], [5], 0],
  ['only what is on its way', [Infinity], [7, Infinity], -1],
])('%s: the beginning moves', (_, before, after, by) => {
  expect(shiftOf(numbers(...before), numbers(...after))).toBe(by)
})

test.each([
  [4, 0],
  [5, 0],
  [7, 2],
  [9, 3],
])('number %i stands at place %i', (seq, place) => {
  expect(placeOf(numbers(5, 6, 8), seq)).toBe(place)
})
