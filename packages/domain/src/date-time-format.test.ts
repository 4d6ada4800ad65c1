import { expect, test } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatDateTimeSeconds,
  formatDateWithWeekday,
  formatDuration,
  formatListTime,
  formatNearTime,
} from './date-time-format.ts'

test('times are shown on the clock of the enterprise, Shanghai unless told otherwise', () => {
  const at = new Date('2026-07-07T16:05:09Z')

  expect(formatDateTime(at)).toBe('2026-07-08 00:05')
  expect(formatDateTimeSeconds(at)).toBe('2026-07-08 00:05:09')
  expect(formatDate(at)).toBe('2026-07-08')
  expect(formatDateTime(at, 'America/New_York')).toBe('2026-07-07 12:05')
  expect(formatDateTime('2026-07-07T16:05:09.000Z', 'UTC')).toBe('2026-07-07 16:05')
})

test('the weekday is that of the time zone', () => {
  const lateSundayInLondon = new Date('2026-03-15T23:30:00Z')

  expect(formatDateWithWeekday(lateSundayInLondon, 'Asia/Shanghai')).toBe('2026-03-16 星期一')
  expect(formatDateWithWeekday(lateSundayInLondon, 'Europe/London')).toBe('2026-03-15 星期日')
})

test.each([null, undefined, '', 'soon', Number.NaN, new Date(Number.NaN)])('%j instead of a time reads --', (at) => {
  expect(formatDateTime(at)).toBe('--')
  expect(formatListTime(at, new Date(0))).toBe('--')
})

// 2026-07-08 09:30 in Shanghai
const now = new Date('2026-07-08T01:30:00Z')

test.each([
  ['2026-07-08T01:05:00Z', '09:05'],
  ['2026-07-07T16:00:00Z', '00:00'],
  ['2026-07-07T15:59:59Z', '昨天 23:59'],
  ['2026-07-06T16:00:00Z', '昨天 00:00'],
  ['2026-07-06T15:59:59Z', '07-06'],
  ['2025-12-31T16:00:00Z', '01-01'],
  ['2025-12-31T15:59:59Z', '2025-12-31'],
  ['2026-07-09T01:00:00Z', '07-09'],
  ['2027-01-02T01:00:00Z', '2027-01-02'],
])('in a list, %s reads %s', (at, expected) => {
  expect(formatListTime(at, now)).toBe(expected)
})

test('on New Year the last evening is yesterday, not a date of last year', () => {
  expect(formatListTime('2025-12-31T12:00:00Z', new Date('2026-01-01T02:00:00Z'))).toBe('昨天 20:00')
})

test.each([
  ['2026-03-08T04:30:00Z', '昨天 23:30'],
  ['2026-03-08T05:30:00Z', '00:30'],
  ['2026-03-08T07:30:00Z', '03:30'],
])('on the short day of New York %s reads %s', (at, expected) => {
  expect(formatListTime(at, new Date('2026-03-09T03:59:00Z'), 'America/New_York')).toBe(expected)
})

test.each([
  [0, '0秒'],
  [59, '59秒'],
  [59.6, '1分0秒'],
  [60, '1分0秒'],
  [83, '1分23秒'],
  [3599, '59分59秒'],
  [3599.5, '1小时0分'],
  [3600, '1小时0分'],
  [93_780, '26小时3分'],
  [-1, '--'],
  [null, '--'],
  [undefined, '--'],
  [Number.NaN, '--'],
])('%s seconds read %s', (seconds, expected) => {
  expect(formatDuration(seconds)).toBe(expected)
})

test.each([
  ['2026-03-16T06:00:00Z', '今天 14:00'],
  ['2026-03-16T17:00:00Z', '明天 01:00'],
  ['2026-03-15T06:00:00Z', '昨天 14:00'],
  ['2026-03-20T06:30:00Z', '03-20 14:30'],
  ['2027-01-02T01:00:00Z', '2027-01-02 09:00'],
])('%s is a near time: %s', (at, text) => {
  expect(formatNearTime(at, new Date('2026-03-16T02:00:00Z'))).toBe(text)
})
