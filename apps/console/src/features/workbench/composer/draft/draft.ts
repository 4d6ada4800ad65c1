import { AgentId, Content, ReplyPart } from '@ruwu/contract'

export type DraftMode = 'reply' | 'note'

/** The message that the next one answers. The customer receives the text alone. */
export type Quote = { chatId: string; name: string; content: Content }

export type Mention = { id: AgentId; name: string }

/** What stands in the box for one customer. A note has its own text: it must never go out because a tab was switched. */
export type Draft = {
  mode: DraftMode
  text: string
  note: string
  quote: Quote | null
  /** Pictures and cards of a quick reply, which follow the text. */
  parts: readonly ReplyPart[]
  /** Whom the note names, as chosen from the list. */
  mentions: readonly Mention[]
  savedAt: number
}

export const DRAFT_KEPT_MS = 30 * 86_400_000

export const EMPTY_DRAFT: Draft = {
  mode: 'reply',
  text: '',
  note: '',
  quote: null,
  parts: [],
  mentions: [],
  savedAt: 0,
}

/** Nothing in it that would have to be found again. */
export const isEmptyDraft = ({ mode, text, note, quote, parts }: Draft) =>
  mode === 'reply' && text === '' && note === '' && quote === null && parts.length === 0

/** What the row of the list shows; empty when there is nothing to show. */
export function draftPreview({ mode, text, note }: Draft): string {
  const [first, second] = mode === 'reply' ? [text, note] : [note, text]
  return first.trim() || second.trim()
}

/** A text that comes back stands before what was written meanwhile. */
export const withTextBack = (draft: Draft, text: string): Draft => ({
  ...draft,
  mode: 'reply',
  text: [text, draft.text].filter((it) => it.trim() !== '').join('\n'),
})

/** So does a note, without taking somebody away from what they write to the customer. */
export const withNoteBack = (draft: Draft, { note, mentions }: Pick<Draft, 'note' | 'mentions'>): Draft => ({
  ...draft,
  note: [note, draft.note].filter((it) => it.trim() !== '').join('\n'),
  mentions: [...mentions, ...draft.mentions],
})

/** Undefined when it is too old, or not ours to read. */
export function readDraft(json: string | null, now: number): Draft | undefined {
  // Nearly every row of the list asks for nothing.
  if (json === null) return undefined
  const value = parse(json)
  if (!isRecord(value)) return undefined
  const savedAt = typeof value.savedAt === 'number' ? value.savedAt : 0
  if (now - savedAt >= DRAFT_KEPT_MS) return undefined
  const draft: Draft = {
    mode: value.mode === 'note' ? 'note' : 'reply',
    text: textOf(value.text),
    note: textOf(value.note),
    quote: readQuote(value.quote),
    parts: listOf(value.parts).flatMap((it) => ReplyPart.safeParse(it).data ?? []),
    mentions: listOf(value.mentions).flatMap(mentionOf),
    savedAt,
  }
  return isEmptyDraft(draft) ? undefined : draft
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export function readQuote(value: unknown): Quote | null {
  if (!isRecord(value) || textOf(value.chatId) === '') return null
  const content = Content.safeParse(value.content).data
  return content ? { chatId: textOf(value.chatId), name: textOf(value.name), content } : null
}

function mentionOf(value: unknown): Mention[] {
  const id = isRecord(value) ? AgentId.safeParse(value.id).data : undefined
  return id && isRecord(value) ? [{ id, name: textOf(value.name) }] : []
}
