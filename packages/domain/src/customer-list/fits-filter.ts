import {
  type AgentId,
  type Customer,
  type CustomerFilter,
  type CustomerItem,
  type DatePreset,
  type DayRange,
  type RelationId,
  SCOPE,
  type StageId,
} from '@ruwu/contract'
import { assignmentOf, OWNERSHIP_SCOPE } from '../assignment.ts'
import { type DateRange, resolveDateRange } from '../date-presets.ts'
import { containsWord } from '../search-text.ts'
import { isPostponed } from '../postpone.ts'

/** The viewing agent. */
export type ListViewer = {
  agentId: AgentId
  /** Sub-accounts of a main account; default: the account alone. */
  accountFamily?: (subSourceId: RelationId) => readonly RelationId[]
  /** False with the data scope 本人: 全部 is then 我的 and 未分配. */
  seesColleagues?: boolean
  /** The stage of customers without one. */
  startStageId?: StageId | undefined
  /** For 等待时长 and the days of the filter. */
  now?: Date
  timeZone?: string
}

export const DEFAULT_CUSTOMER_FILTER: CustomerFilter = { scope: SCOPE.mine, archive: false, tagMode: 'any' }

/** Whether a row matches an agent's filter. */
export function fitsFilter(item: CustomerItem, filter: CustomerFilter, me: ListViewer): boolean {
  return (
    customerFits(item, filter, me) && isWanted(filter.unread, item.unread > 0) && isWanted(filter.isStar, item.isStar)
  )
}

/** The part decidable by the customer row; unread and star need the seat. */
export function customerFits(customer: Customer, filter: CustomerFilter, me: ListViewer): boolean {
  return (
    isInScope(customer, filter, me) &&
    customer.archive === filter.archive &&
    isWanted(filter.enableAi, customer.enableAi) &&
    isWanted(filter.receptionType, customer.receptionType) &&
    isWanted(filter.source, customer.source) &&
    isOfAccount(customer, filter, me) &&
    (filter.replyState === undefined || customer.waitingSince !== null) &&
    isWanted(filter.handoff, customer.handoffAt !== null) &&
    hasTags(customer, filter) &&
    isDueNow(customer, filter, me) &&
    isWanted(filter.agentId, customer.agentId) &&
    isWanted(filter.offReason, customer.aiOffReason) &&
    isWanted(filter.hasLead, customer.leadStatus !== null) &&
    isWanted(filter.ad, customer.ad) &&
    isWanted(filter.sendResult, customer.sendResult) &&
    isWanted(filter.stageId, customer.stageId ?? me.startStageId ?? null) &&
    hasWaited(customer, filter, me) &&
    isWithin(customer.lastMessageAt, filter.lastMessage, me) &&
    isWithin(customer.firstEnterAt, filter.firstContact, me) &&
    isNamed(customer, filter.keyword)
  )
}

const isWanted = <T>(wanted: T | undefined, value: T | null): boolean => wanted === undefined || wanted === value

function isInScope(customer: Customer, { scope }: CustomerFilter, { agentId, seesColleagues = true }: ListViewer) {
  const own = OWNERSHIP_SCOPE[assignmentOf(customer.agentId, agentId)]
  return scope === SCOPE.all ? seesColleagues || own !== SCOPE.colleagues : own === scope
}

/** Own postponed customers are found by their filter and by keyword only. */
function isDueNow(customer: Customer, { postponed, keyword }: CustomerFilter, { agentId }: ListViewer): boolean {
  if (postponed) return isPostponed(customer, agentId)
  return Boolean(keyword?.trim()) || !isPostponed(customer, agentId)
}

const MINUTE_MS = 60_000

/** The latest start of a wait that is as long as the filter asks. */
export const waitedSince = (minutes: number, now: Date): Date => new Date(now.getTime() - minutes * MINUTE_MS)

function hasWaited({ waitingSince }: Customer, { waited }: CustomerFilter, { now = new Date() }: ListViewer): boolean {
  if (waited === undefined) return true
  return waitingSince !== null && Date.parse(waitingSince) <= waitedSince(waited, now).getTime()
}

/** The instants of a filter's days. */
export function dayRange(range: DayRange, now: Date, timeZone: string | undefined): DateRange {
  const custom = range.split('..')
  const preset = custom.length === 2 ? 'custom' : (range as DatePreset)
  return resolveDateRange({ preset, custom, now, ...(timeZone && { timeZone }) })
}

function isWithin(instant: string, range: DayRange | undefined, { now = new Date(), timeZone }: ListViewer): boolean {
  if (range === undefined) return true
  const { start, end } = dayRange(range, now, timeZone)
  const at = Date.parse(instant)
  return at >= start.getTime() && at < end.getTime()
}

function isOfAccount({ subSourceId }: Customer, filter: CustomerFilter, me: ListViewer): boolean {
  if (filter.subSourceId === undefined || filter.subSourceId === subSourceId) return true
  return me.accountFamily?.(filter.subSourceId).includes(subSourceId) ?? false
}

function hasTags(customer: Customer, { tagIds, tagMode }: CustomerFilter): boolean {
  if (!tagIds?.length) return true
  const isBound = (tagId: (typeof tagIds)[number]) => customer.tagIds.includes(tagId)
  return tagMode === 'all' ? tagIds.every(isBound) : tagIds.some(isBound)
}

const isNamed = ({ name, remark }: Customer, keyword = ''): boolean =>
  containsWord(name, keyword) || containsWord(remark, keyword)
