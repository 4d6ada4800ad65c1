import type { MetricName } from '@ruwu/contract'

/** What figures are made of. A session, turn, lead, card or charge counts once, so these numbers add up over time. */
export const SUMS = [
  'sessions',
  'validSessions',
  'talkedSessions',
  'threeSessions',
  'aiSessions',
  'aiAlone',
  'handoffSessions',
  'cardSessions',
  'sessionSec',
  'sessionTurns',
  'endedUnanswered',
  'aiFirstSessions',
  'aiFirstSec',
  'humanFirstSessions',
  'humanFirstSec',
  'firstIn30s',
  'firstIn1m',
  'firstIn3m',
  'firstOver3m',
  'firstNone',
  'turns',
  'turnsIn30s',
  'turnsIn1m',
  'turnsIn3m',
  'humanTurns',
  'humanTurnSec',
  'aiTurns',
  'aiTurnSec',
  'leads',
  'aiLeads',
  'cardsSent',
  'formsSent',
  'formsSubmitted',
  'answers',
  'hits',
  'goodRatings',
  'badRatings',
  'ratings',
  'suggestionsOffered',
  'suggestionsTaken',
  'points',
  'replies',
  'transferIn',
  'transferOut',
  'timeoutReturn',
] as const
export type SumName = (typeof SUMS)[number]

/** Distinct customers: a customer of two days is one customer of both, so these do not add up. */
export const CUSTOMER_COUNTS = [
  'enterCustomers',
  'newCustomers',
  'talkCustomers',
  'leadCustomers',
  'received',
  'contactReceivers',
  'copiers',
  'cardReceivers',
  'cardLeads',
  'cardResponders',
  'followedCustomers',
  'wokenCustomers',
  'savedLeads',
] as const
export type CustomerCount = (typeof CUSTOMER_COUNTS)[number]

/** Read from facts whatever the period: ranks, what is open now, what is few, and times between two moments. */
export const READ_NOW = ['openUnanswered', 'humanFirstMedian', 'humanFirstP90', 'misses', 'onlineSec'] as const
export type Counts = Record<SumName | CustomerCount | (typeof READ_NOW)[number], number>
export type CountName = keyof Counts

export type MetricUnit = 'number' | 'rate' | 'seconds' | 'points'

export type Metric = {
  label: string
  unit: MetricUnit
  /** The formula in words, shown at the label. */
  definition: string
  /** The value is the sum of these, divided by `per` where there is one. */
  of: readonly CountName[]
  per?: CountName
  /** Whether more is better; null: neither. */
  isMoreBetter: boolean | null
}

const count = (label: string, of: CountName | readonly CountName[], definition: string): Metric => ({
  label,
  unit: 'number',
  definition,
  of: typeof of === 'string' ? [of] : of,
  isMoreBetter: true,
})

const rate = (label: string, of: CountName | readonly CountName[], per: CountName, definition: string): Metric => ({
  ...count(label, of, definition),
  unit: 'rate',
  per,
})

const seconds = (label: string, of: CountName, per: CountName | undefined, definition: string): Metric => ({
  ...count(label, of, definition),
  unit: 'seconds',
  ...(per ? { per } : {}),
  isMoreBetter: false,
})

const lessIsBetter = (metric: Metric): Metric => ({ ...metric, isMoreBetter: false })
const neutral = (metric: Metric): Metric => ({ ...metric, isMoreBetter: null })

const UNANSWERED = ['endedUnanswered', 'openUnanswered'] as const

/** 指标 in the order of the specification. */
export const METRIC_CATALOGUE: Record<MetricName, Metric> = {
  enterCustomers: count('进线客户', 'enterCustomers', '打开私信页、由广告进入或发来消息的客户数，同一客户只计一次'),
  newCustomers: count('新客户', 'newCustomers', '第一次进线发生在所选时间内的客户数'),
  sessions: neutral(count('会话数', 'sessions', '所选时间内开始的会话数')),
  talkCustomers: count('开口客户', 'talkCustomers', '至少发来一条消息的客户数，同一客户只计一次'),
  talkRate: rate(
    '开口率',
    'talkCustomers',
    'enterCustomers',
    '开口客户 ÷ 进线客户。来源没有「进入私信页」的信号时，该来源仅按消息统计进线',
  ),
  validSessions: count('有效会话', 'validSessions', '客户至少发来一条消息，且得到至少一条人工或 AI 回复的会话数'),
  threeSentenceRate: rate(
    '三句率',
    'threeSessions',
    'talkedSessions',
    '客户发来至少三条消息的会话 ÷ 客户发来至少一条消息的会话',
  ),
  leadCustomers: count('留资客户', 'leadCustomers', '第一次留下有效联系方式发生在所选时间内的客户数'),
  leadRate: rate('留资率', 'leadCustomers', 'talkCustomers', '留资客户 ÷ 开口客户'),
  enterLeadRate: rate('进线留资率', 'leadCustomers', 'enterCustomers', '留资客户 ÷ 进线客户'),
  leads: count('线索数', 'leads', '去重后的有效线索数，按获取时间统计'),
  aiLeadShare: rate('AI 留资占比', 'aiLeads', 'leads', 'AI 托管时获取的线索 ÷ 线索数'),
  cardSent: count('卡片发送数', 'cardsSent', '平台已接收的卡片数'),
  cardSendRate: rate(
    '名片发送率',
    'cardSessions',
    'talkedSessions',
    '平台已接收名片的会话 ÷ 客户发来至少一条消息的会话',
  ),
  cardCopyRate: rate('名片复制率', 'copiers', 'contactReceivers', '复制微信的客户 ÷ 收到名片的客户'),
  cardSubmitRate: rate('留资卡提交率', 'formsSubmitted', 'formsSent', '提交的留资卡 ÷ 发送的留资卡'),
  cardLeadRate: rate('卡片转化率', 'cardLeads', 'cardReceivers', '收到卡片后 24 小时内留资的客户 ÷ 收到卡片的客户'),
  cardResponders: count('复制微信/提交留资卡', 'cardResponders', '复制微信或提交留资卡的客户数，同一客户只计一次'),
  humanFirst: seconds(
    '人工首响',
    'humanFirstSec',
    'humanFirstSessions',
    '从客户第一条消息（或最近一次转为人工接待，取较晚者）到第一条人工回复的平均时长；只计回复之前已是人工接待的会话',
  ),
  humanFirstMedian: seconds('人工首响中位数', 'humanFirstMedian', undefined, '人工首响由短到长排列，居中的时长'),
  humanFirstP90: seconds('人工首响 P90', 'humanFirstP90', undefined, '90% 的会话的人工首响不超过的时长'),
  aiFirst: seconds(
    'AI 首响',
    'aiFirstSec',
    'aiFirstSessions',
    '会话第一轮中，从客户第一条消息到第一条 AI 回复的平均时长',
  ),
  humanResponse: seconds(
    '人工平均响应',
    'humanTurnSec',
    'humanTurns',
    '人工回复的各轮中，从客户第一条未回复的消息到回复的平均时长',
  ),
  aiResponse: seconds(
    'AI 平均响应',
    'aiTurnSec',
    'aiTurns',
    'AI 回复的各轮中，从客户第一条未回复的消息到回复的平均时长',
  ),
  replyIn30s: rate('30秒回复率', 'turnsIn30s', 'turns', '30 秒内得到回复的轮次 ÷ 全部轮次'),
  replyIn1m: rate('1分钟回复率', 'turnsIn1m', 'turns', '1 分钟内得到回复的轮次 ÷ 全部轮次'),
  replyIn3m: rate('3分钟回复率', 'turnsIn3m', 'turns', '3 分钟内得到回复的轮次 ÷ 全部轮次'),
  unanswered: lessIsBetter(
    count(
      '未回复会话',
      UNANSWERED,
      '等待超过设定时长（默认 3 分钟）的进行中会话，加上结束时最后一轮未回复的会话；对比上期时按当时的情况统计',
    ),
  ),
  missRate: lessIsBetter(rate('漏回率', UNANSWERED, 'talkedSessions', '未回复会话 ÷ 客户发来至少一条消息的会话')),
  sessionLength: neutral(
    seconds('会话时长', 'sessionSec', 'talkedSessions', '从客户第一条消息到最后一条客户消息或回复的平均时长'),
  ),
  rounds: neutral({
    ...rate('平均轮次', 'sessionTurns', 'talkedSessions', '轮次 ÷ 客户发来至少一条消息的会话'),
    unit: 'number',
  }),
  aiSessions: count('AI 接待会话', 'aiSessions', '至少有一条 AI 回复的会话数'),
  aiShare: neutral(rate('AI 接待占比', 'aiSessions', 'talkedSessions', 'AI 接待会话 ÷ 客户发来至少一条消息的会话')),
  aiAloneRate: rate('AI 独立接待率', 'aiAlone', 'aiSessions', '有 AI 回复且没有人工消息的会话 ÷ AI 接待会话'),
  handoffRate: lessIsBetter(
    rate('转人工率', 'handoffSessions', 'aiSessions', 'AI 转人工的会话（包括 AI 尚未回复的）÷ AI 接待会话'),
  ),
  hitRate: rate('知识命中率', 'hits', 'answers', '用到至少一条知识的 AI 回答 ÷ AI 回答'),
  misses: lessIsBetter(count('未命中提问', 'misses', '知识库中没有答案的客户提问数，之后补充或忽略也仍计入')),
  goodRate: rate('好评率', 'goodRatings', 'ratings', '好评 ÷ 被评价的 AI 消息'),
  badRate: lessIsBetter(rate('点踩率', 'badRatings', 'ratings', '点踩 ÷ 被评价的 AI 消息')),
  suggestionRate: rate(
    '建议采用率',
    'suggestionsTaken',
    'suggestionsOffered',
    '采用建议回复后发出的人工回复 ÷ 给客服提供了建议回复的客户消息',
  ),
  wakeRate: rate(
    '唤醒率',
    'wokenCustomers',
    'followedCustomers',
    '收到沉默跟进后 24 小时内发来消息的客户 ÷ 收到沉默跟进的客户',
  ),
  savedLeads: count('挽回留资', 'savedLeads', '被唤醒的客户中，收到沉默跟进后 24 小时内留下有效联系方式的客户数'),
  pointsUsed: neutral({ ...count('积分消耗', 'points', '消耗的积分 − 退回的积分'), unit: 'points' }),
  pointsPerSession: lessIsBetter({
    ...rate('单会话积分', 'points', 'aiSessions', '积分消耗 ÷ AI 接待会话'),
    unit: 'points',
  }),
  pointsPerLead: lessIsBetter({ ...rate('单线索积分', 'points', 'leads', '积分消耗 ÷ 线索数'), unit: 'points' }),
  onlineTime: neutral(seconds('在线时长', 'onlineSec', undefined, '状态为在线且打开着控制台的时长')),
  received: count('接待客户', 'received', '接待、分配或转接给客服的客户数，同一客户只计一次'),
  replies: neutral(count('回复消息', 'replies', '客服在控制台发出的消息数')),
  transferIn: neutral(count('转入', 'transferIn', '转接给客服的次数')),
  transferOut: neutral(count('转出', 'transferOut', '客服转接出去的次数')),
  timeoutReturn: lessIsBetter(count('超时回收', 'timeoutReturn', '客户等待超时、从客服收回的次数')),
}

/** −1: there is nothing to divide by. */
export function metricValue(name: MetricName, counts: Counts): number {
  const { of, per } = METRIC_CATALOGUE[name]
  const value = of.reduce((sum, each) => sum + counts[each], 0)
  if (!per) return value
  return counts[per] === 0 ? -1 : value / counts[per]
}

/** What a figure counts: of a rate what is above the line, of a mean what it is the mean of. */
export function countsBehind(name: MetricName): readonly CountName[] {
  const { of, per, unit } = METRIC_CATALOGUE[name]
  if (name === 'humanFirstMedian' || name === 'humanFirstP90') return ['humanFirstSessions']
  return per && (unit === 'seconds' || name === 'rounds') ? [per] : of
}

export const NO_COUNTS: Readonly<Counts> = Object.freeze({
  ...(Object.fromEntries([...SUMS, ...CUSTOMER_COUNTS].map((name) => [name, 0])) as Record<
    SumName | CustomerCount,
    number
  >),
  openUnanswered: 0,
  misses: 0,
  onlineSec: 0,
  humanFirstMedian: -1,
  humanFirstP90: -1,
})

/** Percent; null where either side is −1. A base of 0 makes any other value a change of 100. */
export function changeRate(value: number, base: number): number | null {
  if (value === -1 || base === -1) return null
  if (base === 0) return value === 0 ? 0 : 100
  return ((value - base) / base) * 100
}

/** Nearest rank: the smallest value that at least that share of the values does not exceed; −1 without values. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return -1
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1]!
}
