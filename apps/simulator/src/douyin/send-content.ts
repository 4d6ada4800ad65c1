import type { Fields } from '../calls/platform-call.ts'
import { CARD_COMPONENTS, findPost } from '../world/catalogue.ts'
import { hasForbiddenWord, hasLink } from '../world/text-rules.ts'
import type { Account, Content } from '../world/state.ts'
import type { World } from '../world/world.ts'
import { refuse } from './codes.ts'
import { GUIDE, TEXT_MAX_CHARS } from './limits.ts'

const bad = (detail: string) => refuse(28001007, detail)
const charsOf = (text: string) => Array.from(text).length
/** Types the platform has but our application may not send. */
const OTHER_TYPES = new Set([9, 10, 11, 12, 205])

function partOf(content: Fields, key: string): Fields {
  const part = content[key]
  if (typeof part !== 'object' || part === null) throw bad(`缺少 ${key}`)
  return part as Fields
}

function wordOf(part: Fields, name: string): string {
  const value = part[name]
  if (typeof value !== 'string' || value === '') throw bad(`缺少 ${name}`)
  return value
}

/** What the customer will see, or why the platform won't take it. */
export function readContent(world: World, account: Account, content: unknown): Content {
  if (typeof content !== 'object' || content === null) throw bad('缺少 content')
  const fields = content as Fields
  const type = fields.msg_type
  if (type === 1) return readText(partOf(fields, 'text'))
  if (type === 2) return readImage(world, partOf(fields, 'image'))
  if (type === 3) return readVideo(partOf(fields, 'video'))
  if (type === 8) return readCard(world, account, partOf(fields, 'retain_consult_card'))
  if (type === 204) return readGuide(partOf(fields, 'question_guide_msg_card'))
  if (OTHER_TYPES.has(Number(type))) throw refuse(2190004)
  throw bad('msg_type')
}

function readText(part: Fields): Content {
  const text = wordOf(part, 'text')
  if (charsOf(text) > TEXT_MAX_CHARS || hasLink(text)) throw refuse(28001038)
  if (hasForbiddenWord(text)) throw refuse(2111001)
  return { type: 'text', text }
}

function readImage(world: World, part: Fields): Content {
  const media = world.state.images[wordOf(part, 'media_id')]
  const upload = media === undefined ? undefined : world.state.uploads[media]
  if (media === undefined || !upload) throw bad('media_id')
  return { type: 'image', media, width: upload.width, height: upload.height }
}

function readVideo(part: Fields): Content {
  const post = findPost('douyin', wordOf(part, 'item_id'))
  if (!post) throw bad('item_id')
  return { type: 'post', postId: post.postId }
}

function readCard(world: World, account: Account, part: Fields): Content {
  const cardId = wordOf(part, 'card_id')
  const card = account.cards.find((one) => one.cardId === cardId)
  if (!card) throw bad('card_id')
  if (card.status !== 1) throw refuse(2113001)
  return {
    type: 'card',
    cardType: 'lead_form',
    cardId,
    title: card.title,
    cover: world.state.images[card.mediaId] ?? '',
    labels: card.components.map((component) => CARD_COMPONENTS[component] ?? ''),
    filled: null,
    wechat: null,
    isCopied: false,
  }
}

function readGuide(part: Fields): Content {
  const title = wordOf(part, 'title')
  const list = Array.isArray(part.question_list) ? (part.question_list as Fields[]) : []
  const questions = list.map((question) => wordOf(question, 'text'))
  const isFine =
    charsOf(title) <= GUIDE.titleChars &&
    questions.length > 0 &&
    questions.length <= GUIDE.questions &&
    questions.every((question) => charsOf(question) <= GUIDE.questionChars)
  if (!isFine) throw bad('question_guide_msg_card')
  return { type: 'question_guide', title, questions }
}
