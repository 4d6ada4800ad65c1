import type { ChatUser, Content } from '@ruwu/contract'
import { isRecord, numberOf, parseJson, textOf } from './json.ts'

/** The one shape of all frames; every key but `type` may be absent. */
export type Envelope = {
  type: string
  code?: number | undefined
  topicId?: string | undefined
  seq?: number | undefined
  /** The user who caused it. */
  attendee?: string | undefined
  attendeeProfile?: ChatUser | undefined
  chatId?: string | undefined
  content?: Content | undefined
  /** Ciphertext of a client that encrypts end to end; passed on as it came. */
  e2eContent?: string | undefined
  message?: string | undefined
  source?: string | undefined
  createdAt?: string | undefined
  /** Arrival time, local clock. */
  receivedAt: number
}

/** Parses a frame; keys of the wrong type are dropped, undefined when it is not a frame. */
export function readFrame(data: unknown, receivedAt: number): Envelope | undefined {
  const raw = typeof data === 'string' ? parseJson(data) : undefined
  if (!isRecord(raw) || typeof raw.type !== 'string') return undefined
  return {
    type: raw.type,
    code: numberOf(raw.code),
    topicId: textOf(raw.topicId),
    seq: numberOf(raw.seq),
    attendee: textOf(raw.attendee),
    attendeeProfile: isRecord(raw.attendeeProfile) ? (raw.attendeeProfile as ChatUser) : undefined,
    chatId: textOf(raw.chatId),
    content: readContent(raw.content),
    e2eContent: textOf(raw.e2eContent),
    message: textOf(raw.message),
    source: textOf(raw.source),
    createdAt: textOf(raw.createdAt),
    receivedAt,
  }
}

/** Unknown keys are kept. */
function readContent(value: unknown): Content | undefined {
  if (!isRecord(value)) return undefined
  const { type, text, ...rest } = value
  return { ...rest, type: textOf(type) ?? '', ...(typeof text === 'string' ? { text } : {}) }
}
