import type { Fields } from '../calls/platform-call.ts'
import { maskPhones } from '../world/text-rules.ts'
import type { Content, Message } from '../world/state.ts'
import type { Talk } from '../world/talk.ts'
import type { World } from '../world/world.ts'

/** `message_type` and its own fields. What the interface has no type for arrives as `other`. */
export function contentFields(world: World, { account, customer }: Talk, { from, content }: Message): Fields {
  const isInbound = from === 'customer'
  switch (content.type) {
    case 'text':
      return {
        message_type: 'text',
        text: isInbound && customer.isPhoneMasked ? maskPhones(content.text) : content.text,
      }
    case 'image':
      // A picture of the merchant has no address; one of the customer is fetched by its message id.
      return { message_type: isInbound ? 'user_local_image' : 'image' }
    case 'video':
      return { message_type: 'user_local_video' }
    case 'emoticon':
      return {
        message_type: 'emoji',
        resource_type: 'gif',
        resource_width: content.width,
        resource_height: content.height,
        resource_url: world.lentMediaUrl(content.media, account),
      }
    case 'post':
      return { message_type: 'video', item_id: content.postId }
    case 'card':
      return {
        message_type: 'retain_consult_card',
        card_id: content.cardId,
        card_status: isInbound && content.filled ? 2 : 1,
        card_data: isInbound ? (content.filled ?? []) : [],
      }
    case 'voice':
    case 'question_guide':
      return { message_type: 'other' }
  }
}

/** As in the platform's samples: text comes as a string of JSON, the rest as an object. */
export const usualEncoding = (content: Content): 'string' | 'object' => (content.type === 'text' ? 'string' : 'object')
