import { AgentId, Content, ReplyPart } from '@ruwu/contract'

export type DraftMode = 'reply' | 'note'

/** The quoted message. The customer receives the text alone. */
export type Quote = { chatId: string; name: string; content: Content }

export type Mention = { id: AgentId; name: string }

/**
 * The composer's content for one customer. Reply and note are separate texts, so that a note is never sent by switching
 * the mode.
 */
export type Draft = {
  mode: DraftMode
  text: string
  note: string
  quote: Quote | null
  /** Images and cards of a quick reply, sent after the text. */
  parts: readonly ReplyPart[]
  /** The mentioned agents, as chosen from the list. */
  mentions: readonly Mention[]
  /** The customer's message to which the text was suggested; null: written by the agent. */
  suggestedSeq: number | null
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
  suggestedSeq: null,
  savedAt: 0,
}

/** The reply was sent, scheduled or put away: what is typed next is no suggestion. */
export const NO_TEXT = { text: '', quote: null, suggestedSeq: null } as const

/** Whether there is nothing worth storing. */
export const isEmptyDraft = ({ mode, text, note, quote, parts }: Draft) =>
  mode === 'reply' && text === '' && note === '' && quote === null && parts.length === 0

/** The text for the list row; empty without one. */
export function draftPreview({ mode, text, note }: Draft): string {
  const [first, second] = mode === 'reply' ? [text, note] : [note, text]
  return first.trim() || second.trim()
}

/** A returned text is put before what was typed meanwhile. */
export const withTextBack = (draft: Draft, text: string): Draft => ({
  ...draft,
  mode: 'reply',
  text: [text, draft.text].filter((it) => it.trim() !== '').join('\n'),
})

/** A suggested reply, after what was typed. */
export const withSuggestion = (draft: Draft, text: string, suggestedSeq: number): Draft => ({
  ...draft,
  mode: 'reply',
  text: [draft.text, text].filter((it) => it.trim() !== '').join('\n'),
  suggestedSeq,
})

/** Whether one edit left hardly anything of the text, as typing over all of it does. What comes after is the agent's own. */
export function isTypedOver(before: string, after: string): boolean {
  const most = Math.min(before.length, after.length)
  let same = 0
  while (same < most && before[same] === after[same]) same += 1
  for (let end = 1; same < most && before.at(-end) === after.at(-end); end += 1) same += 1
  return before.length > 2 && same <= 1
}

/** Likewise a note; the mode stays, so typing to the customer is not interrupted. */
export const withNoteBack = (draft: Draft, { note, mentions }: Pick<Draft, 'note' | 'mentions'>): Draft => ({
  ...draft,
  note: [note, draft.note].filter((it) => it.trim() !== '').join('\n'),
  mentions: [...mentions, ...draft.mentions],
})

/** Undefined when expired or invalid. */
export function readDraft(json: string | null, now: number): Draft | undefined {
  // Fast path: most rows have no draft.
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
    suggestedSeq: typeof value.suggestedSeq === 'number' ? value.suggestedSeq : null,
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
