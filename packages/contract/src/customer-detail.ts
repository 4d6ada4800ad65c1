import { z } from 'zod'
import { Busy } from './agent.ts'
import { CustomerItem, Entry } from './customer-row.ts'
import { AgentId, CustomerId, Instant, NoteId, RelationId, ReminderId, RoleId, SessionId } from './ids.ts'
import { Quota } from './message.ts'
import { ReceptionType } from './reception.ts'
import { ScheduledMessage } from './scheduled-message.ts'
import { Source } from './source.ts'

export const NOTE_MAX = 1000
export const REMARK_MAX = 20
export const TRANSFER_NOTE_MAX = 200
export const REMINDER_NOTE_MAX = 50
export const FIELD_VALUE_MAX = 200
export const BULK_MAX = 200

export const Reminder = z.object({ id: ReminderId, remindAt: Instant, note: z.string() })
export type Reminder = z.infer<typeof Reminder>

/** Values of custom fields by id; multiple choice is an array. */
export const FieldValue = z.union([z.string(), z.array(z.string())])
export type FieldValue = z.infer<typeof FieldValue>

const FieldValues = z.record(z.string(), FieldValue)

/** Values of the fields that are shown in the list. */
export const ListedFields = z.object({ customerId: CustomerId, fields: FieldValues })
export type ListedFields = z.infer<typeof ListedFields>

export const CustomerDetail = CustomerItem.extend({
  /** The customer's id on the platform, shown for copying. */
  platformId: z.string(),
  city: z.string(),
  country: z.string(),
  entry: Entry.nullable(),
  /** Title of the note or video the customer came from; empty while it has not been synced from the platform. */
  contentTitle: z.string(),
  lastEnterAt: Instant,
  fields: FieldValues,
  /** The caller's reminders, soonest first. */
  reminders: z.array(Reminder),
  /** 稍后发送 of all agents, in the order of sending. */
  scheduled: z.array(ScheduledMessage),
  quota: Quota,
  leadCount: z.int32(),
  sessionCount: z.int32(),
  /** Whether the account has a published AI. */
  canHost: z.boolean(),
  /** The AI's name; empty without one. */
  aiName: z.string(),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

export const Note = z.object({
  id: NoteId,
  customerId: CustomerId,
  /** Null: created by the system, as after 转人工. */
  agentId: AgentId.nullable(),
  text: z.string(),
  /** The agents who were told: those mentioned who may see the customer, without the author. */
  mentionIds: z.array(AgentId),
  createdAt: Instant,
})
export type Note = z.infer<typeof Note>

export const Session = z.object({
  sessionId: SessionId,
  startAt: Instant,
  endAt: Instant.nullable(),
  startSeq: z.number().int(),
  receptionPath: z.array(ReceptionType),
  agentIds: z.array(AgentId),
  ownMessages: z.int32(),
  replies: z.int32(),
  hasLead: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** A row of 黑名单. */
export const BlockedCustomer = z.object({
  customerId: CustomerId,
  /** As shown in the list: the remark with the name. */
  name: z.string(),
  avatar: z.string(),
  source: Source,
  subSourceName: z.string(),
  blockedAt: Instant,
})
export type BlockedCustomer = z.infer<typeof BlockedCustomer>

export const TransferTarget = z.object({
  agentId: AgentId,
  name: z.string(),
  avatar: z.string(),
  /** 在线 and with an open console. */
  isOnline: z.boolean(),
  busy: Busy.nullable(),
  current: z.int32(),
  limit: z.int32(),
})
export type TransferTarget = z.infer<typeof TransferTarget>

/** Agents who receive together: of a role, or of a channel account (its team). */
export const TransferGroupRef = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('role'), id: RoleId }),
  z.object({ kind: z.literal('account'), id: RelationId }),
])
export type TransferGroupRef = z.infer<typeof TransferGroupRef>

/** A group as a target; one of its agents gets the customer by the account's 分配方式. */
export const TransferGroup = z.object({
  group: TransferGroupRef,
  name: z.string(),
  /** Agents who could get the customer now, and all of them. */
  free: z.int32(),
  size: z.int32(),
})
export type TransferGroup = z.infer<typeof TransferGroup>

export const CustomerChange = z.object({
  id: z.string(),
  /** Display name of the field. */
  field: z.string(),
  before: z.string(),
  after: z.string(),
  agentId: AgentId.nullable(),
  at: Instant,
})
export type CustomerChange = z.infer<typeof CustomerChange>

export const BULK_ACTIONS = [
  'receive',
  'release',
  'redirect',
  'bindTags',
  'unbindTags',
  'stage',
  'archive',
  'postpone',
  'aiStatus',
] as const

export const BulkResult = z.object({
  success: z.int32(),
  failed: z.array(z.object({ id: CustomerId, name: z.string(), msg: z.string() })),
  /** Of 归档: those with whom 取消归档 takes it back. */
  undoable: z.array(CustomerId).optional(),
})
export type BulkResult = z.infer<typeof BulkResult>
