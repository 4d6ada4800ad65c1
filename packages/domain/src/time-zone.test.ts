import { expect, test } from 'vitest'
import { parseDay, twoDigits } from './calendar-day.ts'
import { minuteOfDay, startOfDay, zonedTime, zoneOffsetMs } from './time-zone.ts'

// R113
test.each([
  ['Asia/Shanghai', '2026-01-01T00:00:00Z', 8],
  ['America/New_York', '2026-01-01T00:00:00Z', -5],
  ['America/New_York', '2026-07-01T00:00:00Z', -4],
  ['America/St_Johns', '2026-01-01T00:00:00Z', -3.5],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 5.75],
  ['UTC', '2026-01-01T00:00:00.999Z', 0],
])('%s at %s is %s hours from UTC', (timeZone, at, expected) => {
  expect(zoneOffsetMs(new Date(at), timeZone) / 3_600_000).toBe(expected)
})

test.each([
  ['Asia/Shanghai', '2026-07-08', '2026-07-07T16:00:00.000Z'],
  ['UTC', '2026-07-08', '2026-07-08T00:00:00.000Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-07-08', '2026-07-07T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-07-08', '2026-07-08T11:00:00.000Z'],
  // No midnight: clocks went from 00:00 to 01:00.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  // Two midnights: clocks went from 01:00 back to 00:00.
  ['America/Havana', '2024-11-03', '2024-11-03T04:00:00.000Z'],
])('in %s the day %s begins at %s', (timeZone, day, expected) => {
  expect(startOfDay(parseDay(day)!, timeZone).toISOString()).toBe(expected)
})

test.each(['Asia/Shanghai', 'America/New_York', 'Africa/Cairo', 'America/Havana', 'Australia/Lord_Howe'])(
  'every day of a year in %s begins on that day and not before',
  (timeZone) => {
    for (let offset = 0; offset < 366; offset += 1) {
      const noon = new Date(Date.UTC(2026, 0, 1 + offset, 12))
      const { year, month, day } = zonedTime(noon, timeZone)
      const start = startOfDay({ year, month, day }, timeZone)

      expect(zonedTime(start, timeZone)).toMatchObject({ year, month, day })
      expect(zonedTime(new Date(start.getTime() - 1), timeZone).day).not.toBe(day)
    }
  },
)

test('what the clocks show is what the platform says, in every zone', () => {
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    // Steps that are no multiple of a day pass through all hours and seasons.
    for (let at = Date.UTC(1960, 0); at < Date.UTC(2040, 0); at += 12_345_678_901) {
      const { year, month, day, hour, minute, second } = zonedTime(new Date(at), timeZone)
      const shown = `${[year, month, day].map(twoDigits).join('-')}, ${[hour, minute, second].map(twoDigits).join(':')}`

      expect(`${timeZone} ${shown}`).toBe(`${timeZone} ${formatter.format(at)}`)
    }
  }
})

test('midnight is hour 0 of its day', () => {
  expect(zonedTime(new Date('2026-07-07T16:00:05Z'), 'Asia/Shanghai')).toEqual({
    year: 2026,
    month: 7,
    day: 8,
    hour: 0,
    minute: 0,
    second: 5,
  })
})

test.each([
  ['Asia/Shanghai', 0],
  ['UTC', 16 * 60],
  ['Asia/Kolkata', 21 * 60 + 30],
])('in %s it is minute %i of the day', (timeZone, minute) => {
  expect(minuteOfDay(new Date('2026-07-07T16:00:05Z'), timeZone)).toBe(minute)
})
