import type { DatePreset } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { resolveDateRange } from './date-presets.ts'

// Wednesday 2026-07-08 00:30 in Shanghai, still Tuesday in UTC.
const now = new Date('2026-07-07T16:30:00Z')

// R112
test.each([
  ['today', '2026-07-08', '2026-07-08'],
  ['yesterday', '2026-07-07', '2026-07-07'],
  ['week', '2026-07-02', '2026-07-08'],
  ['lastWeek', '2026-06-29', '2026-07-05'],
  ['month', '2026-07-01', '2026-07-08'],
  ['recent7Days', '2026-07-01', '2026-07-07'],
  ['recent30Days', '2026-06-08', '2026-07-07'],
  ['custom', '2026-07-07', '2026-07-07'],
] as [DatePreset, string, string][])('%s runs from %s to %s', (preset, from, to) => {
  expect(resolveDateRange({ preset, now })).toMatchObject({ from, to })
})

// R112
test.each([
  ['today', '2026-07-07', '2026-07-07'],
  ['lastWeek', '2026-06-29', '2026-07-05'],
  ['month', '2026-07-01', '2026-07-07'],
] as [DatePreset, string, string][])('counted in UTC, %s runs from %s to %s', (preset, from, to) => {
  const range = resolveDateRange({ preset, now, timeZone: 'UTC' })

  expect(range).toMatchObject({ from, to })
  expect(range.start.toISOString()).toBe(`${from}T00:00:00.000Z`)
})

// R112
test.each([
  ['2026-07-12T15:00:00Z', '2026-06-29', '2026-07-05'],
  ['2026-07-12T17:00:00Z', '2026-07-06', '2026-07-12'],
  ['2026-01-01T04:00:00Z', '2025-12-22', '2025-12-28'],
])('at %s last week is Monday %s to Sunday %s', (at, from, to) => {
  expect(resolveDateRange({ preset: 'lastWeek', now: new Date(at) })).toMatchObject({ from, to })
})

test('a range covers its days whole, the end excluded', () => {
  const { start, end } = resolveDateRange({ preset: 'today', now })

  expect([start.toISOString(), end.toISOString()]).toEqual(['2026-07-07T16:00:00.000Z', '2026-07-08T16:00:00.000Z'])
})

test.each([
  ['2026-03-08T12:00:00Z', 23],
  ['2026-11-01T12:00:00Z', 25],
  ['2026-07-08T12:00:00Z', 24],
])('in New York the day of %s has %i hours', (at, hours) => {
  const { start, end } = resolveDateRange({ preset: 'today', now: new Date(at), timeZone: 'America/New_York' })

  expect((end.getTime() - start.getTime()) / 3_600_000).toBe(hours)
})

test('two chosen days are kept as they are', () => {
  const custom = ['2026-01-01', '2026-01-31']

  expect(resolveDateRange({ preset: 'custom', now, custom })).toMatchObject({ from: '2026-01-01', to: '2026-01-31' })
})

// R112
test.each([
  [undefined],
  [null],
  ['2026-01-01'],
  [[]],
  [['2026-01-01']],
  [['2026-01-01', '2026-01-02', '2026-01-03']],
  [['2026-02-30', '2026-03-01']],
  [[1, 2]],
  [['2026-01-31', '2026-01-01']],
  [['2026-01-01', '2026-12-31']],
])('the custom value %j falls back to yesterday', (custom) => {
  expect(resolveDateRange({ preset: 'custom', now, custom })).toMatchObject({ from: '2026-07-07', to: '2026-07-07' })
})

test.each([
  ['2026-07-03', '2026-01-01'],
  ['2026-07-04', '2026-07-07'],
])('a custom range is at most 184 days: up to %s it begins on %s', (to, from) => {
  expect(resolveDateRange({ preset: 'custom', now, custom: ['2026-01-01', to] }).from).toBe(from)
})
