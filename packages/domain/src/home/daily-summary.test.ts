import type { DailyAccount, DailyAgent, DailyMetric, MetricName } from '@ruwu/contract'
import { AgentId, RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { dailySummary } from './daily-summary.ts'

const metric = (name: MetricName, value: number, base = value): DailyMetric => ({
  name,
  value,
  base,
  changeRate: value === -1 || base === -1 ? null : base === 0 ? (value === 0 ? 0 : 100) : ((value - base) / base) * 100,
  avg7d: value,
})
const agent = (name: string, humanFirstMedian: number): DailyAgent => ({
  agentId: AgentId.parse('1'.repeat(32)),
  name,
  received: 5,
  humanFirstMedian,
  replyIn3m: 0.5,
  leadCustomers: 1,
  transferOut: 0,
})
const account = (name: string, leadCustomers: number, leadRate: number): DailyAccount => ({
  subSourceId: RelationId.parse('2'.repeat(32)),
  name,
  source: 'redbook',
  enterCustomers: 90,
  talkCustomers: 60,
  leadCustomers,
  leadRate,
})

const busy = {
  compare: 'prevDay' as const,
  metrics: [
    metric('enterCustomers', 186, 167),
    metric('talkCustomers', 138, 127),
    metric('talkRate', 138 / 186),
    metric('leadCustomers', 44, 36),
    metric('leadRate', 44 / 138),
    metric('unanswered', 7),
    metric('missRate', 0.05),
    metric('aiSessions', 125, 120),
    metric('aiAloneRate', 0.7),
    metric('handoffRate', 0.2),
  ],
  agents: [agent('林小满', 32), agent('周野', 161), agent('许知夏', -1)],
  accounts: [account('门店', 12, 0.2), account('官方号', 21, 1 / 3)],
}

test('a busy day is told in five sentences made of its figures', () => {
  expect(dailySummary(busy)).toEqual([
    '进线 186 位客户，开口 138 位（开口率 74.19%），留资 44 位（留资率 31.88%）。',
    '变化最大的是留资客户：44，较前一日 ↑22.22%。',
    '未回复会话 7 个，漏回率 5%；人工首响最慢的是周野，中位数 2分41秒。',
    '留资最多的账号是「官方号」：21 位，留资率 33.33%。',
    'AI 接待 125 个会话，独立接待率 70%，转人工率 20%。',
  ])
})

test('an empty day has four sentences and names nothing that is not there', () => {
  expect(dailySummary({ compare: 'lastWeekDay', metrics: [], agents: [], accounts: [account('门店', 0, -1)] })).toEqual(
    ['当日没有客户进线。', '主要指标与上周同日相比变化不大。', '没有未回复的会话。', '当日没有 AI 接待的会话。'],
  )
})

test.each([
  [
    'a doubled but tiny figure is no news',
    [metric('leadCustomers', 2, 1), metric('sessions', 52, 50)],
    '会话数：52，较前一日 ↑4%',
  ],
  [
    'a fall counts as much as a rise',
    [metric('enterCustomers', 10, 50), metric('leads', 12, 10)],
    '进线客户：10，较前一日 ↓80%',
  ],
  ['from nothing', [metric('leads', 9, 0)], '线索数：9，较前一日 ↑100%'],
])('%s', (_what, metrics, expected) => {
  expect(dailySummary({ ...busy, metrics })[1]).toContain(expected)
})
