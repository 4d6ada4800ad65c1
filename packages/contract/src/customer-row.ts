import { z } from 'zod'
import { AgentId, CustomerId, Instant, RelationId, TagId } from './ids.ts'
import { LeadStatus } from './lead-status.ts'
import { AiOffReason, ReceptionType, SenderKind } from './reception.ts'
import { Source } from './source.ts'

/** Where a customer came from: the post or advertisement that led to the private message. */
export const Entry = z.object({
  postId: z.string().optional(),
  ad: z
    .object({
      advertiserId: z.string().optional(),
      advertiserName: z.string().optional(),
      planId: z.string().optional(),
      planName: z.string().optional(),
      creativeId: z.string().optional(),
    })
    .optional(),
})
export type Entry = z.infer<typeof Entry>

export const MESSAGE_STATUS = { pending: 0, sent: 1, failed: 2 } as const
export const MessageStatus = z.union([z.literal(0), z.literal(1), z.literal(2)])
export type MessageStatus = z.infer<typeof MessageStatus>

export const LastMessage = z.object({
  type: z.string(),
  text: z.string(),
  senderKind: SenderKind,
  /** Which of our people said it; null also for what was said in the platform's app. */
  agentId: AgentId.nullable(),
  agentName: z.string().nullable(),
  createdAt: Instant,
  status: MessageStatus,
})
export type LastMessage = z.infer<typeof LastMessage>

/** A customer as every agent who may see them sees them. */
export const Customer = z.object({
  customerId: CustomerId,
  topicId: z.string(),
  name: z.string(),
  remark: z.string(),
  avatar: z.string(),
  source: Source,
  subSourceId: RelationId,
  subSourceName: z.string(),
  agentId: AgentId.nullable(),
  agentName: z.string().nullable(),
  enableAi: z.boolean(),
  receptionType: ReceptionType,
  receptionEpoch: z.int32(),
  aiOffReason: AiOffReason.nullable(),
  autoEnableAt: Instant.nullable(),
  archive: z.boolean(),
  isBlocked: z.boolean(),
  waitingSince: Instant.nullable(),
  lastMessage: LastMessage.nullable(),
  lastMessageAt: Instant,
  lastSeq: z.number().int(),
  /** How the newest message of ours went: 1 succeeded, 2 failed; null while there is none or it is on its way. */
  sendResult: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** Messages the customer has sent in all; unread ones are counted from it. */
  inboundCount: z.int32(),
  tagIds: z.array(TagId),
  leadStatus: LeadStatus.nullable(),
  ad: z.boolean(),
  /** Grows with every change, so that what arrives late is known to be old. */
  version: z.int32(),
})
export type Customer = z.infer<typeof Customer>

/** What is one agent's own about a customer. */
export const Seat = z.object({
  /** Up to where the agent has read. */
  readSeq: z.number().int(),
  /** How many of the customer's messages these are. */
  readInbound: z.int32(),
  /** Put back to unread by hand. */
  markedUnread: z.boolean(),
  sticky: z.boolean(),
  isStar: z.boolean(),
  /** Grows with every change. */
  seatVersion: z.int32(),
})
export type Seat = z.infer<typeof Seat>

/** A row of one agent's list. */
export const CustomerItem = Customer.extend(Seat.shape).extend({ unread: z.int32() })
export type CustomerItem = z.infer<typeof CustomerItem>
