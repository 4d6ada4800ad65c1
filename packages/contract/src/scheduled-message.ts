import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, CustomerId, Instant, ScheduledMessageId } from './ids.ts'
import { typedText } from './text.ts'

export const SCHEDULED_TEXT_MAX = 1000

/** `stopped`: the customer wrote or has another owner. `failed`: it may not be sent, or its time was missed. A sent one is a message of the thread. */
export const SCHEDULED_STATES = ['waiting', 'stopped', 'failed'] as const

export const ScheduledMessage = z.object({
  id: ScheduledMessageId,
  customerId: CustomerId,
  /** The writer. */
  agentId: AgentId,
  agentName: z.string(),
  text: z.string(),
  sendAt: Instant,
  keepOnReply: z.boolean(),
  state: z.enum(SCHEDULED_STATES),
  /** Why it was not sent; empty while it waits. */
  reason: z.string(),
})
export type ScheduledMessage = z.infer<typeof ScheduledMessage>

const fields = {
  text: typedText(SCHEDULED_TEXT_MAX, `消息最多 ${SCHEDULED_TEXT_MAX} 个字`).min(1, '请输入消息内容'),
  sendAt: Instant,
  /** Sent also when the customer writes before. */
  keepOnReply: z.boolean().default(false),
  /** The agent confirmed the warning. */
  confirmWarn: z.boolean().default(false),
}

/** They are read with the customer (`CustomerDetail`). */
export const scheduledMessageApi = {
  create: endpoint({
    method: 'POST',
    path: '/v1/im/scheduled/create',
    access: 'im:replyCustomer',
    summary: '稍后发送消息给客户',
    body: z.object({
      /** Named by the caller: repeated after a lost answer it is the same message. */
      id: ScheduledMessageId.optional(),
      customerId: CustomerId,
      ...fields,
      /** The quoted message, shown to agents only. */
      reply: z
        .string()
        .regex(/^[\w-]{8,64}$/, '消息标识不正确')
        .optional(),
    }),
    data: ScheduledMessage,
    errors: ['notFound', 'refused', 'compliance', 'taken'],
  }),
  /** Also brings back one that was stopped or failed. */
  update: endpoint({
    method: 'PUT',
    path: '/v1/im/scheduled/update',
    access: 'im:replyCustomer',
    summary: '修改稍后发送的消息',
    body: z.object({ id: ScheduledMessageId, ...fields }),
    data: ScheduledMessage,
    errors: ['notFound', 'refused', 'compliance', 'taken'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/v1/im/scheduled/send',
    access: 'im:replyCustomer',
    summary: '立即发送稍后发送的消息',
    audit: ['message.confirmWarning'],
    body: z.object({ id: ScheduledMessageId, confirmWarn: z.boolean().default(false) }),
    data: Ok,
    errors: ['notFound', 'refused', 'compliance', 'taken'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/im/scheduled/del',
    access: 'im:replyCustomer',
    summary: '删除稍后发送的消息',
    query: z.object({ id: ScheduledMessageId }),
    data: Ok,
    errors: ['notFound', 'refused'],
  }),
}

/** Something changed in the scheduled messages of a customer: they are to be fetched again. */
export const ScheduledMessageEvent = z.object({
  type: z.literal('scheduled_message_change'),
  customerId: CustomerId,
  at: Instant,
  operatorId: AgentId.nullable(),
})
export type ScheduledMessageEvent = z.infer<typeof ScheduledMessageEvent>
