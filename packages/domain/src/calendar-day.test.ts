import { expect, test } from 'vitest'
import { addDays, dayNumber, formatDay, parseDay, startOfWeek } from './calendar-day.ts'

test.each([
  ['2026-01-31', 1, '2026-02-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-01-01', -1, '2025-12-31'],
  ['2026-03-08', 30, '2026-04-07'],
])('%s plus %i days is %s', (from, days, expected) => {
  expect(formatDay(addDays(parseDay(from)!, days))).toBe(expected)
})

// R3
test.each([
  ['2026-07-06', '2026-07-06'],
  ['2026-07-08', '2026-07-06'],
  ['2026-07-12', '2026-07-06'],
  ['2026-01-01', '2025-12-29'],
])('the week of %s starts on Monday %s', (day, expected) => {
  expect(formatDay(startOfWeek(parseDay(day)!))).toBe(expected)
})

test.each(['2026-02-30', '2026-13-01', '2026-1-1', '2026-00-10', '20260101', '', '2026-01-01T00:00:00Z'])(
  '%j is not a day',
  (text) => {
    expect(parseDay(text)).toBeUndefined()
  },
)

test('days are numbered one after the other', () => {
  expect(dayNumber({ year: 2026, month: 3, day: 1 }) - dayNumber({ year: 2026, month: 2, day: 28 })).toBe(1)
})
