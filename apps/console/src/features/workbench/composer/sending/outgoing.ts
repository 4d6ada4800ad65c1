import { type Content, CustomerId } from '@ruwu/contract'
import { type Quote, readQuote } from '../draft/draft.ts'

/** Content as the console sends it; references are resolved by the server. */
export type OutgoingContent = Content & { placeholder?: string; size?: number; reply?: string }

/** A message from the key press to the server's first answer. */
export type Outgoing = {
  customerId: CustomerId
  chatId: string
  content: OutgoingContent
  /** The quote, in case the message returns to the composer. */
  quote: Quote | null
  /** The customer's message to which the text was suggested. */
  suggestedSeq?: number | undefined
  createdAt: string
  /** The first message of those sent by one key press: if it returns to the composer, so do the others. */
  groupId: string
  confirmWarn: boolean
  retry: boolean
  /** A retry of a failed message already in the thread: it never returns to the composer. */
  isStored: boolean
  state: 'waiting' | 'failed'
  reason: string
  /** The tab that sends it. */
  pageId: string
}

/** Older messages are not resent automatically: the conversation has moved on. */
export const AUTO_RESEND_MS = 24 * 3_600_000

/** How long a failed message is offered for a retry. */
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
      suggestedSeq: typeof it.suggestedSeq === 'number' ? it.suggestedSeq : undefined,
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
