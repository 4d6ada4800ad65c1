import { type CustomerMessage, MESSAGE_STATUS, type SenderKind } from '@ruwu/contract'
import type { MessageChange, ReadChange } from './thread-state.ts'

const OURS: ReadonlySet<SenderKind> = new Set(['human', 'ai', 'flow'])

/**
 * Merges two copies of a message: the later one wins. Final states (sent, read, recalled) are kept whichever copy
 * has them.
 */
export function mergeMessage(held: CustomerMessage, incoming: CustomerMessage): CustomerMessage {
  const isNewer = incoming.updatedAt >= held.updatedAt
  const later = isNewer ? incoming : held
  const earlier = isNewer ? held : incoming
  const feedback = later.feedback ?? earlier.feedback
  return withStatus(
    {
      ...later,
      content: earlier.recall && !later.recall ? earlier.content : later.content,
      read: later.read || earlier.read,
      recall: later.recall || earlier.recall,
      ...(feedback && { feedback }),
    },
    earlier.status === MESSAGE_STATUS.sent ? MESSAGE_STATUS.sent : later.status,
  )
}

/** Applies an event to a message; a late event only adds final states. */
export function changeMessage(message: CustomerMessage, change: MessageChange): CustomerMessage {
  const isLate = change.at < message.updatedAt
  const updatedAt = isLate ? message.updatedAt : change.at
  if (change.type === 'send_msg_failed') {
    if (isLate || message.status === MESSAGE_STATUS.sent) return message
    const { retry: _retry, ...rest } = message
    return { ...rest, updatedAt, status: MESSAGE_STATUS.failed, failKind: change.kind, failMsg: change.msg }
  }
  const isContentNews = change.content !== undefined && (change.recall || (!isLate && !message.recall))
  return withStatus(
    {
      ...message,
      updatedAt,
      platformTime: change.platformTime ?? message.platformTime,
      content: isContentNews ? (change.content ?? message.content) : message.content,
      read: message.read || change.read,
      recall: message.recall || change.recall,
      ...(change.feedback && !isLate && { feedback: change.feedback }),
      ...(change.retry && !isLate && { retry: change.retry }),
    },
    isLate && change.status !== MESSAGE_STATUS.sent ? message.status : change.status,
  )
}

/** Applies a read receipt to our messages that had arrived by then. */
export function readMessage(message: CustomerMessage, { seq, at }: ReadChange): CustomerMessage {
  const isReached =
    message.seq <= seq &&
    message.updatedAt <= at &&
    message.status === MESSAGE_STATUS.sent &&
    OURS.has(message.senderKind)
  return isReached && !message.read ? { ...message, read: true, updatedAt: at } : message
}

/** Sent is final; only failed has a reason, and only a pending message is tried again. */
function withStatus(message: CustomerMessage, status: CustomerMessage['status']): CustomerMessage {
  const isSent = message.status === MESSAGE_STATUS.sent
  if (!isSent && status === MESSAGE_STATUS.failed) return { ...message, status }
  const { failKind: _kind, failMsg: _msg, retry, ...rest } = message
  const isPending = !isSent && status === MESSAGE_STATUS.pending
  return { ...rest, ...(isPending && retry && { retry }), status: isSent ? MESSAGE_STATUS.sent : status }
}
