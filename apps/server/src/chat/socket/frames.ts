import { ClientFrame, type ServerFrame } from '@ruwu/contract'

/** What came over a socket: nothing legible, a frame to refuse, or a frame. */
export type Incoming = { refusal: ServerFrame | undefined } | { frame: ClientFrame }

/** Survives anything: malformed frames are ignored, or refused by name where one is legible. */
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

/** Only what a ping is said to carry: the rest is a stranger's, of any depth, and would have to be written out again. */
export function answerPing({ chatId, content }: Echoed): ServerFrame {
  const { type, text } = content ?? {}
  const echo = { ...(typeof type === 'string' ? { type } : {}), ...(typeof text === 'string' ? { text } : {}) }
  return { type: 'resp', code: 200, ...(chatId ? { chatId } : {}), ...(content ? { content: echo } : {}) }
}

const KNOWN = new Set<unknown>(ClientFrame.options.map((option) => option.shape.type.value))

/** 400: a frame we know, badly filled; 501: one we don't. */
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
