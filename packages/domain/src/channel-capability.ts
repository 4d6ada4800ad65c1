import type { Capabilities, CardType, Source } from '@ruwu/contract'
import { CARD_TYPE_LABELS } from './platform-card.ts'
import { SOURCE_LABELS } from './sources.ts'
import { isTooLong } from './form-field.ts'

/** Capabilities of a source: the part sent to the console, and server-only ones. */
export interface SourceCapabilities extends Capabilities {
  /** A send repeated with the same request id never makes a second message. */
  idempotentSend: boolean
  /** Capabilities that are undocumented assumptions; disabled unless the base URL is a simulator or the item is confirmed by configuration. */
  assumed: readonly AssumedItem[]
}

/** Values of the setting that confirms assumptions. */
export const ASSUMED_ITEMS = [
  'image',
  'video',
  'voice',
  'emoticon',
  'note',
  'card',
  'echo',
  'enter',
  'recall',
  'read',
  'lead_data',
  'comment',
  'comment_reply',
  'staff',
  'request_id',
] as const

export type AssumedItem = (typeof ASSUMED_ITEMS)[number]

const QUESTION_TITLE_MAX = 30
const MEGABYTE = 1024 * 1024

export const SOURCE_CAPABILITIES: Record<Source, SourceCapabilities> = {
  douyin: {
    source: 'douyin',
    text: { maxChars: 1000, links: 'refused', contactData: 'allowed' },
    image: { types: ['image/jpeg', 'image/png', 'image/bmp', 'image/webp'], maxBytes: 10 * MEGABYTE },
    videoItem: true,
    cards: ['lead_form'],
    questionGuide: { maxQuestions: 6, maxChars: 14 },
    cardEdit: true,
    recall: true,
    readMarks: false,
    staffAccounts: false,
    commentReply: false,
    quotaBar: true,
    idempotentSend: false,
    assumed: [],
  },
  redbook: {
    source: 'redbook',
    text: { maxChars: 1000, links: 'refused', contactData: 'refused' },
    image: { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: 10 * MEGABYTE },
    videoItem: false,
    cards: ['contact', 'lead_form', 'landing_page', 'note', 'goods', 'service'],
    questionGuide: null,
    cardEdit: false,
    recall: true,
    readMarks: true,
    staffAccounts: true,
    commentReply: true,
    quotaBar: true,
    idempotentSend: true,
    assumed: ASSUMED_ITEMS,
  },
}

const WITHOUT: Partial<Record<AssumedItem, Partial<SourceCapabilities>>> = {
  image: { image: null },
  card: { cards: [] },
  recall: { recall: false },
  read: { readMarks: false },
  comment_reply: { commentReply: false },
  request_id: { idempotentSend: false },
}

/** Capabilities without unconfirmed assumptions. */
export function withoutAssumed(
  capabilities: SourceCapabilities,
  isAllowed: (item: AssumedItem) => boolean,
): SourceCapabilities {
  const assumed = capabilities.assumed.filter(isAllowed)
  const removed = capabilities.assumed.filter((item) => !isAllowed(item)).map((item) => WITHOUT[item])
  return Object.assign({ ...capabilities }, ...removed, { assumed })
}

/** An item to send. `video` is an uploaded file, `video_item` a published video of the account. */
export type SendItem =
  | { type: 'text' | 'voice' | 'video' | 'file' | 'quote' | 'video_item' }
  | { type: 'image'; contentType?: string; bytes?: number }
  | { type: 'card'; cardType: CardType }
  | { type: 'question_guide'; title?: string; questions?: readonly string[] }

export type SendPermission = { allowed: true } | { allowed: false; reason: string }

const ALLOWED: SendPermission = { allowed: true }
const refused = (reason: string): SendPermission => ({ allowed: false, reason })

/** Whether the source accepts the item's type and size. Text content is checked by the guard. */
export function canSend(capabilities: Capabilities, item: SendItem): SendPermission {
  const label = SOURCE_LABELS[capabilities.source]
  switch (item.type) {
    case 'text':
      return ALLOWED
    case 'image':
      return canSendImage(capabilities, label, item)
    case 'video_item':
      return capabilities.videoItem ? ALLOWED : refused(`${label}不支持发送视频`)
    case 'video':
      return refused(capabilities.videoItem ? `${label}只能发送账号已发布的视频` : `${label}不支持发送视频`)
    case 'voice':
      return refused(`${label}不支持发送语音`)
    case 'file':
      return refused(`${label}不支持发送文件`)
    case 'quote':
      return refused(`${label}不支持引用消息`)
    case 'card':
      if (capabilities.cards.includes(item.cardType)) return ALLOWED
      return refused(`${label}不支持发送${CARD_TYPE_LABELS[item.cardType]}`)
    case 'question_guide':
      return canSendQuestions(capabilities, label, item)
  }
}

type Image = Extract<SendItem, { type: 'image' }>

function canSendImage({ image }: Capabilities, label: string, { contentType, bytes = 0 }: Image): SendPermission {
  if (!image) return refused(`${label}不支持发送图片`)
  if (contentType !== undefined && !image.types.includes(contentType)) return refused('不支持的文件类型')
  if (bytes > image.maxBytes) return refused(`文件不能超过 ${image.maxBytes / MEGABYTE}MB`)
  return ALLOWED
}

type Questions = Extract<SendItem, { type: 'question_guide' }>

function canSendQuestions(
  { questionGuide: limits }: Capabilities,
  label: string,
  { title = '', questions = [] }: Questions,
): SendPermission {
  if (!limits) return refused(`${label}不支持发送问题引导`)
  if (isTooLong(title, QUESTION_TITLE_MAX)) return refused(`引导标题不能超过 ${QUESTION_TITLE_MAX} 字`)
  if (questions.length > limits.maxQuestions) return refused(`问题不能超过 ${limits.maxQuestions} 个`)
  if (questions.some((question) => isTooLong(question, limits.maxChars))) {
    return refused(`每个问题不能超过 ${limits.maxChars} 字`)
  }
  return ALLOWED
}

/** Placeholder for an unsupported message type. */
export function unsupportedMessageText(source: Source): string {
  return `暂不支持查看此类消息，请在${SOURCE_LABELS[source]}App中查看`
}
