import { z } from 'zod'
import { AgentId, CustomerId, Instant, RelationId, StageId, TagId } from './ids.ts'
import { LeadStatus } from './lead-status.ts'
import { AiOffReason, ReceptionType, SenderKind } from './reception.ts'
import { Source } from './source.ts'

/** Entry point: the post or advertisement that led to the private message. */
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
  /** The sending agent; null also for messages sent in the platform's own app. */
  agentId: AgentId.nullable(),
  agentName: z.string().nullable(),
  createdAt: Instant,
  status: MessageStatus,
})
export type LastMessage = z.infer<typeof LastMessage>

/** A customer row, the same for every agent allowed to see it. */
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
  /** 待接手: when the customer was handed over to people, until one of them has answered. */
  handoffAt: Instant.nullable(),
  /** 稍后处理: the owner comes back to it then; until then it is out of the owner's lists. */
  postponedUntil: Instant.nullable(),
  /** Back from 稍后处理: first in the owner's lists until a person has answered. */
  returnedAt: Instant.nullable(),
  lastMessage: LastMessage.nullable(),
  lastMessageAt: Instant,
  lastSeq: z.number().int(),
  /** Result of our newest message: 1 sent, 2 failed; null without one or while pending. */
  sendResult: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** Total messages received from the customer; unread = inboundCount - readInbound. */
  inboundCount: z.int32(),
  tagIds: z.array(TagId),
  leadStatus: LeadStatus.nullable(),
  stageId: StageId.nullable(),
  ad: z.boolean(),
  /** 首次进线. */
  firstEnterAt: Instant,
  /** Increases with every change; a lower version is stale. */
  version: z.int32(),
})
export type Customer = z.infer<typeof Customer>

/** One agent's own state of a customer. */
export const Seat = z.object({
  /** The seq up to which the agent has read. */
  readSeq: z.number().int(),
  /** The customer's inboundCount at that seq. */
  readInbound: z.int32(),
  /** Marked unread by the agent. */
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
