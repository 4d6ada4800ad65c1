import { hasMaskedPhone } from '@ruwu/domain'
import { type Fields, fieldsOf, instantOf, numberOf, omitUndefined, textOf } from '../http/fields.ts'
import type { EventBase, InboundContent, InboundEvent, Party } from '../source.ts'
import { echoOrigin, HINT_TYPE, readContent, readHint } from './assumed.ts'
import type { Assumptions } from './assumptions.ts'
import type { Delivery, Reading } from './delivery.ts'

const FROM_CUSTOMER = 1

type Message = {
  delivery: Delivery
  messageId: string
  type: string
  from: string
  to: string
  content: Fields
}

/** A message, or a hint that something happened in the conversation. */
export function readMessage(delivery: Delivery): Reading {
  const { body, crypto } = delivery
  const content = crypto.open(body.content)?.fields
  if (!content) return 'decrypt'
  const [messageId, from, to] = [textOf(body.message_id), textOf(body.from_user_id), textOf(body.to_user_id)]
  if (messageId === undefined || from === undefined || to === undefined) return 'malformed'
  const type = textOf(body.message_type) ?? ''
  const message = { delivery, messageId, type, from, to, content }
  return { dedupeKey: messageId, events: [type === HINT_TYPE ? hintEvent(message) : messageEvent(message)] }
}

function messageEvent(message: Message): InboundEvent {
  const { delivery, messageId, from, to, type, content } = message
  const { body, assumptions } = delivery
  const read = contentOf(type, content, assumptions)
  if (numberOf(body.message_source) === FROM_CUSTOMER) {
    const ids = { conversationKey: conversationKeyOf(to, from), messageId }
    return { ...baseOf(message, to), kind: 'message', ...ids, from: partyOf(body, from), content: read }
  }
  const origin = echoOrigin(body)
  if (origin === undefined || !assumptions.isAllowed('echo')) {
    return ignored(message, `source:${textOf(body.message_source) ?? ''}`)
  }
  const ids = { conversationKey: conversationKeyOf(from, to), messageId }
  return { ...baseOf(message, from), kind: 'echo', ...ids, to: { platformId: to }, content: read, origin }
}

function contentOf(type: string, content: Fields, { isAllowed }: Assumptions): InboundContent {
  if (type === 'TEXT' && typeof content.text === 'string') {
    return { type: 'text', text: content.text, maskedPhone: hasMaskedPhone(content.text) }
  }
  return readContent(type, content, isAllowed) ?? { type: 'unsupported', platformType: type }
}

function hintEvent(message: Message): InboundEvent {
  const { delivery, messageId, from, to } = message
  const hint = readHint(message.content)
  if (hint.type === undefined) return ignored(message, `${HINT_TYPE}:${hint.name}`)
  if (!delivery.assumptions.isAllowed(hint.type)) return ignored(message, `${HINT_TYPE}:${hint.type}`)
  const base = baseOf(message, to)
  switch (hint.type) {
    case 'enter': {
      const party = partyOf(delivery.body, from)
      const conversationKey = conversationKeyOf(to, from)
      return { ...base, kind: 'enter', conversationKey, messageId, from: party, entry: hint.entry }
    }
    case 'read':
      return {
        ...base,
        kind: 'read',
        conversationKey: conversationKeyOf(to, from),
        upTo: { messageId: hint.messageId },
      }
    case 'recall':
      return { ...base, kind: 'recall', messageId: hint.messageId, by: 'unknown', peerId: from }
  }
}

function ignored(message: Message, platformEvent: string): InboundEvent {
  return { ...baseOf(message, message.to), kind: 'ignored', platformEvent }
}

function baseOf({ delivery, messageId }: Message, accountId: string): EventBase {
  const occurredAt = instantOf(delivery.body.timestamp) ?? delivery.receivedAt
  return { source: 'redbook', accountId, eventKey: `message:${messageId}`, occurredAt }
}

/** The platform names no conversations: one account and one customer have one. */
export function conversationKeyOf(accountId: string, customerId: string): string {
  return `${accountId}:${customerId}`
}

function partyOf(body: Fields, platformId: string): Party {
  const { nickname, avatar, header_image } = fieldsOf(body.user_info)
  return omitUndefined({ platformId, name: textOf(nickname), avatarUrl: textOf(avatar) ?? textOf(header_image) })
}
