import type { Content, Source } from '@ruwu/contract'
import { unsupportedMessageText } from '@ruwu/domain'
import type { InboundContent, InboundEvent, InboundMediaRef } from '../channels/source.ts'

/** A message as the chat store keeps it; `media` is still to be fetched from the platform. */
export type ChatContent = { content: Content; media?: InboundMediaRef }

/** Converts a platform message (of a customer, or of an agent in the platform's app) to chat content. */
export function toChatContent(source: Source, said: InboundContent): ChatContent {
  switch (said.type) {
    case 'text':
      return {
        content: { type: 'text', text: said.text, ...(said.maskedPhone ? { extra: { maskedPhone: '1' } } : {}) },
      }
    case 'image':
    case 'video':
    case 'voice':
      return {
        media: said.media,
        content: {
          type: said.type,
          text: '',
          ...(said.durationMs === undefined ? {} : { duration: String(said.durationMs) }),
          extra: { media: 'loading' },
        },
      }
    case 'emoticon':
      return {
        media: { via: 'url', url: said.url },
        content: {
          type: 'image',
          text: '',
          ...(said.width === undefined ? {} : { width: said.width }),
          ...(said.height === undefined ? {} : { height: said.height }),
          extra: { kind: 'emoticon', media: 'loading', ...(said.name ? { name: said.name } : {}) },
        },
      }
    case 'post':
      return {
        content: {
          type: 'link',
          placeholder: said.title ?? '',
          extra: { postId: said.postId, ...(said.coverUrl ? { cover: said.coverUrl } : {}) },
        },
      }
    case 'card':
      return {
        content: {
          type: 'link',
          placeholder: said.title ?? '',
          extra: { cardType: said.cardType, cardId: said.cardId, state: said.state },
        },
      }
    case 'unsupported':
      return {
        content: { type: 'text', text: unsupportedMessageText(source), extra: { platformType: said.platformType } },
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
