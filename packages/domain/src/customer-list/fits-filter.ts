import {
  type AgentId,
  type Customer,
  type CustomerFilter,
  type CustomerItem,
  type RelationId,
  SCOPE,
} from '@ruwu/contract'
import { assignmentOf, OWNERSHIP_SCOPE } from '../assignment.ts'
import { containsWord } from '../search-text.ts'

/** The viewing agent. */
export type ListViewer = {
  agentId: AgentId
  /** Sub-accounts of a main account; default: the account alone. */
  accountFamily?: (subSourceId: RelationId) => readonly RelationId[]
}

export const DEFAULT_CUSTOMER_FILTER: CustomerFilter = { scope: SCOPE.mine, archive: false, tagMode: 'any' }

/** Whether a row matches an agent's filter. */
export function fitsFilter(item: CustomerItem, filter: CustomerFilter, me: ListViewer): boolean {
  return customerFits(item, filter, me) && isWanted(filter.unread, item.unread > 0)
}

/** The part decidable by the customer row; unread needs the seat. */
export function customerFits(customer: Customer, filter: CustomerFilter, me: ListViewer): boolean {
  return (
    scopeOf(customer, me) === filter.scope &&
    customer.archive === filter.archive &&
    isWanted(filter.enableAi, customer.enableAi) &&
    isWanted(filter.receptionType, customer.receptionType) &&
    isWanted(filter.source, customer.source) &&
    isOfAccount(customer, filter, me) &&
    (filter.replyState === undefined || customer.waitingSince !== null) &&
    isWanted(filter.handoff, customer.handoffAt !== null) &&
    hasTags(customer, filter) &&
    isWanted(filter.agentId, customer.agentId) &&
    isWanted(filter.offReason, customer.aiOffReason) &&
    isWanted(filter.hasLead, customer.leadStatus !== null) &&
    isWanted(filter.ad, customer.ad) &&
    isWanted(filter.sendResult, customer.sendResult) &&
    isNamed(customer, filter.keyword)
  )
}

const isWanted = <T>(wanted: T | undefined, value: T | null): boolean => wanted === undefined || wanted === value

const scopeOf = (customer: Customer, me: ListViewer): number =>
  OWNERSHIP_SCOPE[assignmentOf(customer.agentId, me.agentId)]

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
