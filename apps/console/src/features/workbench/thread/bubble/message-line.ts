import { MESSAGE_STATUS, type AgentId, type Content, type CustomerMessage } from '@ruwu/contract'
import type { PendingMessage } from '@ruwu/domain'
import { texts } from '../texts.ts'

/** The sender kinds of a thread; `app` is an agent writing in the platform's own app. */
type Sender = 'customer' | 'me' | 'colleague' | 'app' | 'ai' | 'flow' | 'system'

type LineStatus = 'sending' | 'sent' | 'failed'

/** One message as rendered, stored or pending. */
export type Line = {
  chatId: string
  content: Content
  createdAt: string
  sender: Sender
  senderId: string
  name: string
  status: LineStatus
  /** Why it failed. */
  reason: string
  isRead: boolean
  /** The server's message; undefined while pending. */
  message: CustomerMessage | undefined
}

const statuses: Record<CustomerMessage['status'], LineStatus> = {
  [MESSAGE_STATUS.pending]: 'sending',
  [MESSAGE_STATUS.sent]: 'sent',
  [MESSAGE_STATUS.failed]: 'failed',
}

type Colleagues = { has(id: string): boolean }

export function lineOfMessage(message: CustomerMessage, meId: AgentId | undefined, agents: Colleagues): Line {
  const { chatId, content, createdAt, senderId, senderName, status, failMsg, read } = message
  return {
    chatId,
    content,
    createdAt,
    sender: senderOf(message, meId, agents),
    senderId,
    name: senderName,
    status: statuses[status],
    reason: failMsg || texts.unknownFailure,
    isRead: read,
    message,
  }
}

export function lineOfPending(pending: PendingMessage, meId: AgentId | undefined): Line {
  const { chatId, content, createdAt, state, reason } = pending
  return {
    chatId,
    content,
    createdAt,
    sender: 'me',
    senderId: meId ?? '',
    name: texts.me,
    status: state,
    reason: reason || texts.unknownFailure,
    isRead: false,
    message: undefined,
  }
}

function senderOf(message: CustomerMessage, meId: AgentId | undefined, agents: Colleagues): Sender {
  if (message.senderKind !== 'human') return message.senderKind
  if (message.senderId === meId) return 'me'
  return agents.has(message.senderId) ? 'colleague' : 'app'
}

/** Customer messages are on the left, ours on the right. */
export const isIncoming = ({ sender }: Pick<Line, 'sender'>) => sender === 'customer'
