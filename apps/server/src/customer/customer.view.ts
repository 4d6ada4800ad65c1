import type { Customer, CustomerField, FieldValue, LastMessage, Quota } from '@ruwu/contract'
import {
  type ContactMask,
  contactMask,
  displayName,
  hidesValue,
  maskContacts,
  maskName,
  maskPhone,
  type QuotaState,
} from '@ruwu/domain'
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
  postponedUntil: row.postponedUntil?.toISOString() ?? null,
  returnedAt: row.returnedAt?.toISOString() ?? null,
  lastMessage: row.lastMessage && { ...row.lastMessage, agentName: lastAgentName },
  lastMessageAt: row.lastMessageAt.toISOString(),
  lastSeq: row.lastSeq,
  sendResult: row.lastOutboundStatus === 1 || row.lastOutboundStatus === 2 ? row.lastOutboundStatus : null,
  inboundCount: row.inboundCount,
  tagIds: row.tagIds,
  leadStatus: row.leadStatus,
  stageId: row.stageId,
  ad: row.byAd,
  firstEnterAt: row.firstEnterAt.toISOString(),
  version: row.version,
})

/** The authorisation of a caller that decides what is masked. */
export type Reader = Pick<Caller, 'permissions' | 'masksPhones'>

/** What is masked for the caller; null: nothing. */
export const maskFor = ({ permissions, masksPhones }: Reader): ContactMask | null =>
  contactMask(permissions.has('customer:viewSensitive'), masksPhones)

/** Returns the same object when nothing had to be masked. */
export function maskCustomer<Row extends Customer>(customer: Row, mask: ContactMask | null): Row {
  if (mask === null) return customer
  const { name, remark, lastMessage } = customer
  const shown = { name: maskContacts(name, mask), remark: maskContacts(remark, mask) }
  const text = lastMessage && maskContacts(lastMessage.text, mask)
  if (shown.name === name && shown.remark === remark && text === (lastMessage?.text ?? null)) return customer
  return { ...customer, ...shown, lastMessage: lastMessage && ({ ...lastMessage, text } as LastMessage) }
}

/** A sensitive value of the panel, masked as a whole. */
const maskValue = (value: string): string => (/^[\d-]+$/.test(value) ? maskPhone(value) : maskName(value))

/** Mask for panel values: sensitive ones as a whole, others only where they contain contacts. */
export const maskPanel = (isHidden: boolean, mask: ContactMask): ((value: string) => string) =>
  isHidden ? maskValue : (value) => maskContacts(value, mask)

/** Values of the given fields; masked ones for callers who must not see everything. */
export function shownFields(
  fields: readonly CustomerField[],
  values: Record<string, FieldValue>,
  mask: ContactMask | null,
): Record<string, FieldValue> {
  const shown = (field: CustomerField, value: FieldValue) => {
    if (mask === null) return value
    const masked = maskPanel(hidesValue(field, mask), mask)
    return typeof value === 'string' ? masked(value) : value.map(masked)
  }
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.id]
      return value === undefined ? [] : [[field.id, shown(field, value)] as const]
    }),
  )
}

/** Text as the caller may see it. */
export const shownTo = (caller: Reader, text: string): string => {
  const mask = maskFor(caller)
  return mask === null ? text : maskContacts(text, mask)
}

export const nameFor = (caller: Reader, { id, name, remark }: Pick<CustomerRow, 'id' | 'name' | 'remark'>): string =>
  shownTo(caller, displayName({ id, name, remark }))

export const toQuota = ({ left, max, closesAt, ruleId, blocked }: QuotaState): Quota => ({
  left,
  max,
  closesAt: closesAt?.toISOString() ?? null,
  ruleId,
  ...(blocked ? { blocked } : {}),
})
