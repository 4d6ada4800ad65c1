import type { Customer, LastMessage } from '@ruwu/contract'
import { displayName, maskContacts, maskName, maskPhone } from '@ruwu/domain'
import { customer } from '../db/schema/index.ts'
import type { Caller } from '../features/auth/index.ts'
import type { CustomerRow } from './customer-change.ts'

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

/** As agents see it who may not see phone numbers and WeChat ids. The same object where nothing had to be hidden. */
export function maskCustomer<Row extends Customer>(customer: Row): Row {
  const { name, remark, lastMessage } = customer
  const shown = { name: maskContacts(name), remark: maskContacts(remark) }
  const text = lastMessage && maskContacts(lastMessage.text)
  if (shown.name === name && shown.remark === remark && text === (lastMessage?.text ?? null)) return customer
  return { ...customer, ...shown, lastMessage: lastMessage && ({ ...lastMessage, text } as LastMessage) }
}

/** A value of the panel that not everybody may see. */
const maskValue = (value: string): string => (/^[\d-]+$/.test(value) ? maskPhone(value) : maskName(value))

/** How a value of the panel is shown to them: hidden as a whole, or only the contacts that stand in it. */
export const maskPanel = (isHidden: boolean): ((value: string) => string) =>
  isHidden ? maskValue : (value) => maskContacts(value)

/** What a customer is called where only the name is shown, as far as the caller may see it. */
export function nameFor(
  { permissions }: Pick<Caller, 'permissions'>,
  { id, name, remark }: Pick<CustomerRow, 'id' | 'name' | 'remark'>,
): string {
  const called = displayName({ id, name, remark })
  return permissions.has('customer:viewSensitive') ? called : maskContacts(called)
}
