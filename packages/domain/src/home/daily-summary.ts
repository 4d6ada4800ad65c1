import type { DailyReport, MetricName } from '@ruwu/contract'
import { formatDuration } from '../date-time-format.ts'
import { formatNumber, formatPercent } from '../number-format.ts'
import { formatChange, formatMetric, METRIC_CATALOGUE } from '../statistics/index.ts'

type Figures = Pick<DailyReport, 'compare' | 'metrics' | 'agents' | 'accounts'>

export const COMPARE_LABELS: Record<DailyReport['compare'], string> = { prevDay: '前一日', lastWeekDay: '上周同日' }

/** Figures whose change is worth a sentence, and the least size of the base: 100 % of one customer is no news. */
const TOLD: ReadonlySet<MetricName> = new Set<MetricName>([
  'enterCustomers',
  'talkCustomers',
  'leadCustomers',
  'sessions',
  'leads',
  'aiSessions',
  'pointsUsed',
])
const LEAST_BASE = 5

/** 总结: three to five sentences made of the day's figures alone. */
export function dailySummary(figures: Figures): string[] {
  const value = (name: MetricName) => figures.metrics.find((metric) => metric.name === name)?.value ?? 0
  return [traffic(value), largestChange(figures), waiting(figures, value), bestAccount(figures), aiShare(value)].filter(
    (sentence) => sentence !== undefined,
  )
}

type ValueOf = (name: MetricName) => number

function traffic(value: ValueOf): string {
  if (value('enterCustomers') === 0) return '当日没有客户进线。'
  const [enter, talk, lead] = (['enterCustomers', 'talkCustomers', 'leadCustomers'] as const).map((name) =>
    formatNumber(value(name)),
  )
  const rates = [value('talkRate'), value('leadRate')].map(formatPercent)
  return `进线 ${enter} 位客户，开口 ${talk} 位（开口率 ${rates[0]}），留资 ${lead} 位（留资率 ${rates[1]}）。`
}

function largestChange({ metrics, compare }: Figures): string {
  const label = COMPARE_LABELS[compare]
  const changes = metrics.flatMap(({ name, value, base, changeRate }) =>
    TOLD.has(name) && changeRate && Math.max(value, base) >= LEAST_BASE ? [{ name, value, changeRate }] : [],
  )
  const [most] = changes.toSorted((one, other) => Math.abs(other.changeRate) - Math.abs(one.changeRate))
  if (!most) return `主要指标与${label}相比变化不大。`
  const { label: name } = METRIC_CATALOGUE[most.name]
  return `变化最大的是${name}：${formatMetric(most.name, most.value)}，较${label} ${formatChange(most.changeRate)}。`
}

function waiting({ agents }: Figures, value: ValueOf): string {
  const unanswered = value('unanswered')
  const missed =
    unanswered > 0
      ? `未回复会话 ${formatNumber(unanswered)} 个，漏回率 ${formatPercent(value('missRate'))}`
      : '没有未回复的会话'
  const [slowest] = agents
    .filter(({ humanFirstMedian }) => humanFirstMedian >= 0)
    .toSorted((one, other) => other.humanFirstMedian - one.humanFirstMedian)
  const slow = slowest ? `；人工首响最慢的是${slowest.name}，中位数 ${formatDuration(slowest.humanFirstMedian)}` : ''
  return `${missed}${slow}。`
}

function bestAccount({ accounts }: Figures): string | undefined {
  const [best] = accounts.toSorted(
    (one, other) => other.leadCustomers - one.leadCustomers || other.leadRate - one.leadRate,
  )
  if (!best || best.leadCustomers === 0) return undefined
  return `留资最多的账号是「${best.name}」：${formatNumber(best.leadCustomers)} 位，留资率 ${formatPercent(best.leadRate)}。`
}

function aiShare(value: ValueOf): string {
  if (value('aiSessions') === 0) return '当日没有 AI 接待的会话。'
  return `AI 接待 ${formatNumber(value('aiSessions'))} 个会话，独立接待率 ${formatPercent(value('aiAloneRate'))}，转人工率 ${formatPercent(value('handoffRate'))}。`
}
