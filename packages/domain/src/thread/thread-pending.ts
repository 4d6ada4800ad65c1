import { type Content, type CustomerMessage, type Data, MESSAGE_STATUS, type messageApi } from '@ruwu/contract'
import { withMessage } from './thread-messages.ts'
import type { PendingMessage, ThreadState } from './thread-state.ts'

export type SendAnswer = Data<typeof messageApi.send>

/** The sending agent. */
type ThreadSender = { topicId: string; senderId: string; senderName: string }

/** Adds or retries a pending send; a message already in the thread is left unchanged. */
export function withPending(
  state: ThreadState,
  message: { chatId: string; content: Content; createdAt: string; retry?: boolean },
): ThreadState {
  const { chatId, content, createdAt, retry = false } = message
  if (isHeld(state, chatId)) return state
  const fresh: PendingMessage = { chatId, content, createdAt, retry, state: 'sending', reason: '' }
  const isKnown = state.pending.some((known) => known.chatId === chatId)
  const pending = isKnown
    ? state.pending.map((known) => (known.chatId === chatId ? { ...fresh, createdAt: known.createdAt } : known))
    : [...state.pending, fresh]
  return { ...state, pending }
}

/** Acknowledged: the pending send becomes a message of the thread. */
export function withAnswer(state: ThreadState, answer: SendAnswer, sender: ThreadSender): ThreadState {
  const sent = state.pending.find(({ chatId }) => chatId === answer.chatId)
  if (!sent) return state
  const message: CustomerMessage = {
    id: answer.id,
    chatId: answer.chatId,
    topicId: sender.topicId,
    seq: answer.seq,
    senderId: sender.senderId,
    senderKind: 'human',
    senderName: sender.senderName,
    content: sent.content,
    createdAt: answer.createdAt,
    updatedAt: answer.createdAt,
    platformTime: null,
    // Status and time are set by events, in order.
    status: MESSAGE_STATUS.pending,
    read: false,
    recall: false,
  }
  return withMessage(state, message)
}

/** Marks a pending send as failed, unless its message is in the thread by now. */
export function withFailure(state: ThreadState, chatId: string, reason: string): ThreadState {
  if (!state.pending.some((message) => message.chatId === chatId)) return state
  return {
    ...state,
    pending: state.pending.map((message) =>
      message.chatId === chatId ? { ...message, state: 'failed', reason } : message,
    ),
  }
}

/** Removes a pending send (returned to the composer, or discarded). */
export function withoutPending(state: ThreadState, chatId: string): ThreadState {
  return { ...state, pending: state.pending.filter((message) => message.chatId !== chatId) }
}

const isHeld = ({ messages, newer }: ThreadState, chatId: string): boolean =>
  [messages, newer].some((list) => list.findLast((message) => message.chatId === chatId) !== undefined)
