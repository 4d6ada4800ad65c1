import type { ChatLog, Content } from '@ruwu/contract'
import { RECALLED } from '@ruwu/domain'
import type { Envelope } from './read-frame.ts'

/** 0, 1 and 2 of the specification; local state, not on the wire. */
type MessageStatus = 'pending' | 'sent' | 'failed'

export type Message = {
  topicId: string
  chatId: string
  /** Position in the topic; 0 until the server assigned one. */
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
  /** Control messages up to this seq are applied in this copy. */
  asOf: number
}

/** A pushed message; undefined for frames without seq or with missing fields. */
export function messageFromFrame(frame: Envelope, me: string): Message | undefined {
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
    recall: content.type === RECALLED,
    isSentByMe: attendee === me,
    asOf: seq,
  }
}

/** A message from history, with control messages up to `asOf` applied. */
export function messageFromLog(log: ChatLog, topicId: string, me: string, asOf: number): Message {
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
