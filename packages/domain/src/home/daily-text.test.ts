import { AgentId, type DailyReport, RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { dailyText } from './daily-text.ts'

const report: DailyReport = {
  date: '2026-03-15',
  compare: 'prevDay',
  summary: ['进线 186 位客户。'],
  metrics: [
    { name: 'enterCustomers', value: 1186, base: 1000, changeRate: 18.6, avg7d: 900 },
    { name: 'humanFirstMedian', value: -1, base: 30, changeRate: null, avg7d: 30 },
  ],
  hours: [],
  agents: [
    {
      agentId: AgentId.parse('1'.repeat(32)),
      name: '林\n小满',
      received: 23,
      humanFirstMedian: 32,
      replyIn3m: 0.9,
      leadCustomers: 4,
      transferOut: 0,
    },
  ],
  accounts: [
    {
      subSourceId: RelationId.parse('2'.repeat(32)),
      name: '官方号',
      source: 'redbook',
      enterCustomers: 0,
      talkCustomers: 0,
      leadCustomers: 0,
      leadRate: -1,
    },
  ],
  ai: { replies: 0, aloneRate: -1, handoffs: [], misses: [], bads: [], badTotal: 0 },
  leads: [],
  leadTotal: 0,
  attention: [],
  attentionTotals: { unanswered: 0, sendFailed: 0, heldBack: 0, negative: 0 },
  wordHits: [],
  wordHitTotal: 0,
  points: [],
  asOf: '2026-03-16T00:00:00.000Z',
}

test('the text has the sentences, the figures with their change and who did most', () => {
  expect(dailyText(report, '云上木作')).toBe(
    [
      '【云上木作】2026-03-15 日报',
      '进线 186 位客户。',
      '',
      '进线客户：1,186（较前一日 ↑18.6%）',
      '人工首响中位数：--（较前一日 --）',
      '',
      '客服接待',
      '1. 林 小满 23 位',
    ].join('\n'),
  )
})
