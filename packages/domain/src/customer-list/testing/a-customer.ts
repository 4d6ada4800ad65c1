import type { AgentId, Customer, CustomerId, CustomerItem, RelationId, Seat, StageId, TagId } from '@ruwu/contract'
import { NO_SEAT, toItem } from '../customer-item.ts'

const id =
  <Id extends string>(letter: string) =>
  (no: number) =>
    `${letter}${no}`.padStart(32, '0') as Id

export const customerId = id<CustomerId>('c')
export const agentId = id<AgentId>('a')
export const relationId = id<RelationId>('b')
export const tagId = id<TagId>('d')
export const stageId = id<StageId>('e')

export const LIN = agentId(1)
export const WEI = agentId(2)

/** Minutes after the beginning of a day. */
export const minute = (no: number) => new Date(Date.UTC(2026, 2, 16, 0, no)).toISOString()

/** An unassigned customer with defaults. */
export function aCustomer(no: number, known: Partial<Customer> = {}): Customer {
  return {
    customerId: customerId(no),
    topicId: customerId(no),
    name: `客户${no}`,
    remark: '',
    avatar: '',
    source: 'redbook',
    subSourceId: relationId(1),
    subSourceName: '木作',
    agentId: null,
    agentName: null,
    enableAi: false,
    receptionType: 'manual',
    receptionEpoch: 1,
    aiOffReason: 'schedule',
    autoEnableAt: null,
    archive: false,
    isBlocked: false,
    waitingSince: null,
    handoffAt: null,
    postponedUntil: null,
    returnedAt: null,
    lastMessage: null,
    lastMessageAt: minute(no),
    lastSeq: 0,
    sendResult: null,
    inboundCount: 0,
    tagIds: [],
    leadStatus: null,
    stageId: null,
    ad: false,
    firstEnterAt: minute(no),
    version: 1,
    ...known,
  }
}

export const anItem = (no: number, known: Partial<Customer & Seat> = {}): CustomerItem =>
  toItem(aCustomer(no, known), { ...NO_SEAT, seatVersion: 1, ...known })
