import type { Customer, LastMessage, Quota } from '@ruwu/contract'
import { displayName, maskContacts, maskName, maskPhone, type QuotaState } from '@ruwu/domain'
import type { CUSTOMER_FIELDS } from './customer-item.repo.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { CustomerRow } from './customer-change.ts'

/** `lastAgentName`: sender of the last message. */
export type Names = { subSourceName: string; agentName: string | null; lastAgentName: string | null }

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
  handoffAt: row.handoffAt?.toISOString() ?? null,
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

/** Masked for agents without `customer:viewSensitive`. Returns the same object when nothing had to be masked. */
export function maskCustomer<Row extends Customer>(customer: Row): Row {
  const { name, remark, lastMessage } = customer
  const shown = { name: maskContacts(name), remark: maskContacts(remark) }
  const text = lastMessage && maskContacts(lastMessage.text)
  if (shown.name === name && shown.remark === remark && text === (lastMessage?.text ?? null)) return customer
  return { ...customer, ...shown, lastMessage: lastMessage && ({ ...lastMessage, text } as LastMessage) }
}

/** A sensitive value of the panel, masked as a whole. */
const maskValue = (value: string): string => (/^[\d-]+$/.test(value) ? maskPhone(value) : maskName(value))

/** Mask for panel values: sensitive ones as a whole, others only where they contain contacts. */
export const maskPanel = (isHidden: boolean): ((value: string) => string) =>
  isHidden ? maskValue : (value) => maskContacts(value)

/** Text as the caller may see it: contacts in it are masked without `customer:viewSensitive`. */
export const shownTo = ({ permissions }: Pick<Caller, 'permissions'>, text: string): string =>
  permissions.has('customer:viewSensitive') ? text : maskContacts(text)

export const nameFor = (
  caller: Pick<Caller, 'permissions'>,
  { id, name, remark }: Pick<CustomerRow, 'id' | 'name' | 'remark'>,
): string => shownTo(caller, displayName({ id, name, remark }))

export const toQuota = ({ left, max, closesAt, ruleId, blocked }: QuotaState): Quota => ({
  left,
  max,
  closesAt: closesAt?.toISOString() ?? null,
  ruleId,
  ...(blocked ? { blocked } : {}),
})
