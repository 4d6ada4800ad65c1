import { expect, test } from 'vitest'
import { type AiReturn, answerDue, isSessionOver, returnTime, welcomeDelay } from './reception-timing.ts'

const at = (second: number) => new Date(Date.UTC(2026, 2, 16) + second * 1000)

test.each([
  ['one word', 0, 0, 3, 3],
  ['the last word counts', 0, 2, 3, 5],
  ['not later than ten seconds after the first', 0, 9, 3, 10],
  ['exactly at the limit', 0, 7, 3, 10],
  ['the longest window', 0, 0, 8, 8],
  ['a word after the limit is answered at once', 0, 12, 3, 12],
])('%s', (_name, first, last, mergeSec, due) => {
  expect(answerDue(at(first), at(last), mergeSec)).toEqual(at(due))
})

test.each<[AiReturn, string, string, string | undefined]>([
  ['off', '2026-03-16T02:00:00.000Z', 'Asia/Shanghai', undefined],
  ['5', '2026-03-16T02:00:00.000Z', 'Asia/Shanghai', '2026-03-16T02:05:00.000Z'],
  ['60', '2026-03-16T23:30:00.000Z', 'Asia/Shanghai', '2026-03-17T00:30:00.000Z'],
  ['next_day', '2026-03-16T02:00:00.000Z', 'Asia/Shanghai', '2026-03-17T00:00:00.000Z'],
  ['next_day', '2026-03-16T15:59:59.000Z', 'Asia/Shanghai', '2026-03-17T00:00:00.000Z'],
  ['next_day', '2026-03-16T16:00:00.000Z', 'Asia/Shanghai', '2026-03-18T00:00:00.000Z'],
  ['next_day', '2026-12-31T10:00:00.000Z', 'UTC', '2027-01-01T08:00:00.000Z'],
  // The night in which New York's clocks go forward, and back.
  ['next_day', '2026-03-07T20:00:00.000Z', 'America/New_York', '2026-03-08T12:00:00.000Z'],
  ['next_day', '2026-10-31T20:00:00.000Z', 'America/New_York', '2026-11-01T13:00:00.000Z'],
])('%s after %s in %s', (setting, at, timeZone, expected) => {
  expect(returnTime(setting, new Date(at), timeZone)?.toISOString()).toBe(expected)
})

test.each([
  ['2026-03-16T02:00:00.000Z', '2026-03-17T01:59:59.999Z', false],
  ['2026-03-16T02:00:00.000Z', '2026-03-17T02:00:00.000Z', true],
])('silent from %s to %s', (last, now, over) => {
  expect(isSessionOver(new Date(last), new Date(now))).toBe(over)
})

test.each([
  ['douyin', 5_000, 5_000],
  ['douyin', 30_000, 25_000],
  ['redbook', 30_000, 30_000],
] as const)('a welcome on %s after %i ms is due after %i ms', (source, delay, due) => {
  expect(welcomeDelay(source, delay)).toBe(due)
})
