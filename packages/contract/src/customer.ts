import { z } from 'zod'
import { Content } from './chat/index.ts'
import { AgentId, CustomerId, Instant, RelationId } from './ids.ts'
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
  createdAt: Instant,
  status: MessageStatus,
})
export type LastMessage = z.infer<typeof LastMessage>

export const Customer = z.object({
  customerId: CustomerId,
  topicId: z.string(),
  name: z.string(),
  remark: z.string(),
  avatar: z.string(),
  source: Source,
  subSourceId: RelationId,
  agentId: AgentId.nullable(),
  enableAi: z.boolean(),
  receptionType: ReceptionType,
  receptionEpoch: z.int32(),
  aiOffReason: AiOffReason.nullable(),
  autoEnableAt: Instant.nullable(),
  archive: z.boolean(),
  waitingSince: Instant.nullable(),
  lastMessage: LastMessage.nullable(),
  lastSeq: z.number().int(),
  ad: z.boolean(),
})
export type Customer = z.infer<typeof Customer>

const CustomerEventBase = z.object({
  customerId: CustomerId,
  receptionEpoch: z.int32(),
  at: Instant,
  operatorId: AgentId.nullable(),
})

export const RECEIVE_REASONS = ['claim', 'reply', 'auto', 'transfer', 'timeout'] as const

export const CustomerEvent = z.discriminatedUnion('type', [
  CustomerEventBase.extend({ type: z.literal('customer_create'), customer: Customer }),
  CustomerEventBase.extend({ type: z.literal('rec_cus'), agentId: AgentId, reason: z.enum(RECEIVE_REASONS) }),
  CustomerEventBase.extend({ type: z.literal('cus_change_archive'), archive: z.boolean() }),
  CustomerEventBase.extend({
    type: z.literal('cus_auto_disable_ai'),
    aiOffReason: AiOffReason,
    autoEnableAt: Instant.nullable(),
  }),
  CustomerEventBase.extend({ type: z.literal('cus_delay_auto_enable_ai') }),
  CustomerEventBase.extend({ type: z.literal('cus_change_enable_workflow'), enableWorkflow: z.boolean() }),
  CustomerEventBase.extend({
    type: z.literal('agent_update_customer_info'),
    changed: Customer.partial(),
  }),
  CustomerEventBase.extend({ type: z.literal('wechat_copy'), cardId: z.string().nullable() }),
  CustomerEventBase.extend({
    type: z.literal('send_msg_failed'),
    messageId: z.string(),
    chatId: z.string(),
    msg: z.string(),
    /** One of the kinds of refusals, platform or our own. */
    kind: z.string(),
    platformCode: z.string().nullable(),
    logId: z.string().nullable(),
  }),
  /** The platform took an outgoing message, or somebody read it, or it was recalled there. */
  CustomerEventBase.extend({
    type: z.literal('message_change'),
    messageId: z.string(),
    chatId: z.string(),
    status: MessageStatus,
    read: z.boolean(),
    recall: z.boolean(),
    /** Only when it became another one: fetched media, or recalled. */
    content: Content.optional(),
  }),
  /** The customer has read everything we said up to this number. */
  CustomerEventBase.extend({ type: z.literal('cus_read'), seq: z.number().int() }),
])
export type CustomerEvent = z.infer<typeof CustomerEvent>

export const HINT_TYPES = [
  'handoff',
  'assigned',
  'wait_warning',
  'timeout_return',
  'mention',
  'note',
  'quota_near',
  'auth_expiring',
  'follow_up_due',
  'queue_full',
] as const

export const HintEvent = z.object({
  type: z.literal('hint'),
  hintType: z.enum(HINT_TYPES),
  text: z.string(),
  level: z.enum(['info', 'warn']),
  customerId: CustomerId.nullable(),
  receptionEpoch: z.int32().nullable(),
  relationId: RelationId.nullable(),
  at: Instant,
  operatorId: AgentId.nullable(),
})
export type HintEvent = z.infer<typeof HintEvent>
