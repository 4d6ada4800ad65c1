import { expect, test } from 'vitest'
import { billsOf, readSpending, spendingRange, type Timeline, timelineData, writeSpending } from './spending-data.ts'

const NOW = new Date('2026-03-20T02:00:00Z')
const ZONE = 'Asia/Shanghai'
const ACCOUNT = 'a'.repeat(32)

test.each(['', 'range=recent7Days', 'range=custom&from=2026-03-01&to=2026-03-16&by=account&spender=agent'])(
  'the address “%s” is read and written again',
  (address) => {
    expect(writeSpending(readSpending(new URLSearchParams(address))).toString()).toBe(address)
  },
)

test.each([
  ['yesterday', { from: '2026-03-19', to: '2026-03-19', granularity: 'hour' }],
  ['recent30Days', { from: '2026-02-18', to: '2026-03-19', granularity: 'day' }],
] as const)('%s is asked for as days with a fitting step', (range, expected) => {
  expect(spendingRange({ dates: { range } }, NOW, ZONE)).toMatchObject(expected)
})

test('months are drawn by week', () => {
  const dates = { range: 'custom', from: '2026-01-01', to: '2026-03-19' } as const

  expect(spendingRange({ dates }, NOW, ZONE).granularity).toBe('week')
})

const timeline: Timeline = {
  total: 9,
  series: [
    {
      key: 'ai_reply',
      name: 'AI 回复',
      points: [
        { t: '2026-03-14T16:00:00.000Z', v: 4 },
        { t: '2026-03-15T16:00:00.000Z', v: -1 },
      ],
    },
    {
      key: ACCOUNT,
      name: '云杉家居',
      points: [
        { t: '2026-03-14T16:00:00.000Z', v: 5 },
        { t: '2026-03-15T16:00:00.000Z', v: 0 },
      ],
    },
  ],
}

test('the chart has a colour per item, and a day with more refunds than charges is empty', () => {
  expect(timelineData(timeline, 'day', ZONE)).toMatchObject({
    labels: ['03-15', '03-16'],
    series: [{ name: 'AI 回复', tone: 'c-1', values: [4, 0] }, { tone: 'c-2' }],
  })
  expect(timelineData(timeline, 'hour', ZONE).labels[0]).toBe('03-15 00:00')
})

test.each([
  ['day', 0, 'from=2026-03-15&to=2026-03-15'],
  ['week', 0, 'from=2026-03-15&to=2026-03-15'],
  ['week', 1, 'from=2026-03-16&to=2026-03-18'],
] as const)('by %s the bar %i opens its bills', (granularity, index, expected) => {
  const range = { range: 'custom', from: '2026-03-15', to: '2026-03-18', granularity } as const

  expect(billsOf(timeline, index, range, ZONE)).toBe(`/point/bill-list?type=consume&range=custom&${expected}`)
})
