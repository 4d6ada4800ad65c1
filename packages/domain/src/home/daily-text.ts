import type { DailyReport, MetricName } from '@ruwu/contract'
import { formatNumber } from '../number-format.ts'
import { formatChange, formatMetric, METRIC_CATALOGUE } from '../statistics/index.ts'
import { COMPARE_LABELS } from './daily-summary.ts'

/** Figures of the text, in this order. */
const TOLD: readonly MetricName[] = [
  'enterCustomers',
  'talkCustomers',
  'talkRate',
  'leadCustomers',
  'leadRate',
  'humanFirstMedian',
  'replyIn3m',
  'unanswered',
  'aiShare',
  'aiAloneRate',
  'pointsUsed',
]

const RANKED = 3

/** 日报 as text, for 复制为文字 and for pushes: figures and names of agents and accounts, nothing of customers. */
export function dailyText({ date, summary, metrics, compare, agents, accounts }: DailyReport, entName: string): string {
  const figures = TOLD.flatMap((name) => {
    const metric = metrics.find((each) => each.name === name)
    if (!metric) return []
    const change = `较${COMPARE_LABELS[compare]} ${formatChange(metric.changeRate)}`
    return [`${METRIC_CATALOGUE[name].label}：${formatMetric(name, metric.value)}（${change}）`]
  })
  const ranking = (title: string, rows: readonly { name: string; count: number; unit: string }[]) => {
    const ranked = rows.filter(({ count }) => count > 0).slice(0, RANKED)
    const lines = ranked.map(
      ({ name, count, unit }, index) => `${index + 1}. ${oneLine(name)} ${formatNumber(count)} ${unit}`,
    )
    return lines.length > 0 ? ['', title, ...lines] : []
  }
  return [
    `【${oneLine(entName)}】${date} 日报`,
    ...summary.map(oneLine),
    '',
    ...figures,
    ...ranking(
      '客服接待',
      agents.map(({ name, received }) => ({ name, count: received, unit: '位' })),
    ),
    ...ranking(
      '账号进线',
      accounts.map(({ name, enterCustomers }) => ({ name, count: enterCustomers, unit: '位' })),
    ),
  ].join('\n')
}

/** A name cannot begin a line of its own. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')
