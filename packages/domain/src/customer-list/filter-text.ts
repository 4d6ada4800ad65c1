import { type CustomerFilter, type DatePreset, type DayRange, SCOPE, type Scope } from '@ruwu/contract'
import { ASSIGNMENT_LABELS } from '../assignment.ts'
import { DATE_PRESET_LABELS } from '../date-presets.ts'
import { filterText } from '../export.ts'
import { AI_OFF_REASON_LABELS, RECEPTION_TYPE_LABELS } from '../reception/index.ts'
import { SOURCE_LABELS } from '../sources.ts'

export const SCOPE_LABELS: Record<Scope, string> = {
  [SCOPE.mine]: ASSIGNMENT_LABELS.mine,
  [SCOPE.colleagues]: ASSIGNMENT_LABELS.colleague,
  [SCOPE.unassigned]: ASSIGNMENT_LABELS.unknown,
  [SCOPE.all]: '全部',
}

/** Names of what the filter holds by id; undefined for what is not known. */
export type FilterNames = {
  agent: string | undefined
  account: string | undefined
  stage: string | undefined
  tags: readonly string[]
}

/** 等待时长 in words: minutes below an hour, hours below a day. */
export const waitedText = (minutes: number): string =>
  minutes < 60 ? `${minutes} 分钟以上` : minutes < 1440 ? `${minutes / 60} 小时以上` : `${minutes / 1440} 天以上`

/** The days of a filter in words. */
export function dayRangeText(range: DayRange): string {
  const days = range.split('..')
  return days.length === 2 ? days.join(' 至 ') : DATE_PRESET_LABELS[range as DatePreset]
}

/** Words for what the lists of customers and of leads both ask of a customer. */
export const traitTexts = ({ archive, enableAi, ad, isStar }: Partial<CustomerFilter>) => ({
  archive: archive && '已归档',
  ai: enableAi === undefined ? undefined : enableAi ? 'AI 托管' : '非 AI 托管',
  ad: ad === undefined ? undefined : ad ? '来自广告' : '非广告',
  star: isStar === undefined ? undefined : isStar ? '星标' : '非星标',
})

export const tagsText = (tags: readonly string[], mode: CustomerFilter['tagMode'] | undefined): string =>
  tags.join(mode === 'all' ? ' 且 ' : ' 或 ')

/** The filter of a customer list in words. */
export function customerFilterText(filter: CustomerFilter, { agent, account, stage, tags }: FilterNames): string {
  const { receptionType, source, offReason, keyword, waited, lastMessage, firstContact } = filter
  const traits = traitTexts(filter)
  const states = [
    traits.archive,
    traits.ai,
    filter.replyState && '待回复',
    filter.handoff && '待接手',
    filter.unread && '未读',
    filter.hasLead === true && '已留资',
    filter.hasLead === false && '未留资',
    traits.ad,
    filter.sendResult === 1 && '发送成功',
    filter.sendResult === 2 && '发送失败',
    filter.postponed && '稍后处理',
    traits.star,
  ]
  return filterText({
    归属: SCOPE_LABELS[filter.scope],
    客服: agent,
    状态: states.filter(Boolean).join('、'),
    接待方式: receptionType && RECEPTION_TYPE_LABELS[receptionType],
    'AI 关闭原因': offReason && AI_OFF_REASON_LABELS[offReason],
    来源: source && SOURCE_LABELS[source],
    渠道账号: account,
    标签: tagsText(tags, filter.tagMode),
    阶段: stage,
    等待时长: waited && waitedText(waited),
    最近消息: lastMessage && dayRangeText(lastMessage),
    首次进线: firstContact && dayRangeText(firstContact),
    关键词: keyword,
  })
}
