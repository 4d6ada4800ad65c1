import { expect, test } from 'vitest'
import { bucketStarts, daysOf, periodBefore, periodOf, startOfHour } from './period.ts'

const SHANGHAI = 'Asia/Shanghai'
const BERLIN = 'Europe/Berlin'
// Wednesday 2026-07-08 10:30 in Shanghai.
const now = new Date('2026-07-08T02:30:00Z')

const days = (starts: Date[]) =>
  starts.map((each) => new Date(each.getTime() + 8 * 3_600_000).toISOString().slice(0, 10))

test('today is compared with yesterday up to the same time', () => {
  const today = periodOf({ range: 'today' }, now, SHANGHAI)

  expect(today).toMatchObject({ from: '2026-07-08', until: new Date('2026-07-08T02:30:00.001Z') })
  expect(periodBefore(today, SHANGHAI)).toMatchObject({
    from: '2026-07-07',
    start: new Date('2026-07-06T16:00:00Z'),
    until: new Date('2026-07-07T02:30:00.001Z'),
  })
})

test('seven full days are compared with the seven before', () => {
  const week = periodOf({ range: 'recent7Days' }, now, SHANGHAI)

  expect(periodBefore(week, SHANGHAI)).toMatchObject({ from: '2026-06-24', to: '2026-06-30', until: week.start })
})

test('on the day the clocks are put back there are 25 hours, and each has its own start', () => {
  const period = periodOf(
    { range: 'custom', from: '2026-10-25', to: '2026-10-25' },
    new Date('2026-11-01T00:00:00Z'),
    BERLIN,
  )
  const starts = bucketStarts(period, 'hour', BERLIN)

  expect(starts).toHaveLength(25)
  expect(new Set(starts.map(Number)).size).toBe(25)
})

test('on the day the clocks are put forward there are 23 hours', () => {
  const period = periodOf(
    { range: 'custom', from: '2026-03-29', to: '2026-03-30' },
    new Date('2026-04-01T00:00:00Z'),
    BERLIN,
  )

  expect(bucketStarts(period, 'hour', BERLIN)).toHaveLength(23 + 24)
  expect(bucketStarts(period, 'day', BERLIN).map((each) => each.toISOString())).toEqual([
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ])
})

test('weeks begin on Monday, the first one with the period, and a comparison is cut at the same places', () => {
  // From a Friday to a Tuesday.
  const period = periodOf({ range: 'custom', from: '2026-06-26', to: '2026-07-07' }, now, SHANGHAI)
  const before = periodBefore(period, SHANGHAI)

  expect(days(bucketStarts(period, 'week', SHANGHAI))).toEqual(['2026-06-26', '2026-06-29', '2026-07-06'])
  expect(daysOf(before)).toBe(12)
  expect(days(bucketStarts(before, 'week', SHANGHAI, period))).toEqual(['2026-06-14', '2026-06-17', '2026-06-24'])
})

test.each([
  ['Asia/Kolkata', '2026-07-08T02:31:12.345Z', '2026-07-08T02:30:00.000Z'],
  ['Asia/Kathmandu', '2026-07-08T02:31:12.345Z', '2026-07-08T02:15:00.000Z'],
  [SHANGHAI, '2026-07-08T02:31:12.345Z', '2026-07-08T02:00:00.000Z'],
])('an hour in %s that holds %s begins at %s', (timeZone, at, expected) => {
  expect(startOfHour(new Date(at), timeZone).toISOString()).toBe(expected)
})
