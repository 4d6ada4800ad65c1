import { expect, test } from 'vitest'
import { partsOnPage, wholeDaysOf } from './bill-days.ts'

const ZONE = 'Asia/Shanghai'

test.each([
  ['no period', {}, { first: undefined, last: undefined, cut: [] }],
  [
    'whole days',
    { from: '2026-03-15T16:00:00.000Z', to: '2026-03-17T16:00:00.000Z' },
    { first: '2026-03-16', last: '2026-03-17', cut: [] },
  ],
  [
    'both ends cut',
    { from: '2026-03-15T17:00:00.000Z', to: '2026-03-18T02:00:00.000Z' },
    { first: '2026-03-17', last: '2026-03-17', cut: ['2026-03-16', '2026-03-18'] },
  ],
  [
    'a part of one day',
    { from: '2026-03-16T01:00:00.000Z', to: '2026-03-16T02:00:00.000Z' },
    { first: '2026-03-17', last: '2026-03-15', cut: ['2026-03-16'] },
  ],
  ['an open end', { from: '2026-03-15T16:00:00.000Z' }, { first: '2026-03-16', last: undefined, cut: [] }],
])('%s', (_what, period, expected) => {
  expect(wholeDaysOf(period, ZONE)).toEqual(expected)
})

const days = [
  { day: '2026-03-18', rows: 3, delta: -3 },
  { day: '2026-03-17', rows: 30, delta: -30 },
  { day: '2026-03-15', rows: 1, delta: 100 },
]

test.each([
  [0, 20, { first: '2026-03-18', last: '2026-03-17', skipped: 0, left: 13 }],
  [5, 10, { first: '2026-03-17', last: '2026-03-17', skipped: 2, left: 18 }],
  [20, 20, { first: '2026-03-17', last: '2026-03-15', skipped: 17, left: 0 }],
  [3, 30, { first: '2026-03-17', last: '2026-03-17', skipped: 0, left: 0 }],
  [33, 20, { first: '2026-03-15', last: '2026-03-15', skipped: 0, left: 0 }],
  [34, 20, undefined],
])('rows from %i, %i of them, are in the days %j', (offset, limit, expected) => {
  const found = partsOnPage(days, offset, limit)

  expect(found && { ...found, first: found.first.day, last: found.last.day }).toEqual(expected)
})

test('without bills there is no page', () => {
  expect(partsOnPage([], 0, 20)).toBeUndefined()
})
