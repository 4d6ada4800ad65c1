import type { Customer, LastMessage } from '@ruwu/contract'
import { maskContacts, maskName, maskPhone } from '@ruwu/domain'
import { customer } from '../../db/schema/index.ts'
import type { CustomerRow } from './case.ts'

/** `lastAgentName`: of who said the last message. */
export type Names = { subSourceName: string; agentName: string | null; lastAgentName: string | null }

/** What the wire needs of a customer's row, and what is one agent's own is counted from. */
export const CUSTOMER_FIELDS = {
  id: customer.id,
  name: customer.name,
  remark: customer.remark,
  avatar: customer.avatar,
  source: customer.source,
  relationId: customer.relationId,
  agentId: customer.agentId,
  receptionType: customer.receptionType,
  receptionEpoch: customer.receptionEpoch,
  aiOffReason: customer.aiOffReason,
  autoEnableAt: customer.autoEnableAt,
  archive: customer.archive,
  isBlocked: customer.isBlocked,
  waitingSince: customer.waitingSince,
  lastMessage: customer.lastMessage,
  lastMessageAt: customer.lastMessageAt,
  lastSeq: customer.lastSeq,
  lastOutboundStatus: customer.lastOutboundStatus,
  inboundCount: customer.inboundCount,
  lastInboundAt: customer.lastInboundAt,
  tagIds: customer.tagIds,
  leadStatus: customer.leadStatus,
  byAd: customer.byAd,
  version: customer.version,
  createdAt: customer.createdAt,
} as const

type CustomerFields = Pick<CustomerRow, keyof typeof CUSTOMER_FIELDS>

export const toCustomer = (row: CustomerFields, { subSourceName, agentName, lastAgentName }: Names): Customer => ({
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
  lastMessage: row.lastMessage && { ...row.lastMessage, agentName: lastAgentName },
  lastMessageAt: row.lastMessageAt.toISOString(),
  lastSeq: row.lastSeq,
  sendResult: row.lastOutboundStatus === 1 || row.lastOutboundStatus === 2 ? row.lastOutboundStatus : null,
  inboundCount: row.inboundCount,
  tagIds: row.tagIds,
  leadStatus: row.leadStatus,
  ad: row.byAd,
  version: row.version,
})

/** As agents see it who may not see phone numbers and WeChat ids. */
export function maskCustomer<Row extends Customer>(customer: Row): Row {
  const { lastMessage } = customer
  const text = lastMessage && maskContacts(lastMessage.text)
  if (!lastMessage || text === lastMessage.text) return customer
  return { ...customer, lastMessage: { ...lastMessage, text } as LastMessage }
}

/** A value of the panel that not everybody may see. */
export const maskValue = (value: string): string => (/^[\d-]+$/.test(value) ? maskPhone(value) : maskName(value))
