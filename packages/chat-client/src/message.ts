import type { ChatLog, Content } from '@ruwu/contract'
import type { Envelope } from './read-frame.ts'

/** 0, 1 and 2 of the specification; local, never on the wire here. */
type MessageStatus = 'pending' | 'sent' | 'failed'

export type Message = {
  topicId: string
  chatId: string
  /** Its place in the topic; 0 until the server gave one. */
  seq: number
  senderId: string
  content: Content
  createdAt: string
  updatedAt: string
  status: MessageStatus
  /** Why it failed. */
  error?: string
  read: boolean
  recall: boolean
  isSentByMe: boolean
  /** The highest number whose effects (recall, update.extra) this copy is known to contain. */
  asOf: number
}

/** A stored message that was pushed; undefined when it has no place in the sequence or is incomplete. */
export function messageOfFrame(frame: Envelope, me: string): Message | undefined {
  const { topicId, chatId, seq, attendee, content, createdAt } = frame
  if (!topicId || !chatId || !seq || !attendee || !content || !createdAt) return undefined
  return {
    topicId,
    chatId,
    seq,
    senderId: attendee,
    content,
    createdAt,
    updatedAt: createdAt,
    status: 'sent',
    read: false,
    recall: content.type === 'recalled',
    isSentByMe: attendee === me,
    asOf: seq,
  }
}

/** A message out of history, which contains every change up to `asOf`. */
export function messageOfLog(log: ChatLog, topicId: string, me: string, asOf: number): Message {
  const { id, seq, senderId, content, createdAt, updatedAt, read, recall } = log
  return {
    topicId,
    chatId: id,
    seq,
    senderId,
    content,
    createdAt,
    updatedAt,
    status: 'sent',
    read,
    recall,
    isSentByMe: senderId === me,
    asOf,
  }
}

export function outgoingMessage(topicId: string, chatId: string, me: string, content: Content, now: Date): Message {
  const createdAt = now.toISOString()
  return {
    topicId,
    chatId,
    seq: 0,
    senderId: me,
    content,
    createdAt,
    updatedAt: createdAt,
    status: 'pending',
    read: false,
    recall: false,
    isSentByMe: true,
    asOf: 0,
  }
}
