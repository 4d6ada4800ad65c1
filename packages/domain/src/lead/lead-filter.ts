import type { LeadCounts, LeadFilter, LeadItem, LeadStatus } from '@ruwu/contract'
import { tagsText, traitTexts } from '../customer-list/filter-text.ts'
import { filterText, periodText } from '../export.ts'
import { SOURCE_LABELS } from '../sources.ts'
import { LEAD_KIND_LABELS, LEAD_STATUS_LABELS } from './lead-labels.ts'

/** The page 线索. */
export const LEAD_PATH = '/chat/lead'

/** Names of what the filter holds by id. */
export type LeadFilterNames = {
  accounts: readonly string[]
  owners: readonly string[]
  stage?: string | undefined
  tags?: readonly string[]
}

/** The filter of 线索 in words. */
export function leadFilterText(filter: LeadFilter, names: LeadFilterNames, timeZone: string): string {
  const { status, kind, from, to, source, hasDuplicates, keyword, leadIds } = filter
  const { accounts, owners, stage, tags = [] } = names
  const traits = [filter.archive === false && '未归档', ...Object.values(traitTexts(filter))]
  return filterText({
    所选: leadIds && `${leadIds.length} 条`,
    状态: status && LEAD_STATUS_LABELS[status],
    首次捕获: periodText(from, to, timeZone),
    来源: source && SOURCE_LABELS[source],
    渠道账号: accounts.join('、'),
    归属: owners.join('、'),
    类型: kind && LEAD_KIND_LABELS[kind],
    客户: traits.filter(Boolean).join('、'),
    标签: tagsText(tags, filter.tagMode),
    阶段: stage,
    重复: hasDuplicates === undefined ? undefined : hasDuplicates ? '有重复' : '无重复',
    关键词: keyword,
  })
}

/** Rows of a list with this status; of all without. */
export const leadTotal = (counts: LeadCounts, status: LeadStatus | undefined): number =>
  status ? counts[status] : Object.values(counts).reduce((sum, n) => sum + n, 0)

type Origin = Pick<LeadItem, 'contentTitle' | 'adName' | 'contentId'>

/** 来源内容: the note or video by its title, else the advertisement. */
export const leadOrigin = ({ contentTitle, adName, contentId }: Origin): string =>
  contentTitle || adName || contentId || '自然流量'

const LAST_FOUR = /^\d{4}$/

/** Four digits may be the end of a number, which masks show. */
export const isLastFour = (keyword: string): boolean => LAST_FOUR.test(keyword)
