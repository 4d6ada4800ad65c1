import { ClientFrame, type ServerFrame } from '@ruwu/contract'

/** What to answer to a frame, if anything. Pure: the socket only reads and writes. */
export function answerFrame(text: string, newestEvent: number | undefined): ServerFrame | undefined {
  const raw = parseObject(text)
  if (!raw) return undefined
  const chatId = typeof raw.chatId === 'string' && raw.chatId !== '' ? raw.chatId : undefined
  const parsed = ClientFrame.safeParse(raw)
  if (!parsed.success) return chatId === undefined ? undefined : { type: 'resp', chatId, code: refusalCode(raw.type) }
  const frame = parsed.data
  switch (frame.type) {
    case 'nop':
      return { type: 'nop', ...(newestEvent === undefined ? {} : { seq: newestEvent }) }
    case 'ping':
      return {
        type: 'resp',
        code: 200,
        ...(chatId ? { chatId } : {}),
        ...(frame.content ? { content: frame.content } : {}),
      }
    case 'pong':
    case 'resp':
      return undefined
  }
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
