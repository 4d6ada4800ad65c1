import { fieldsOf, type Fields, instantOf, listOf, numberOf, omitUndefined, textOf } from '../http/fields.ts'
import type { Entry, EventBase, InboundEvent, Party } from '../source.ts'
import { contentOf, submittedFields } from './webhook-content.ts'

/** One call of the platform, opened as far as all events are alike. */
export type Delivery = {
  event: string
  from: string
  to: string
  content: Fields
  dedupeKey: string
  clientKey: string
  receivedAt: Date
}

const GROUP_CONVERSATION = 2
const GRANTED = 1

/** Events without the ids that place them are kept as ignored: the platform would only send them again. */
export function eventsOf(delivery: Delivery): InboundEvent[] {
  return READERS.get(delivery.event)?.(delivery) ?? [ignored(delivery)]
}

type Reader = (delivery: Delivery) => InboundEvent[] | undefined

const READERS = new Map<string, Reader>([
  ['im_receive_msg', readMessage],
  ['im_send_msg', readEcho],
  ['im_enter_direct_msg', readEnter],
  ['im_recall_msg', readRecall],
  ['im_message_read', readRead],
  ['im_authorize', readGrant],
  ['authorize', readAuthorisation('account_bound')],
  ['unauthorize', readAuthorisation('account_unbound')],
  ['item_comment_reply', readComment],
])

function readMessage(delivery: Delivery): InboundEvent[] | undefined {
  const ids = messageIds(delivery)
  if (!ids || !delivery.from || !delivery.to) return undefined
  const base = baseOf(delivery, delivery.to, ids.messageId)
  const from = partyOf(delivery, delivery.from)
  const content = contentOf(delivery.content, ids)
  const message: InboundEvent = { ...base, kind: 'message', ...ids, from, content }
  if (content.type !== 'card' || content.state !== 'filled') return [message]
  return [
    message,
    {
      ...base,
      kind: 'card_submitted',
      eventKey: `card_submitted:${ids.messageId}`,
      ...ids,
      from,
      cardId: content.cardId,
      fields: submittedFields(delivery.content),
    },
  ]
}

function readEcho(delivery: Delivery): InboundEvent[] | undefined {
  const ids = messageIds(delivery)
  if (!ids || !delivery.from || !delivery.to) return undefined
  const content = contentOf(delivery.content, ids)
  const to = partyOf(delivery, delivery.to)
  return [
    {
      ...baseOf(delivery, delivery.from, ids.messageId),
      kind: 'echo',
      ...ids,
      to,
      content,
      origin: originOf(delivery),
    },
  ]
}

function originOf({ content, clientKey }: Delivery): 'our_api' | 'app' | 'system' {
  const source = textOf(content.source)
  if (source === undefined) return 'app'
  return source === clientKey ? 'our_api' : 'system'
}

function readEnter(delivery: Delivery): InboundEvent[] | undefined {
  const { content, from, to } = delivery
  const conversationKey = textOf(content.conversation_short_id)
  if (conversationKey === undefined || isGroup(content) || !from || !to) return undefined
  const messageId = textOf(content.server_message_id)
  return [
    omitUndefined<InboundEvent>({
      ...baseOf(delivery, to, messageId),
      kind: 'enter',
      conversationKey,
      messageId,
      from: partyOf(delivery, from),
      entry: entryOf(content),
    }),
  ]
}

function entryOf(content: Fields): Entry {
  const info = fieldsOf(content.ad_info)
  const ad = omitUndefined({
    advertiserId: textOf(info.adv_id),
    advertiserName: textOf(info.adv_name),
    planId: textOf(info.ad_id),
    planName: textOf(info.ad_name),
    creativeId: textOf(info.creative_id),
  })
  return omitUndefined({ postId: textOf(content.objectId), ad: Object.keys(ad).length > 0 ? ad : undefined })
}

/** The platform does not say which side is the business; the sender of the event is who recalled. */
function readRecall(delivery: Delivery): InboundEvent[] | undefined {
  const messageId = textOf(delivery.content.server_message_id)
  if (messageId === undefined) return undefined
  const base = baseOf(delivery, delivery.to, messageId)
  return [{ ...base, kind: 'recall', messageId, by: 'unknown', peerId: delivery.from }]
}

function readRead(delivery: Delivery): InboundEvent[] | undefined {
  const { content, from, to } = delivery
  const conversationKey = textOf(content.conversation_short_id)
  if (conversationKey === undefined || isGroup(content)) return undefined
  const reader = textOf(content.read_open_id) ?? from
  const upTo = omitUndefined({ index: numberOf(content.index) })
  return [{ ...baseOf(delivery, reader === from ? to : from), kind: 'read', conversationKey, upTo }]
}

function readGrant(delivery: Delivery): InboundEvent[] | undefined {
  const { content, from, to } = delivery
  if (!from || !to) return undefined
  return [
    omitUndefined<InboundEvent>({
      ...baseOf(delivery, to),
      occurredAt: instantOf(content.update_time) ?? instantOf(content.create_time) ?? delivery.receivedAt,
      kind: 'proactive_grant',
      from: { platformId: from },
      until: instantOf(content.expire_time),
      active: numberOf(content.auth_status) === GRANTED,
    }),
  ]
}

function readAuthorisation(kind: 'account_bound' | 'account_unbound'): Reader {
  return (delivery) => {
    const accountId = delivery.from || delivery.to
    if (!accountId) return undefined
    const scopes = listOf(delivery.content.scopes).flatMap((scope) => textOf(scope) ?? [])
    return [{ ...baseOf(delivery, accountId), kind, scopes }]
  }
}

function readComment(delivery: Delivery): InboundEvent[] | undefined {
  const { content, to } = delivery
  const commentId = textOf(content.comment_id)
  const postId = textOf(content.reply_to_item_id)
  const author = textOf(content.comment_user_id) ?? delivery.from
  if (commentId === undefined || postId === undefined || !author || !to) return undefined
  const base = baseOf(delivery, to, commentId)
  // A merchant's comment under its own video has no customer: the event is ignored.
  if (author === to) return [{ ...base, kind: 'ignored', platformEvent: delivery.event }]
  return [
    omitUndefined<InboundEvent>({
      ...base,
      kind: 'comment',
      commentId,
      postId,
      parentId: textOf(content.reply_to_comment_id),
      from: { platformId: author },
      text: textOf(content.content) ?? '',
    }),
  ]
}

function ignored(delivery: Delivery): InboundEvent {
  const id = textOf(delivery.content.server_message_id)
  return { ...baseOf(delivery, delivery.to, id), kind: 'ignored', platformEvent: delivery.event }
}

function baseOf({ event, content, dedupeKey, receivedAt }: Delivery, accountId: string, id?: string): EventBase {
  const occurredAt = instantOf(content.create_time) ?? receivedAt
  return { source: 'douyin', accountId, eventKey: `${event}:${id ?? dedupeKey}`, occurredAt }
}

function messageIds({ content }: Delivery): { conversationKey: string; messageId: string } | undefined {
  const conversationKey = textOf(content.conversation_short_id)
  const messageId = textOf(content.server_message_id)
  if (conversationKey === undefined || messageId === undefined || isGroup(content)) return undefined
  return { conversationKey, messageId }
}

function isGroup(content: Fields): boolean {
  return numberOf(content.conversation_type) === GROUP_CONVERSATION
}

function partyOf({ content }: Delivery, platformId: string): Party {
  const info = listOf(content.user_infos)
    .map(fieldsOf)
    .find(({ open_id }) => open_id === platformId)
  return omitUndefined({ platformId, name: textOf(info?.nick_name), avatarUrl: textOf(info?.avatar) })
}
