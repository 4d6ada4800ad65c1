import {
  type Granularity,
  HandoffReason,
  type LeadPageBody,
  type ResponseBucket,
  type SessionPageBody,
  type StatisticsFilter,
  type Traffic,
} from '@ruwu/contract'
import { HANDOFF_REASON_TEXTS } from '../ai/index.ts'
import { WEEKDAY_LABELS } from '../automation/index.ts'
import { DATE_PRESET_LABELS } from '../date-presets.ts'
import { filterText } from '../export.ts'
import { LEAD_STATUS_LABELS } from '../lead/index.ts'
import { RECEPTION_TYPE_LABELS } from '../reception/index.ts'
import { SOURCE_LABELS } from '../sources.ts'
import { METRIC_CATALOGUE } from './metrics.ts'

export const GRANULARITY_LABELS: Record<Granularity, string> = { hour: '时', day: '天', week: '周' }
export const TRAFFIC_LABELS: Record<Traffic, string> = { ad: '广告', organic: '自然' }
export const RESPONSE_BUCKET_LABELS: Record<ResponseBucket, string> = {
  in30s: '30秒内',
  in1m: '1分钟内',
  in3m: '3分钟内',
  over3m: '超过3分钟',
  none: '未回复',
}

/** The AI also hands over when it fails or the points are used up. */
const OTHER_HANDOFFS: Record<string, string> = { error: 'AI 出错', points: '积分不足' }

/** Why the AI handed a customer over. */
export function handoffText(reason: string): string {
  const known = HandoffReason.safeParse(reason).data
  return known ? HANDOFF_REASON_TEXTS[known] : (OTHER_HANDOFFS[reason] ?? '其它原因')
}

/** Names of what the filter chose by id. */
type ChosenNames = {
  accounts: readonly string[]
  agents: readonly string[]
  tags: readonly string[]
  /** Undefined where it has been deleted. */
  addedTag?: string | undefined
  /** Title of the note or video; undefined while it has not been synced. */
  content?: string | undefined
}

/** What a list behind a figure is narrowed to. */
type Drill = Partial<Omit<SessionPageBody, keyof StatisticsFilter> & Pick<LeadPageBody, 'status'>>

const SEPARATOR = '、'
const CHOSEN_ONE = '所选的一个'

/** Parts of a tab's summary in its export. */
export const SUMMARY_BLOCK_LABELS = {
  tiles: '指标',
  funnel: '转化漏斗',
  source: '来源占比',
  bucket: '人工首响分布',
  handoff: '转人工原因',
  miss: '未命中问题',
  series: '趋势',
} as const

/** The filter of /bi in words, for the export. `days` are what its range means now. */
export function statisticsFilterText(
  filter: StatisticsFilter & Drill,
  days: { from: string; to: string },
  names: ChosenNames,
): string {
  const { range, sources, receptionTypes, traffic, workingHoursOnly } = filter
  const { metric, weekday, hour, bucket, reason, missId, lastReception, contentId, adId, addedTagId, status } = filter
  const preset = range === 'custom' ? '' : `${DATE_PRESET_LABELS[range]} `
  return filterText({
    日期: `${preset}${days.from} 至 ${days.to}`,
    来源: sources.map((it) => SOURCE_LABELS[it]).join(SEPARATOR),
    渠道账号: names.accounts.join(SEPARATOR),
    客服: names.agents.join(SEPARATOR),
    标签: names.tags.join(SEPARATOR),
    接待类型: receptionTypes.map((it) => RECEPTION_TYPE_LABELS[it]).join(SEPARATOR),
    流量: traffic && TRAFFIC_LABELS[traffic],
    接待时间: workingHoursOnly ? '仅接待时间' : undefined,
    // The list without a figure is that of all sessions.
    指标: metric && metric !== 'sessions' ? METRIC_CATALOGUE[metric].label : undefined,
    星期: weekday === undefined ? undefined : WEEKDAY_LABELS[weekday - 1],
    时段: hour === undefined ? undefined : `${hour}时`,
    人工首响: bucket && RESPONSE_BUCKET_LABELS[bucket],
    转人工原因: reason && handoffText(reason),
    // Its words are a customer's, and what is told of an export outlives them.
    未命中问题: missId && CHOSEN_ONE,
    最后接待: lastReception && RECEPTION_TYPE_LABELS[lastReception],
    内容: names.content || contentId,
    广告计划: adId,
    新增标签: addedTagId && (names.addedTag ?? CHOSEN_ONE),
    线索状态: status && LEAD_STATUS_LABELS[status],
  })
}
