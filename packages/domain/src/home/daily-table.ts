import type { AttentionKind, DailyFilter, DailyReport, DailyWordHits } from '@ruwu/contract'
import { formatDateTime, formatDuration } from '../date-time-format.ts'
import { filterText } from '../export.ts'
import { contactLabel, LEAD_STATUS_LABELS, leadOrigin } from '../lead/index.ts'
import { formatNumber, formatPercent, NO_VALUE } from '../number-format.ts'
import { POINT_ITEM_LABELS } from '../points-labels.ts'
import { formatChange, formatMetric, handoffText, METRIC_CATALOGUE } from '../statistics/index.ts'
import { COMPARE_LABELS } from './daily-summary.ts'

export const DAILY_BLOCK_LABELS = {
  summary: '总结',
  metrics: '指标',
  hours: '时段',
  agents: '客服排行',
  accounts: '账号排行',
  ai: 'AI 表现',
  leads: '线索清单',
  attention: '需关注',
  points: '积分消耗',
} as const

export const ATTENTION_LABELS: Record<AttentionKind, string> = {
  unanswered: '未回复',
  sendFailed: '发送失败',
  heldBack: '自动消息未发送',
  negative: '情绪负面',
}

export const WORD_HITS_LABEL = '违禁词命中'

/** Whose messages the words were in. */
export const wordHitsOwner = ({ accountName, agentId, agentName }: DailyWordHits): string =>
  `${accountName} · ${agentId ? (agentName ?? NO_VALUE) : '自动消息'}`

export const wordHitsText = ({ words }: Pick<DailyWordHits, 'words'>): string =>
  words.map(({ word, hits }) => `${word} ${formatNumber(hits)} 次`).join('、')

/** The newest rows of a list are shown, 需关注 of each kind. */
export const DAILY_LIST_MAX = 100

/** At a list that is cut; undefined where it is whole. */
export const dailyCutText = (shown: number, total: number): string | undefined =>
  total > shown ? `共 ${formatNumber(total)} 条，列出最近 ${formatNumber(shown)} 条` : undefined

/** A line of the exported report: a figure of an object in a block. */
export type DailyLine = {
  block: string
  object: string
  name: string
  value: string
  base: string
  change: string
  average: string
}

type Part = Partial<Omit<DailyLine, 'block'>>
const BLANK: Omit<DailyLine, 'block'> = { object: '', name: '', value: '', base: '', change: '', average: '' }

/** 日报 as one table, block by block in the order of the page. */
export function dailyLines(report: DailyReport, timeZone: string): DailyLine[] {
  const blocks: Record<keyof typeof DAILY_BLOCK_LABELS, Part[]> = {
    summary: report.summary.map((value) => ({ value })),
    metrics: report.metrics.map(({ name, value, base, changeRate, avg7d }) => ({
      name: METRIC_CATALOGUE[name].label,
      value: formatMetric(name, value),
      base: formatMetric(name, base),
      change: formatChange(changeRate),
      average: formatMetric(name, avg7d),
    })),
    hours: report.hours.flatMap(({ h, enter, unanswered }) =>
      figuresOf(`${h}时`, { 进线: formatNumber(enter), 未回复: formatNumber(unanswered) }),
    ),
    agents: report.agents.flatMap((row) =>
      figuresOf(row.name, {
        接待客户: formatNumber(row.received),
        人工首响中位数: formatDuration(row.humanFirstMedian),
        '3分钟回复率': formatPercent(row.replyIn3m),
        留资: formatNumber(row.leadCustomers),
        转出: formatNumber(row.transferOut),
      }),
    ),
    accounts: report.accounts.flatMap((row) =>
      figuresOf(row.name, {
        进线: formatNumber(row.enterCustomers),
        开口: formatNumber(row.talkCustomers),
        留资: formatNumber(row.leadCustomers),
        留资率: formatPercent(row.leadRate),
      }),
    ),
    ai: linesOfAi(report.ai),
    leads: [
      ...report.leads.flatMap((row) =>
        figuresOf(row.customerName, {
          时间: formatDateTime(row.createdAt, timeZone),
          账号: row.subSourceName,
          来源内容: leadOrigin(row),
          [contactLabel(row)]: row.value,
          归属客服: row.agentName ?? NO_VALUE,
          状态: LEAD_STATUS_LABELS[row.status],
        }),
      ),
      ...cut(report.leads.length, report.leadTotal),
    ],
    attention: [
      ...report.attention.map(({ kind, customerName, at, reason }) => ({
        object: customerName,
        name: ATTENTION_LABELS[kind],
        value: [formatDateTime(at, timeZone), reason].filter(Boolean).join(' '),
      })),
      ...cut(report.attention.length, attentionTotal(report)),
      ...report.wordHits.map((row) => ({
        object: wordHitsOwner(row),
        name: WORD_HITS_LABEL,
        value: wordHitsText(row),
      })),
      ...cut(report.wordHits.length, report.wordHitTotal),
    ],
    points: report.points.map(({ item, points }) => ({ name: POINT_ITEM_LABELS[item], value: formatNumber(points) })),
  }
  return Object.entries(blocks).flatMap(([block, parts]) =>
    parts.map((part) => ({ block: DAILY_BLOCK_LABELS[block as keyof typeof blocks], ...BLANK, ...part })),
  )
}

const figuresOf = (object: string, figures: Record<string, string>): Part[] =>
  Object.entries(figures).map(([name, value]) => ({ object, name, value }))

const linesOfAi = ({ replies, aloneRate, handoffs, misses, bads, badTotal }: DailyReport['ai']): Part[] => [
  { name: '回复数', value: formatNumber(replies) },
  { name: '独立接待率', value: formatPercent(aloneRate) },
  ...handoffs.map(({ reason, count }) => ({ object: handoffText(reason), name: '转人工', value: formatNumber(count) })),
  ...misses.map(({ question, times }) => ({ object: question, name: '未命中次数', value: formatNumber(times) })),
  ...bads.map(({ customerName, text }) => ({ object: customerName, name: '点踩的回答', value: text })),
  ...cut(bads.length, badTotal),
]

function cut(shown: number, total: number): Part[] {
  const value = dailyCutText(shown, total)
  return value ? [{ value }] : []
}

export const attentionTotal = ({ attentionTotals }: Pick<DailyReport, 'attentionTotals'>): number =>
  Object.values(attentionTotals).reduce((sum, each) => sum + each, 0)

/** The filter of 日报 in words, for the export. */
export const dailyFilterText = (
  { date, compare }: DailyFilter,
  { account, agent }: { account: string | undefined; agent: string | undefined },
): string => filterText({ 日期: date, 渠道账号: account, 客服: agent, 对比: COMPARE_LABELS[compare] })
