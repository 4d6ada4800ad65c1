import { ClientFrame, type ServerFrame } from '@ruwu/contract'

/** A parsed frame, or a refusal; an undefined refusal is ignored without an answer. */
export type Incoming = { refusal: ServerFrame | undefined } | { frame: ClientFrame }

/** Never throws: a malformed frame is ignored, or refused with its `chatId` when that is readable. */
export function readFrame(text: string): Incoming {
  const raw = parseObject(text)
  if (!raw) return { refusal: undefined }
  const parsed = ClientFrame.safeParse(raw)
  if (parsed.success) return { frame: parsed.data }
  const chatId = typeof raw.chatId === 'string' && raw.chatId !== '' ? raw.chatId : undefined
  if (chatId === undefined || raw.type === 'resp') return { refusal: undefined }
  return { refusal: { type: 'resp', chatId, code: refusalCode(raw.type) } }
}

type Echoed = {
  chatId?: string | null | undefined
  content?: { type?: string | null | undefined; text?: string | null | undefined } | null | undefined
}

/**
 * Echoes the two protocol fields only: other content comes from the client, at any depth, and would have to be
 * serialised.
 */
export function answerPing({ chatId, content }: Echoed): ServerFrame {
  const { type, text } = content ?? {}
  const echo = { ...(typeof type === 'string' ? { type } : {}), ...(typeof text === 'string' ? { text } : {}) }
  return { type: 'resp', code: 200, ...(chatId ? { chatId } : {}), ...(content ? { content: echo } : {}) }
}

const KNOWN = new Set<unknown>(ClientFrame.options.map((option) => option.shape.type.value))

/** 400: known type with invalid fields; 501: unknown type. */
const refusalCode = (type: unknown) => (KNOWN.has(type) ? 400 : 501)

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
