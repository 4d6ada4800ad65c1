import type { Customer, CustomerId, CustomerMessage, MessageId } from '@ruwu/contract'
import { aCustomer } from '../../customer-list/testing/a-customer.ts'
import type { MessageChange } from '../thread-state.ts'

export const messageId = (no: number) => `e${no}`.padStart(32, '0') as MessageId

/** Seconds after the beginning of a day in Shanghai. */
export const second = (no: number) => new Date(Date.UTC(2026, 2, 15, 16, 0, no)).toISOString()

/** A customer's message with defaults. */
export function aMessage(seq: number, known: Partial<CustomerMessage> = {}): CustomerMessage {
  return {
    id: messageId(seq),
    chatId: `chat-${seq}`,
    topicId: 'topic',
    seq,
    senderId: 'customer',
    senderKind: 'customer',
    senderName: '栗子',
    content: { type: 'text', text: `第${seq}句` },
    createdAt: second(seq),
    updatedAt: second(seq),
    platformTime: null,
    status: 1,
    read: false,
    recall: false,
    ...known,
  }
}

export const ours = (seq: number, known: Partial<CustomerMessage> = {}) =>
  aMessage(seq, { senderKind: 'human', senderId: 'lin', senderName: '林小满', ...known })

export const aLine = (seq: number, text = '林小满 接待了该客户') =>
  aMessage(seq, {
    senderKind: 'system',
    senderId: 'system',
    senderName: '',
    content: { type: 'system', text, extra: { kind: 'receive' }, unreadable: true },
  })

const customer: Customer = aCustomer(1)

const common = (at: string) => ({
  customerId: 'c1' as CustomerId,
  customer,
  receptionEpoch: 1,
  at,
  operatorId: null,
})

export const changeOf = (
  message: CustomerMessage,
  known: Partial<Extract<MessageChange, { type: 'message_change' }>> = {},
): MessageChange => ({
  type: 'message_change',
  ...common(message.updatedAt),
  messageId: message.id,
  chatId: message.chatId,
  status: message.status,
  read: message.read,
  recall: message.recall,
  ...known,
})

export const failureOf = (message: CustomerMessage, at = message.updatedAt): MessageChange => ({
  type: 'send_msg_failed',
  ...common(at),
  messageId: message.id,
  chatId: message.chatId,
  msg: '平台繁忙，请稍后再试',
  kind: 'busy',
  platformCode: null,
  logId: null,
})

export const readUpTo = (seq: number, at: string) => ({ type: 'cus_read' as const, ...common(at), seq })
