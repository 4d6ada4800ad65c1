import { type CardType, type Content, type Source, CARD_TYPES } from '@ruwu/contract'
import { type CardState, cardStateOf, unsupportedMessageText } from '@ruwu/domain'

/** Whether the customer's media has been downloaded from the platform. */
type MediaState = 'ready' | 'loading' | 'failed'

type Media = { url: string; state: MediaState }

/** A message's content, parsed once from its loosely typed JSON. */
export type MessageBody =
  | { kind: 'text'; text: string; isMaskedPhone: boolean }
  | { kind: 'unsupported'; text: string }
  | (Media & { kind: 'image'; isEmoticon: boolean; width: number | undefined; height: number | undefined })
  | (Media & { kind: 'voice'; seconds: number | undefined })
  | (Media & { kind: 'video'; seconds: number | undefined; cover: string; isPublished: boolean })
  | (Media & { kind: 'file'; name: string; size: number | undefined })
  | { kind: 'link'; title: string; address: string; cover: string }
  | { kind: 'post'; title: string; cover: string }
  | {
      kind: 'card'
      title: string
      cover: string
      cardType: CardType | undefined
      state: CardState | undefined
      fields: { label: string; value: string }[]
    }
  | { kind: 'questions'; title: string; questions: string[] }
  | { kind: 'recalled' }
  | { kind: 'note'; text: string; noteId: string }
  | { kind: 'system'; text: string }

export function bodyOf(content: Content, source: Source): MessageBody {
  const { type, text = '', extra = {} } = content
  switch (type) {
    case 'text':
      return extra.platformType
        ? { kind: 'unsupported', text }
        : { kind: 'text', text, isMaskedPhone: extra.maskedPhone === '1' }
    case 'image':
      return {
        kind: 'image',
        ...mediaOf(content),
        isEmoticon: extra.kind === 'emoticon',
        width: numberOf(content.width),
        height: numberOf(content.height),
      }
    case 'voice':
      return { kind: 'voice', ...mediaOf(content), seconds: secondsOf(content.duration) }
    case 'video':
      return {
        kind: 'video',
        ...mediaOf(content),
        seconds: secondsOf(content.duration),
        cover: textOf(content.thumbnail),
        isPublished: extra.itemId !== undefined,
      }
    case 'file':
      return {
        kind: 'file',
        ...mediaOf(content),
        name: textOf(content.placeholder),
        size: numberOf(content.size),
      }
    case 'link':
      return linkOf(content)
    case 'recalled':
      return { kind: 'recalled' }
    case 'note':
      return { kind: 'note', text, noteId: extra.noteId ?? '' }
    case 'system':
      return { kind: 'system', text }
    default:
      return { kind: 'unsupported', text: unsupportedMessageText(source) }
  }
}

function linkOf(content: Content): MessageBody {
  const { text = '', extra = {} } = content
  const title = textOf(content.placeholder)
  const cover = extra.cover ?? textOf(content.thumbnail)
  if (extra.cardType === 'question_guide') return { kind: 'questions', title, questions: questionsOf(extra.questions) }
  if (extra.cardType !== undefined || extra.cardId !== undefined)
    return {
      kind: 'card',
      title,
      cover,
      cardType: CARD_TYPES.find((type) => type === extra.cardType),
      state: cardStateOf(extra.state),
      fields: fieldsOf(extra.fields),
    }
  return extra.postId === undefined ? { kind: 'link', title, address: text, cover } : { kind: 'post', title, cover }
}

function mediaOf({ text = '', extra = {} }: Content): Media {
  const state = extra.media === 'loading' || extra.media === 'failed' ? extra.media : 'ready'
  return { url: text, state }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined)

/** `mm:ss` in the chat protocol; milliseconds from platforms. */
function secondsOf(duration: unknown): number | undefined {
  const text = textOf(duration)
  const [, minutes, seconds] = /^(\d{1,3}):(\d{2})$/.exec(text) ?? []
  if (minutes !== undefined) return Number(minutes) * 60 + Number(seconds)
  return /^\d+$/.test(text) ? Math.max(1, Math.round(Number(text) / 1000)) : undefined
}

function readList(json: string | undefined): unknown[] {
  try {
    const value: unknown = JSON.parse(json ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const questionsOf = (json: string | undefined) => readList(json).filter((each) => typeof each === 'string')

const fieldsOf = (json: string | undefined) =>
  readList(json).flatMap((each) => {
    const { label, value } = (each ?? {}) as Record<string, unknown>
    return typeof label === 'string' && typeof value === 'string' ? [{ label, value }] : []
  })
