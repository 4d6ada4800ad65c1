import { z } from 'zod'
import { Content } from './chat/index.ts'
import { Customer, MessageStatus, Seat } from './customer-row.ts'
import { CustomerMessage, Feedback, SendRetry } from './customer-message.ts'
import { AgentId, CustomerId, Instant, LeadId, RelationId, TagId } from './ids.ts'
import { LeadStatus } from './lead-status.ts'
import { NOTICE_KINDS } from './notice.ts'
import { AiOffReason } from './reception.ts'

/** Every customer event carries the whole row; the highest version wins, so missed events need no replay. */
const CustomerEventBase = z.object({
  customerId: CustomerId,
  customer: Customer,
  receptionEpoch: z.int32(),
  at: Instant,
  operatorId: AgentId.nullable(),
})

const OwnerChange = CustomerEventBase.extend({
  agentId: AgentId.nullable(),
  fromAgentId: AgentId.nullable(),
  reason: z.string(),
  note: z.string().nullable(),
})

export const CustomerEvent = z.discriminatedUnion('type', [
  CustomerEventBase.extend({ type: z.literal('customer_create') }),
  OwnerChange.extend({ type: z.literal('rec_cus') }),
  OwnerChange.extend({ type: z.literal('rel_cus') }),
  OwnerChange.extend({ type: z.literal('redirect_cus') }),
  CustomerEventBase.extend({ type: z.literal('cus_change_archive'), archive: z.boolean() }),
  CustomerEventBase.extend({ type: z.literal('cus_change_enable_ai'), enableAi: z.boolean() }),
  CustomerEventBase.extend({
    type: z.literal('cus_auto_disable_ai'),
    aiOffReason: AiOffReason,
    autoEnableAt: Instant.nullable(),
  }),
  CustomerEventBase.extend({ type: z.literal('cus_delay_auto_enable_ai') }),
  CustomerEventBase.extend({ type: z.literal('cus_change_enable_workflow'), enableWorkflow: z.boolean() }),
  /** 稍后处理 was set, ended by the owner or came to its time. */
  CustomerEventBase.extend({ type: z.literal('cus_postpone'), postponedUntil: Instant.nullable() }),
  CustomerEventBase.extend({ type: z.literal('cus_tags_bind'), tagIds: z.array(TagId) }),
  CustomerEventBase.extend({ type: z.literal('cus_tags_unbind'), tagIds: z.array(TagId) }),
  CustomerEventBase.extend({
    type: z.literal('agent_update_customer_info'),
    /** Changed fields with their new values; values that not every agent may see are left out. */
    changed: z.record(z.string(), z.unknown()),
  }),
  CustomerEventBase.extend({ type: z.literal('wechat_copy'), cardId: z.string().nullable() }),
  CustomerEventBase.extend({
    type: z.literal('lead_change'),
    leadId: LeadId,
    status: LeadStatus,
    /** By this change the lead has become a valid contact; once in its life. */
    isCaptured: z.boolean().optional(),
  }),
  /** A message was appended to the thread. */
  CustomerEventBase.extend({ type: z.literal('cus_message'), message: CustomerMessage }),
  CustomerEventBase.extend({
    type: z.literal('send_msg_failed'),
    messageId: z.string(),
    chatId: z.string(),
    msg: z.string(),
    /** Error kind, of the platform or of our own checks. */
    kind: z.string(),
    platformCode: z.string().nullable(),
    logId: z.string().nullable(),
  }),
  /** An outgoing message was accepted by the platform, read by the customer, or recalled on the platform. */
  CustomerEventBase.extend({
    type: z.literal('message_change'),
    messageId: z.string(),
    chatId: z.string(),
    status: MessageStatus,
    read: z.boolean(),
    recall: z.boolean(),
    /** Set when the platform accepted the message: its time. */
    platformTime: Instant.optional(),
    /** Set when the content changed: media fetched, recalled, or note deleted. */
    content: Content.optional(),
    /** Set when an agent rated it. */
    feedback: Feedback.optional(),
    /** Set while the platform is tried again: when, and why. */
    retry: SendRetry.optional(),
  }),
  /** The customer has read our messages up to this seq. */
  CustomerEventBase.extend({ type: z.literal('cus_read'), seq: z.number().int() }),
])
export type CustomerEvent = z.infer<typeof CustomerEvent>

/** To one agent's sockets only: the agent's own state of a customer (seat) changed. */
export const SeatEvent = z.object({
  type: z.literal('cus_seat'),
  customerId: CustomerId,
  seat: Seat,
  at: Instant,
  operatorId: AgentId.nullable(),
})
export type SeatEvent = z.infer<typeof SeatEvent>

/** Agents viewing a customer, and which of them are typing. Not in the event log. */
export const ViewersEvent = z.object({
  type: z.literal('cus_viewers'),
  customerId: CustomerId,
  agentIds: z.array(AgentId),
  composingIds: z.array(AgentId),
  at: Instant,
  operatorId: AgentId.nullable(),
})
export type ViewersEvent = z.infer<typeof ViewersEvent>

/** Announced, and kept in 通知中心 where the kind is a notice's; the last three pass. */
const HINT_TYPES = [...NOTICE_KINDS, 'wait_warning', 'quota_near', 'passed_on'] as const
export type HintType = (typeof HINT_TYPES)[number]

export const HintEvent = z.object({
  type: z.literal('hint'),
  hintType: z.enum(HINT_TYPES),
  text: z.string(),
  level: z.enum(['info', 'warn']),
  customerId: CustomerId.nullable(),
  receptionEpoch: z.int32().nullable(),
  relationId: RelationId.nullable(),
  /** Of the note that mentions the agent. Absent in events of older nodes. */
  seq: z.int32().optional(),
  at: Instant,
  operatorId: AgentId.nullable(),
})
export type HintEvent = z.infer<typeof HintEvent>
