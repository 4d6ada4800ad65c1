import type { HomeOverview } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { pointOf, trendOf } from './trend-data.ts'

const series = (name: 'enterCustomers' | 'talkCustomers' | 'leadCustomers', isBase: boolean, values: number[]) => ({
  name,
  isBase,
  points: values.map((v, hour) => ({ t: `2026-03-${isBase ? 15 : 16}T0${hour}:00:00.000Z`, v })),
})

const overview: HomeOverview = {
  tiles: [],
  series: [
    series('enterCustomers', false, [5, 3, 0]),
    series('talkCustomers', false, [4, 2, 0]),
    series('leadCustomers', false, [1, 0, 0]),
    series('enterCustomers', true, [6, 2, 9]),
    series('talkCustomers', true, [1, 1, 1]),
  ],
  receptionShare: { ai_agent: 0, workflow: 0, manual: 0 },
  sourceShare: { redbook: 0, douyin: 0 },
  asOf: '2026-03-16T01:20:00.000Z',
}
const timeZone = 'Asia/Shanghai'

test('a day is drawn by hours of the enterprise’s time zone, and hours to come are gaps', () => {
  const data = trendOf(overview, { range: 'today', isCompared: true, timeZone })

  expect(data.labels).toEqual(['08:00', '09:00', '10:00'])
  expect(data.series.map(({ name, values, isBase = false }) => [name, values, isBase])).toEqual([
    ['进线', [5, 3, -1], false],
    ['开口', [4, 2, -1], false],
    ['留资', [1, 0, -1], false],
    ['昨日进线', [6, 2, 9], true],
  ])
})

test('seven days are labelled by date, without the comparison when it is off', () => {
  const data = trendOf(overview, { range: 'recent7Days', isCompared: false, timeZone })

  expect(data.labels[0]).toBe('03-16')
  expect(data.series).toHaveLength(3)
})

const at = (series: number, index: number, range: 'today' | 'recent7Days' = 'today') =>
  pointOf(overview, { series, index }, { range, timeZone })

test('a point opens the hour or the day that it counted; one without customers and the period before open nothing', () => {
  const day = { range: 'custom', from: '2026-03-16', to: '2026-03-16' }
  expect(at(1, 1)).toEqual({ metric: 'talkCustomers', filter: { ...day, hour: 9 } })
  expect(at(0, 0, 'recent7Days')).toEqual({ metric: 'enterCustomers', filter: { ...day, hour: undefined } })
  expect([at(0, 2), at(3, 0)]).toEqual([undefined, undefined])
})
