import { expect, test } from 'vitest'
import { type AiReturn, returnTime } from './return-time.ts'

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
