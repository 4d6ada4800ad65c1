import { CARD_TYPES, type CardType } from '@ruwu/contract'
import type { AssumedItem } from '@ruwu/domain'
import { type Fields, fieldsOf, listOf, numberOf, omitUndefined, textOf } from '../http/fields.ts'
import type {
  ChannelAccount,
  CommentRef,
  Entry,
  InboundContent,
  MediaRef,
  OutboundContent,
  Page,
  Paged,
  PlatformCard,
  PlatformMessageRef,
  StaffAccount,
  StaffState,
} from '../source.ts'

// Every undocumented shape of redbook that we assumed. No other file names a field of these shapes:
// with the platform's manual in hand this file is rewritten and the rest stays. The simulator mirrors it.

// What we answer to the platform's calls.

export const ACCEPTED_BODY = '{"code":0,"success":true,"msg":"成功"}'

export const REFUSED = '{"code":401,"success":false,"msg":"验证失败"}'

export const SIGNATURE_HEADER = 'x-xhs-signature'

// What the platform answers to ours.

export function refusalTextOf(body: Fields): string {
  return textOf(body.msg) ?? ''
}

export function sentMessageId(body: Fields): string | undefined {
  return textOf(fieldsOf(body.data).message_id)
}

export function readStaff(body: Fields): StaffAccount[] {
  return listOf(fieldsOf(body.data).list).flatMap((row) => {
    const { kos_user_id, nick_name, avatar, auth_status } = fieldsOf(row)
    const platformId = textOf(kos_user_id)
    const state = staffState(auth_status)
    if (platformId === undefined || state === undefined) return []
    return [omitUndefined({ platformId, name: textOf(nick_name), avatarUrl: textOf(avatar), state })]
  })
}

const STAFF_STATES = new Map<number | undefined, StaffState>([
  [1, 'pending'],
  [2, 'authorised'],
  [3, 'revoked'],
])

export function staffState(value: unknown): StaffState | undefined {
  return STAFF_STATES.get(numberOf(value))
}

// Messages in either direction that are not plain text.

type ContentReader = { item: AssumedItem; read: (content: Fields) => InboundContent | undefined }

const CONTENT_READERS = new Map<string, ContentReader>([
  ['IMAGE', { item: 'image', read: mediaReader('image') }],
  ['VIDEO', { item: 'video', read: mediaReader('video') }],
  ['VOICE', { item: 'voice', read: mediaReader('voice') }],
  ['EMOTICON', { item: 'emoticon', read: readEmoticon }],
  ['NOTE', { item: 'note', read: readNote }],
  ['CARD', { item: 'card', read: readCard }],
])

/** Undefined for undocumented kinds, kinds that are not enabled, and fields that cannot be parsed. */
export function readContent(
  type: string,
  content: Fields,
  isAllowed: (item: AssumedItem) => boolean,
): InboundContent | undefined {
  const reader = CONTENT_READERS.get(type)
  return reader && isAllowed(reader.item) ? reader.read(content) : undefined
}

function mediaReader(type: 'image' | 'video' | 'voice') {
  return (content: Fields): InboundContent | undefined => {
    const url = textOf(content.url)
    if (url === undefined) return undefined
    const durationMs = numberOf(content.duration_ms)
    return omitUndefined<InboundContent>({
      type,
      media: { via: 'url', url },
      durationMs,
      coverUrl: textOf(content.cover_url),
    })
  }
}

function readEmoticon(content: Fields): InboundContent | undefined {
  const url = textOf(content.url)
  return url === undefined
    ? undefined
    : omitUndefined<InboundContent>({ type: 'emoticon', url, name: textOf(content.name) })
}

function readNote(content: Fields): InboundContent | undefined {
  const postId = textOf(content.note_id)
  if (postId === undefined) return undefined
  const [title, coverUrl] = [textOf(content.title), textOf(content.cover_url)]
  return omitUndefined<InboundContent>({ type: 'post', postId, title, coverUrl })
}

function readCard(content: Fields): InboundContent | undefined {
  const cardType = CARD_TYPES.find((type) => type === content.card_type)
  const cardId = textOf(content.material_id)
  if (cardType === undefined || cardId === undefined) return undefined
  return omitUndefined<InboundContent>({ type: 'card', cardType, cardId, title: textOf(content.title), state: 'blank' })
}

type WireContent = { type: string; content: object; item: AssumedItem }

/** Undefined for what the platform has no kind for. */
export function wireContent(content: OutboundContent): WireContent | undefined {
  if (content.type === 'image') {
    const { url, width, height } = content.media
    return { type: 'IMAGE', content: omitUndefined({ url, width, height }), item: 'image' }
  }
  if (content.type !== 'card') return undefined
  const card = { card_type: content.cardType, material_id: content.platformCardId, title: content.title }
  return { type: 'CARD', content: omitUndefined({ ...card, cover_url: content.coverUrl }), item: 'card' }
}

/** Who made a message that is not a customer's; undefined for a customer's. */
export function echoOrigin(envelope: Fields): 'our_api' | 'app' | 'system' | undefined {
  const source = numberOf(envelope.message_source)
  if (source === 3) return 'system'
  if (source !== 2) return undefined
  return textOf(envelope.request_id) === undefined ? 'app' : 'our_api'
}

// Hints: things that happened in a conversation without a message.

export const HINT_TYPE = 'HINT'

type Hint =
  | { type: 'enter'; entry: Entry }
  | { type: 'recall' | 'read'; messageId: string }
  | { type: undefined; name: string }

export function readHint(content: Fields): Hint {
  const name = textOf(content.hint_type) ?? ''
  if (name === 'enter') return { type: name, entry: entryOf(content) }
  const messageId = textOf(content.target_message_id)
  if ((name === 'recall' || name === 'read') && messageId !== undefined) return { type: name, messageId }
  return { type: undefined, name }
}

function entryOf({ note_id, ad }: Fields): Entry {
  const { campaign_id, campaign_name, creativity_id } = fieldsOf(ad)
  const known = omitUndefined({
    planId: textOf(campaign_id),
    planName: textOf(campaign_name),
    creativeId: textOf(creativity_id),
  })
  return omitUndefined({ postId: textOf(note_id), ad: Object.keys(known).length > 0 ? known : undefined })
}

// What customers do outside the conversation.

type LeadData = {
  accountId: string
  customerId: string
  cardId: string | undefined
  name: string
  fields: { label: string; value: string }[]
  time: unknown
}

/** Names of the kinds of lead data. */
export const CARD_SUBMITTED = 'card_submit'
export const WECHAT_COPIED = 'wechat_copy'

export function readLeadData(data: Fields): LeadData {
  return {
    ...sides(data),
    cardId: textOf(data.material_id),
    name: textOf(data.data_type) ?? '',
    fields: listOf(data.fields)
      .map(fieldsOf)
      .map(({ label, value }) => ({ label: textOf(label) ?? '', value: textOf(value) ?? '' })),
    time: data.time,
  }
}

export function readComment(data: Fields) {
  return {
    ...sides(data),
    commentId: textOf(data.comment_id),
    postId: textOf(data.note_id),
    parentId: textOf(data.parent_id),
    customerName: textOf(data.nickname),
    text: textOf(data.text) ?? '',
    time: data.time,
  }
}

function sides(data: Fields): { accountId: string; customerId: string } {
  return { accountId: textOf(data.user_id) ?? '', customerId: textOf(data.customer_id) ?? '' }
}

// Calls of ours that the known implementer does not make.

type AssumedCall = { path: string; body: object }

export const UPLOAD = { path: '/api/open/im/third/upload', part: 'file' }

export function readUpload(body: Fields): MediaRef | undefined {
  const { file_id, url, width, height } = fieldsOf(body.data)
  const mediaId = textOf(file_id)
  if (mediaId === undefined) return undefined
  return omitUndefined({ mediaId, url: textOf(url), width: numberOf(width), height: numberOf(height) })
}

export function recallCall(account: ChannelAccount, message: PlatformMessageRef): AssumedCall {
  const body = {
    user_id: account.mainPlatformId,
    third_account_id: account.accountCode,
    message_id: message.platformMessageId,
  }
  return { path: '/api/open/im/third/recall', body }
}

export function commentReplyCall(account: ChannelAccount, comment: CommentRef, text: string): AssumedCall {
  const body = { user_id: account.platformId, note_id: comment.postId, comment_id: comment.commentId, text }
  return { path: '/api/open/im/comment/reply', body }
}

/** Lists of cards: the paths are reported, `user_id`, the types and the answers are ours. */
const CARD_LISTS = new Map<CardType, { path: string; id: string; type?: number }>([
  ['contact', { path: '/api/open/im/material/list', id: 'material_id', type: 1 }],
  ['lead_form', { path: '/api/open/im/material/list', id: 'material_id', type: 2 }],
  ['goods', { path: '/api/open/im/material/list', id: 'material_id', type: 3 }],
  ['service', { path: '/api/open/im/material/list', id: 'material_id', type: 4 }],
  ['landing_page', { path: '/api/open/im/page/list', id: 'page_id' }],
  ['note', { path: '/api/open/im/note/list', id: 'note_id' }],
])

const CARD_STATES = new Map<number | undefined, PlatformCard['state']>([
  [undefined, 'usable'],
  [1, 'usable'],
  [3, 'refused'],
])

/** Undefined for cards the platform does not have. */
export function cardListCall(account: ChannelAccount, cardType: CardType, page: Page): AssumedCall | undefined {
  const list = CARD_LISTS.get(cardType)
  if (!list) return undefined
  // One application token serves all merchants, so the call must say whose cards it wants.
  return { path: list.path, body: omitUndefined({ user_id: account.mainPlatformId, type: list.type, ...page }) }
}

export function readCardList(body: Fields, cardType: CardType): Paged<PlatformCard> {
  const { list, total } = fieldsOf(body.data)
  const id = CARD_LISTS.get(cardType)?.id ?? ''
  const items = listOf(list)
    .map(fieldsOf)
    .flatMap((row) => {
      const cardId = textOf(row[id])
      if (cardId === undefined) return []
      const state = CARD_STATES.get(numberOf(row.status)) ?? 'reviewing'
      const [title, coverUrl] = [textOf(row.title) ?? '', textOf(row.cover_url)]
      return [omitUndefined<PlatformCard>({ cardId, cardType, title, coverUrl, state })]
    })
  return { items, total: numberOf(total) ?? items.length }
}
