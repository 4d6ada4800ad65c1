import { hasMaskedPhone } from '@ruwu/domain'
import { type Fields, fieldsOf, listOf, numberOf, omitUndefined, textOf } from '../http/fields.ts'
import type { InboundContent } from '../source.ts'

type Ids = { conversationKey: string; messageId: string }

const FILLED = 2

/** What a message holds. Kinds we do not know, or whose fields are missing, are `unsupported`. */
export function contentOf(content: Fields, ids: Ids): InboundContent {
  const platformType = textOf(content.message_type) ?? ''
  return READERS.get(platformType)?.(content, ids) ?? { type: 'unsupported', platformType }
}

const READERS = new Map<string, (content: Fields, ids: Ids) => InboundContent | undefined>([
  ['text', readText],
  ['emoji', readEmoticon],
  ['video', readPost],
  ['retain_consult_card', readCard],
  // Pictures chosen in the album can be fetched by their message; those of the kind `image` have no address at all.
  ['user_local_image', (_content, ids) => ({ type: 'image', media: { via: 'message', ...ids } })],
  ['user_local_video', (_content, ids) => ({ type: 'video', media: { via: 'message', ...ids } })],
])

function readText({ text }: Fields): InboundContent | undefined {
  if (typeof text !== 'string') return undefined
  return { type: 'text', text, maskedPhone: hasMaskedPhone(text) }
}

function readEmoticon(content: Fields): InboundContent | undefined {
  const url = textOf(content.resource_url)
  if (url === undefined) return undefined
  const [width, height] = [numberOf(content.resource_width), numberOf(content.resource_height)]
  return omitUndefined<InboundContent>({ type: 'emoticon', url, width, height })
}

function readPost(content: Fields): InboundContent | undefined {
  const postId = textOf(content.item_id)
  return postId === undefined ? undefined : { type: 'post', postId }
}

function readCard(content: Fields): InboundContent | undefined {
  const cardId = textOf(content.card_id)
  if (cardId === undefined) return undefined
  const state = numberOf(content.card_status) === FILLED ? 'filled' : 'blank'
  return { type: 'card', cardType: 'lead_form', cardId, state }
}

/** What the customer wrote into a lead card. */
export function submittedFields(content: Fields): { label: string; value: string }[] {
  return listOf(content.card_data)
    .map(fieldsOf)
    .flatMap(({ label, value }) => {
      const name = textOf(label)
      return name === undefined ? [] : [{ label: name, value: textOf(value) ?? '' }]
    })
}
