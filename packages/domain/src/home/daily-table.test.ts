import { AgentId, type DailyReport, RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { dailyCutText, dailyFilterText, dailyLines } from './daily-table.ts'

const agentId = AgentId.parse('1'.repeat(32))
const report = {
  date: '2026-03-15',
  compare: 'prevDay',
  summary: ['进线 186 位客户。'],
  metrics: [{ name: 'talkRate', value: 0.5, base: -1, changeRate: null, avg7d: 0.25 }],
  hours: [{ h: 9, enter: 1200, unanswered: 3 }],
  agents: [
    { agentId, name: '林小满', received: 23, humanFirstMedian: 32, replyIn3m: 0.9, leadCustomers: 4, transferOut: 0 },
  ],
  accounts: [],
  ai: { replies: 12, aloneRate: -1, handoffs: [{ reason: 'points', count: 2 }], misses: [], bads: [], badTotal: 0 },
  leads: [
    {
      customerName: '小满',
      kind: 'phone',
      value: '138****6666',
      status: 'new',
      createdAt: '2026-03-15T02:00:00.000Z',
      subSourceName: '官方号',
      contentId: 'note-1',
      contentTitle: '春季新品',
      adName: null,
      agentName: null,
    },
  ],
  leadTotal: 140,
  attention: [
    { kind: 'sendFailed', customerName: '老陶', at: '2026-03-15T03:00:00.000Z', reason: null },
    { kind: 'heldBack', customerName: '阿岚', at: '2026-03-15T04:00:00.000Z', reason: '欢迎语未发送：渠道账号已过期' },
  ],
  attentionTotals: { unanswered: 0, sendFailed: 1, heldBack: 1, negative: 0 },
  wordHits: [
    {
      accountName: '官方号',
      agentId,
      agentName: '林小满',
      hits: 3,
      words: [
        { word: '最好', hits: 2 },
        { word: '第一', hits: 1 },
      ],
    },
    { accountName: '官方号', agentId: null, agentName: null, hits: 1, words: [{ word: '最好', hits: 1 }] },
  ],
  wordHitTotal: 2,
  points: [{ item: 'ai_reply', points: 52 }],
} as unknown as DailyReport

test('the table has every block in the order of the page, and says where a list is cut', () => {
  const lines = dailyLines(report, 'Asia/Shanghai')

  expect(lines.map((line) => Object.values(line).join('|'))).toEqual([
    '总结|||进线 186 位客户。|||',
    '指标||开口率|50%|--|--|25%',
    '时段|9时|进线|1,200|||',
    '时段|9时|未回复|3|||',
    '客服排行|林小满|接待客户|23|||',
    '客服排行|林小满|人工首响中位数|32秒|||',
    '客服排行|林小满|3分钟回复率|90%|||',
    '客服排行|林小满|留资|4|||',
    '客服排行|林小满|转出|0|||',
    'AI 表现||回复数|12|||',
    'AI 表现||独立接待率|--|||',
    'AI 表现|积分不足|转人工|2|||',
    '线索清单|小满|时间|2026-03-15 10:00|||',
    '线索清单|小满|账号|官方号|||',
    '线索清单|小满|来源内容|春季新品|||',
    '线索清单|小满|手机号|138****6666|||',
    '线索清单|小满|归属客服|--|||',
    '线索清单|小满|状态|新线索|||',
    '线索清单|||共 140 条，列出最近 1 条|||',
    '需关注|老陶|发送失败|2026-03-15 11:00|||',
    '需关注|阿岚|自动消息未发送|2026-03-15 12:00 欢迎语未发送：渠道账号已过期|||',
    '需关注|官方号 · 林小满|违禁词命中|最好 2 次、第一 1 次|||',
    '需关注|官方号 · 自动消息|违禁词命中|最好 1 次|||',
    '积分消耗||AI 回复|52|||',
  ])
})

test.each([
  [100, 100, undefined],
  [0, 0, undefined],
  [100, 1400, '共 1,400 条，列出最近 100 条'],
])('%s of %s rows read %s', (shown, total, text) => {
  expect(dailyCutText(shown, total)).toBe(text)
})

test('the filter reads by its names', () => {
  const filter = { date: '2026-03-15', compare: 'lastWeekDay', subSourceId: RelationId.parse('2'.repeat(32)) } as const

  expect(dailyFilterText(filter, { account: '官方号', agent: undefined })).toBe(
    '日期：2026-03-15，渠道账号：官方号，对比：上周同日',
  )
})
