import type { MetricName, Series } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { pointFilter, trendData } from './series-data.ts'

const zone = 'Asia/Shanghai'
const days = ['2026-03-08T16:00:00.000Z', '2026-03-09T16:00:00.000Z']
const options = { granularity: 'day', timeZone: zone, asOf: '2026-03-10T00:00:00.000Z' } as const
const series = (name: MetricName, values: number[], isBase = false): Series => ({
  name,
  isBase,
  points: values.map((v, index) => ({ t: days[index] ?? '', v })),
})

test('a trend has its figures and, dotted, the first one of the period before', () => {
  const all = [
    series('enterCustomers', [168, 172]),
    series('leadCustomers', [35, 38]),
    series('enterCustomers', [155, 157], true),
    series('leadCustomers', [30, 31], true),
  ]

  expect(trendData(all, options)).toEqual({
    kind: 'line',
    labels: ['03-09 一', '03-10 二'],
    series: [
      { name: '进线客户', tone: 'c-2', values: [168, 172], isBase: false },
      { name: '留资客户', tone: 'goal', values: [35, 38], isBase: false },
      { name: '上期进线客户', tone: 'c-2', values: [155, 157], isBase: true },
    ],
  })
  expect(trendData([], options)).toEqual({ kind: 'line', labels: [], series: [] })
})

test('a day that has not begun is a gap; the period before is whole', () => {
  const all = [series('enterCustomers', [168, 0]), series('enterCustomers', [155, 157], true)]

  expect(trendData(all, { ...options, asOf: '2026-03-09T04:00:00.000Z' }).series.map(({ values }) => values)).toEqual([
    [168, -1],
    [155, 157],
  ])
})

test('durations and rates read as such on the axis', () => {
  expect(trendData([series('humanFirst', [75, 80])], options).format?.(75)).toBe('1分15秒')
})

test.each([
  ['day', 0, { filter: { range: 'custom', from: '2026-03-09', to: '2026-03-09' } }],
  ['day', 1, { filter: { range: 'custom', from: '2026-03-10', to: '2026-03-15' } }],
  ['hour', 0, { filter: { range: 'custom', from: '2026-03-09', to: '2026-03-09' }, hour: 0 }],
] as const)('a point by the %s at %i is a filter', (granularity, index, expected) => {
  expect(pointFilter(days, index, granularity, '2026-03-15', zone)).toEqual(expected)
})

test('a week ends before the next one, the last with the period', () => {
  const weeks = ['2026-03-05T16:00:00.000Z', '2026-03-08T16:00:00.000Z']
  const filters = weeks.map((_, index) => pointFilter(weeks, index, 'week', '2026-03-12', zone).filter)

  expect(filters).toEqual([
    { range: 'custom', from: '2026-03-06', to: '2026-03-08' },
    { range: 'custom', from: '2026-03-09', to: '2026-03-12' },
  ])
})
