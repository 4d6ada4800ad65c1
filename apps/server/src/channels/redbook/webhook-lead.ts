import type { AssumedItem } from '@ruwu/domain'
import { type Fields, instantOf, omitUndefined } from '../http/fields.ts'
import { hashOf } from '../http/raw-request.ts'
import type { EventBase, InboundEvent } from '../source.ts'
import { CARD_SUBMITTED, readComment, readLeadData, WECHAT_COPIED } from './assumed.ts'
import type { Delivery, Reading } from './delivery.ts'
import { conversationKeyOf } from './webhook-message.ts'

type Base = Pick<EventBase, 'source' | 'eventKey' | 'occurredAt'>
type ReadData = (data: Fields, base: Base) => InboundEvent

export function readIntentComment(delivery: Delivery): Reading {
  return readEncrypted(delivery, 'comment', 'comment', (data, base) => {
    const { accountId, customerId, commentId, postId, parentId, customerName, text, time } = readComment(data)
    const placed = { ...base, accountId, occurredAt: instantOf(time) ?? base.occurredAt }
    if (!accountId || !customerId || commentId === undefined || postId === undefined) {
      return { ...placed, kind: 'ignored', platformEvent: 'comment' }
    }
    const from = omitUndefined({ platformId: customerId, name: customerName })
    return omitUndefined<InboundEvent>({ ...placed, kind: 'comment', commentId, postId, parentId, from, text })
  })
}

export function readThirdData(delivery: Delivery): Reading {
  return readEncrypted(delivery, 'data', 'lead_data', (data, base) => {
    const { accountId, customerId, cardId, name, fields, time } = readLeadData(data)
    const placed = { ...base, accountId, occurredAt: instantOf(time) ?? base.occurredAt }
    const about = { conversationKey: conversationKeyOf(accountId, customerId), from: { platformId: customerId } }
    if (accountId && customerId) {
      if (name === WECHAT_COPIED)
        return omitUndefined<InboundEvent>({ ...placed, kind: 'wechat_copied', ...about, cardId })
      if (name === CARD_SUBMITTED && cardId) return { ...placed, kind: 'card_submitted', ...about, cardId, fields }
    }
    return { ...placed, kind: 'ignored', platformEvent: `data:${name}` }
  })
}

/** Where the shape is not confirmed the call is kept unread, so that it can be read after an update. */
function readEncrypted(delivery: Delivery, name: string, item: AssumedItem, read: ReadData): Reading {
  const { body, text, crypto, isSigned, assumptions, receivedAt } = delivery
  const base = (content: string): Base => ({
    source: 'redbook',
    eventKey: `${name}:${hashOf(content)}`,
    occurredAt: receivedAt,
  })
  const opened = crypto.open(body.content)
  if (!assumptions.isAllowed(item) && (opened || isSigned)) {
    const event: InboundEvent = { ...base(text), accountId: '', kind: 'ignored', platformEvent: name }
    return { dedupeKey: event.eventKey, events: [event] }
  }
  if (!opened) return 'decrypt'
  const event = read(opened.fields, base(opened.plain))
  return { dedupeKey: event.eventKey, events: [event] }
}
