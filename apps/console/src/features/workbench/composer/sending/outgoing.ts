import { type Content, CustomerId } from '@ruwu/contract'
import { type Quote, readQuote } from '../draft/draft.ts'

/** Content as the console sends it; what it points to is looked up by the server. */
export type OutgoingContent = Content & { placeholder?: string; size?: number; reply?: string }

/** A message on its way to the server, from the key press to the first answer. */
export type Outgoing = {
  customerId: CustomerId
  chatId: string
  content: OutgoingContent
  /** What it answers, for the case that it comes back to the box. */
  quote: Quote | null
  createdAt: string
  /** The first message of what was sent with one key press: if that one comes back to the box, so do the others. */
  groupId: string
  confirmWarn: boolean
  retry: boolean
  /** A failed message of the thread that is tried again: its place is there, not in the box. */
  isStored: boolean
  state: 'waiting' | 'failed'
  reason: string
  /** The page that sends it. */
  pageId: string
}

/** Older ones are not sent without being asked: the conversation has gone on. */
export const SENDS_BY_ITSELF_MS = 24 * 3_600_000

/** How long one that failed is offered for another attempt. */
export const FAILED_KEPT_MS = 7 * 24 * 3_600_000

export function readOutgoing(json: string | null): Outgoing[] {
  try {
    const value: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(value) ? value.flatMap(outgoingOf) : []
  } catch {
    return []
  }
}

function outgoingOf(value: unknown): Outgoing[] {
  if (typeof value !== 'object' || value === null) return []
  const it = value as Record<string, unknown>
  const customerId = CustomerId.safeParse(it.customerId).data
  const { chatId, content, createdAt, groupId, pageId } = it
  if (!customerId || !isText(chatId) || !isText(createdAt) || !isContent(content)) return []
  return [
    {
      customerId,
      chatId,
      content,
      quote: readQuote(it.quote),
      createdAt,
      groupId: isText(groupId) ? groupId : chatId,
      confirmWarn: it.confirmWarn === true,
      retry: it.retry === true,
      isStored: it.isStored === true,
      state: it.state === 'failed' ? 'failed' : 'waiting',
      reason: isText(it.reason) ? it.reason : '',
      pageId: isText(pageId) ? pageId : '',
    },
  ]
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isContent = (value: unknown): value is OutgoingContent =>
  typeof value === 'object' && value !== null && 'type' in value && isText(value.type)
