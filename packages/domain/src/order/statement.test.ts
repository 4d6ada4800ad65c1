import { expect, test } from 'vitest'
import {
  compareStatement,
  daysBeside,
  isOrderNo,
  openStatements,
  statementDays,
  type StatementDifference,
  statementSpan,
} from './statement.ts'

const entry = (transactionId: string, amount = 100) => ({ transactionId, orderNo: `no-${transactionId}`, amount })

test.each([
  ['equal', [entry('a'), entry('b')], [entry('b'), entry('a')], []],
  ['unknown to us', [entry('a')], [], [{ ...entry('a'), kind: 'theirs' }]],
  ['unknown to them', [], [entry('a')], [{ ...entry('a'), kind: 'ours' }]],
  ['another amount', [entry('a', 99)], [entry('a')], [{ ...entry('a', 99), kind: 'amount' }]],
])('%s', (_what, theirs, ours, expected) => {
  expect(compareStatement(theirs, ours)).toEqual(expected)
})

test.each([
  ['2026-03-17T01:59:59.999Z', ['2026-03-15', '2026-03-14']],
  ['2026-03-17T02:00:00.000Z', ['2026-03-16', '2026-03-15']],
])('at %s the last statements are %j', (now, days) => {
  expect(statementDays(new Date(now), 2)).toEqual(days)
})

const difference: StatementDifference = { ...entry('a'), kind: 'theirs' }
const compared = (day: string, theirCount: number, at: string, differences: StatementDifference[] = []) => ({
  day,
  theirCount,
  comparedAt: new Date(at),
  differences,
})
const now = new Date('2026-03-17T06:00:00Z')
const agreed = ['2026-03-15', '2026-03-14'].map((day) => compared(day, 1, '2026-03-16T06:00:00Z'))

test.each([
  ['never', [], undefined, now, ['2026-03-16', '2026-03-15', '2026-03-14'], []],
  ['a day that agreed', agreed, '2026-03-14', now, ['2026-03-16'], ['2026-03-16']],
  ['just made', agreed, '2026-03-14', new Date('2026-03-17T02:30:00Z'), ['2026-03-16'], []],
  [
    'empty, and may be late',
    [compared('2026-03-16', 0, '2026-03-17T05:00:00Z'), ...agreed],
    '2026-03-14',
    now,
    ['2026-03-16'],
    [],
  ],
  [
    'empty, and still so a day later',
    [compared('2026-03-16', 0, '2026-03-18T02:00:00Z'), ...agreed],
    '2026-03-14',
    now,
    [],
    [],
  ],
  [
    'differs',
    [compared('2026-03-16', 1, '2026-03-17T05:00:00Z', [difference]), ...agreed],
    '2026-03-14',
    now,
    ['2026-03-16'],
    [],
  ],
  [
    'differs, closed',
    [compared('2026-03-16', 1, '2026-03-17T05:00:00Z', [{ ...difference, note: '已退回' }]), ...agreed],
    '2026-03-14',
    now,
    [],
    [],
  ],
  [
    'a day long ago: missing, empty too early, differing',
    [
      compared('2026-03-11', 0, '2026-03-12T02:00:00Z'),
      compared('2026-03-10', 1, '2026-03-11T02:00:00Z', [difference]),
      ...['2026-03-16', '2026-03-13'].map((day) => compared(day, 1, '2026-03-17T05:00:00Z')),
      ...agreed,
    ],
    '2026-03-10',
    now,
    ['2026-03-12', '2026-03-11'],
    ['2026-03-12', '2026-03-11'],
  ],
])('statements to compare, %s', (_what, rows, first, at, due, missing) => {
  expect(openStatements(rows, first, at)).toEqual({ due, missing })
})

test.each([
  ['202603160000000001', true],
  ['SHOP-1', false],
  ['20260316000000000', false],
])('%s has the form of our numbers: %s', (no, expected) => {
  expect(isOrderNo(no)).toBe(expected)
})

test('a day lies between two others', () => {
  expect(daysBeside('2026-03-01')).toEqual(['2026-02-28', '2026-03-02'])
})

test('a day is one of China', () => {
  expect(statementSpan('2026-03-16')).toEqual({
    from: new Date('2026-03-15T16:00:00.000Z'),
    to: new Date('2026-03-16T16:00:00.000Z'),
  })
})
