import type { Fields } from '../calls/platform-call.ts'
import type { CardKind } from '../views.ts'
import type { Content } from '../world/state.ts'
import { hasContactData, hasForbiddenWord, hasLink } from '../world/text-rules.ts'
import type { World } from '../world/world.ts'
import { findCard } from './assumed.ts'
import { textOf } from './caller.ts'
import { refuse } from './codes.ts'
import { decryptFields } from './crypto.ts'
import { TEXT_MAX_CHARS } from './limits.ts'

/** What the customer will see, or why the platform won't take it. */
export function readContent(world: World, type: string, sealed: string): Content {
  const fields = decryptFields(world.options.credentials.redbook.cryptoKey, sealed)
  if (!fields) throw refuse(990070, 'content-encrypted')
  if (type === 'TEXT') return readText(fields)
  if (type === 'IMAGE') return readImage(world, fields)
  if (type === 'CARD') return readCard(fields)
  throw refuse(990070, 'message_type')
}

function readText(fields: Fields): Content {
  const text = textOf(fields, 'text')
  if (Array.from(text).length > TEXT_MAX_CHARS || hasLink(text)) throw refuse(990030)
  if (hasForbiddenWord(text)) throw refuse(990031)
  if (hasContactData(text)) throw refuse(990032)
  return { type: 'text', text }
}

/** Only a picture that was uploaded before. */
function readImage(world: World, fields: Fields): Content {
  const url = textOf(fields, 'url')
  const prefix = world.mediaUrl('')
  const media = url.startsWith(prefix) ? url.slice(prefix.length) : ''
  const upload = world.state.uploads[media]
  if (!upload) throw refuse(990033)
  return { type: 'image', media, width: upload.width, height: upload.height }
}

function readCard(fields: Fields): Content {
  const cardType = textOf(fields, 'card_type')
  const cardId = textOf(fields, 'material_id')
  const card = findCard(cardType, cardId)
  if (!card?.isUsable) throw refuse(990034)
  const { title, cover, labels, wechat } = card
  const kind = cardType as CardKind
  return { type: 'card', cardType: kind, cardId, title, cover, labels, filled: null, wechat, isCopied: false }
}
