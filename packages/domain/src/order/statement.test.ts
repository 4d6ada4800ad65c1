import { expect, test } from 'vitest'
import { compareStatement, statementDays, statementSpan } from './statement.ts'

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

test('a day is one of China', () => {
  expect(statementSpan('2026-03-16')).toEqual({
    from: new Date('2026-03-15T16:00:00.000Z'),
    to: new Date('2026-03-16T16:00:00.000Z'),
  })
})
