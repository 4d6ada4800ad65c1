import type { Content, Source } from '@ruwu/contract'
import { unsupportedMessageText } from '@ruwu/domain'
import type { InboundContent, InboundEvent, InboundMediaRef } from '../channels/source.ts'

/** A message as the chat store keeps it; `media` is still to be fetched from the platform. */
export type ChatContent = { content: Content; media?: InboundMediaRef }

/** Converts a platform message (of a customer, or of an agent in the platform's app) to chat content. */
export function toChatContent(source: Source, inbound: InboundContent): ChatContent {
  switch (inbound.type) {
    case 'text':
      return {
        content: { type: 'text', text: inbound.text, ...(inbound.maskedPhone ? { extra: { maskedPhone: '1' } } : {}) },
      }
    case 'image':
    case 'video':
    case 'voice':
      return {
        media: inbound.media,
        content: {
          type: inbound.type,
          text: '',
          ...(inbound.durationMs === undefined ? {} : { duration: String(inbound.durationMs) }),
          extra: { media: 'loading' },
        },
      }
    case 'emoticon':
      return {
        media: { via: 'url', url: inbound.url },
        content: {
          type: 'image',
          text: '',
          ...(inbound.width === undefined ? {} : { width: inbound.width }),
          ...(inbound.height === undefined ? {} : { height: inbound.height }),
          extra: { kind: 'emoticon', media: 'loading', ...(inbound.name ? { name: inbound.name } : {}) },
        },
      }
    case 'post':
      return {
        content: {
          type: 'link',
          placeholder: inbound.title ?? '',
          extra: { postId: inbound.postId, ...(inbound.coverUrl ? { cover: inbound.coverUrl } : {}) },
        },
      }
    case 'card':
      return {
        content: {
          type: 'link',
          placeholder: inbound.title ?? '',
          extra: { cardType: inbound.cardType, cardId: inbound.cardId, state: inbound.state },
        },
      }
    case 'unsupported':
      return {
        content: { type: 'text', text: unsupportedMessageText(source), extra: { platformType: inbound.platformType } },
      }
  }
}

type Submitted = Extract<InboundEvent, { kind: 'card_submitted' }>

/** Content of a form that a customer submitted on one of our cards. */
export const submittedForm = ({ cardId, fields }: Pick<Submitted, 'cardId' | 'fields'>): Content => ({
  type: 'link',
  placeholder: '客户提交了留资卡',
  extra: { cardType: 'lead_form', cardId, state: 'filled', fields: JSON.stringify(fields) },
})
