import { type Content, type EntId, isBlank, type RelationId } from '@ruwu/contract'
import { type SendItem, PLATFORM_ERROR_KINDS } from '@ruwu/domain'
import type { Queryable } from '../db/database.ts'
import { UserFacingError } from '../platform/http/errors.ts'
import { attachmentKey, findAttachment } from '../chat/attachment/index.ts'
import type { Caller } from '../platform/http/caller.ts'
import { acceptContent } from '../chat/message/index.ts'
import { findUsableCard, mayRead } from './outbound-content.repo.ts'
import type { CodesOf } from './picture-codes.ts'

/** Content that may be stored and sent, with its type for the platform's capability check. */
export type Sendable = {
  content: Content
  item: SendItem
  materialId?: string
  /** What the QR codes of a picture say; null: it cannot be read. */
  codes?: readonly string[] | null
}

/** `relationIds`: accounts whose cards may be sent. `sender`: the agent; without one the enterprise's own rules send. */
type Place = { entId: EntId; relationIds: RelationId[]; sender?: Caller; now: Date; codesOf: CodesOf }

/** Validates content; a referenced file or card must exist and belong to the enterprise. */
export async function readSendable(db: Queryable, place: Place, raw: unknown): Promise<Sendable> {
  const accepted = acceptContent(raw)
  if (!accepted.ok) throw new UserFacingError('refused', '消息内容不正确')
  const { content } = accepted
  const reply = typeof content.reply === 'string' ? { reply: content.reply } : {}
  const { type, text = '', extra = {} } = content
  if (type === 'text') {
    if (isBlank(text)) throw new UserFacingError('refused', '请输入消息内容')
    return { content: { type, text, ...reply }, item: { type } }
  }
  if (type === 'image') return readImage(db, place, content)
  if (type === 'video' && extra.itemId)
    return { content: { type, text, extra: { itemId: extra.itemId } }, item: { type: 'video_item' } }
  if (isGuide(content)) return readQuestions(content)
  if (type === 'link' && extra.cardId) return readCard(db, place, extra.cardId)
  if (type === 'voice' || type === 'video' || type === 'file') return { content, item: { type } }
  throw new UserFacingError('refused', '不支持的消息类型')
}

async function findFile(db: Queryable, entId: EntId, { text = '' }: Content) {
  const key = attachmentKey(text)
  return key === undefined ? undefined : findAttachment(db, entId, key)
}

async function readImage(db: Queryable, { entId, sender, codesOf }: Place, content: Content): Promise<Sendable> {
  const file = await findFile(db, entId, content)
  // A file the sender may not read looks absent.
  if (!file || (sender && !(await mayRead(db, sender, file))))
    throw new UserFacingError('refused', '图片不存在或已删除')
  return {
    content: { type: 'image', text: content.text ?? '', size: file.size },
    item: { type: 'image', contentType: file.contentType, bytes: file.size },
    codes: codesOf(file),
  }
}

function readQuestions(content: Content): Sendable {
  const title = titleOf(content)
  const questions = readTexts(content.extra?.questions)
  if (!questions) throw new UserFacingError('refused', '消息内容不正确')
  return {
    content: questionGuide(title, questions),
    item: { type: 'question_guide', title, questions },
  }
}

/** Content of a question guide: the customer taps one of its questions. */
export const questionGuide = (title: string, questions: readonly string[]): Content => ({
  type: 'link',
  placeholder: title,
  extra: { cardType: 'question_guide', questions: JSON.stringify(questions) },
})

const titleOf = ({ placeholder }: Content) => (typeof placeholder === 'string' ? placeholder : '')
const isGuide = ({ type, extra }: Content) => type === 'link' && extra?.cardType === 'question_guide'

/** What the guard reads of a message: its text, or the title and the questions of a guide, one a line. */
export const guardedText = (content: Content): string => {
  if (content.type === 'text') return content.text ?? ''
  return isGuide(content) ? [titleOf(content), ...(readTexts(content.extra?.questions) ?? [])].join('\n') : ''
}

/** The message with the text that the guard made of it. */
export function withGuardedText(content: Content, text: string): Content {
  if (content.type === 'text') return { ...content, text }
  const [title = '', ...questions] = text.split('\n')
  return isGuide(content) && text !== guardedText(content) ? questionGuide(title, questions) : content
}

function readTexts(json: string | undefined): string[] | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '')
    return Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
      ? value
      : undefined
  } catch {
    return undefined
  }
}

/** A card of the account that can be sent now. */
async function readCard(db: Queryable, { entId, relationIds, now }: Place, id: string): Promise<Sendable> {
  const card = await findUsableCard(db, { entId, relationIds, now }, id)
  if (!card) throw new UserFacingError('refused', PLATFORM_ERROR_KINDS.card_unusable.text)
  return {
    materialId: card.id,
    content: {
      type: 'link',
      placeholder: card.title,
      extra: {
        cardType: card.type,
        cardId: card.platformId,
        state: 'sent',
        materialId: card.id,
        ...(card.image ? { cover: card.image } : {}),
      },
    },
    item: { type: 'card', cardType: card.type },
  }
}
