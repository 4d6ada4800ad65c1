import type { Customer, CustomerItem, LastMessage, Seat } from '@ruwu/contract'
import { maskContacts, unreadOf } from '@ruwu/domain'
import type { CustomerRow } from './case.ts'

export type Names = { subSourceName: string; agentName: string | null }

export const toCustomer = (row: CustomerRow, { subSourceName, agentName }: Names): Customer => ({
  customerId: row.id,
  topicId: row.id,
  name: row.name,
  remark: row.remark,
  avatar: row.avatar,
  source: row.source,
  subSourceId: row.relationId,
  subSourceName,
  agentId: row.agentId,
  agentName,
  enableAi: row.receptionType === 'ai_agent',
  receptionType: row.receptionType,
  receptionEpoch: row.receptionEpoch,
  aiOffReason: row.aiOffReason,
  autoEnableAt: row.autoEnableAt?.toISOString() ?? null,
  archive: row.archive,
  isBlocked: row.isBlocked,
  waitingSince: row.waitingSince?.toISOString() ?? null,
  lastMessage: row.lastMessage,
  lastMessageAt: row.lastMessageAt.toISOString(),
  lastSeq: row.lastSeq,
  sendResult: row.lastOutboundStatus === 1 || row.lastOutboundStatus === 2 ? row.lastOutboundStatus : null,
  inboundCount: row.inboundCount,
  tagIds: row.tagIds,
  leadStatus: row.leadStatus,
  ad: row.byAd,
  version: row.version,
})

export const toItem = (customer: Customer, seat: Seat): CustomerItem => ({
  ...customer,
  ...seat,
  unread: unreadOf(customer.inboundCount, seat),
})

/** As agents see it who may not see phone numbers and WeChat ids. */
export function maskCustomer<Row extends Customer>(customer: Row): Row {
  const { lastMessage } = customer
  const text = lastMessage && maskContacts(lastMessage.text)
  if (!lastMessage || text === lastMessage.text) return customer
  return { ...customer, lastMessage: { ...lastMessage, text } as LastMessage }
}
