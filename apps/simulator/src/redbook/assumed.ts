import type { Fields } from '../calls/platform-call.ts'
import { findMaterial, findPost } from '../world/catalogue.ts'
import type { Comment, Content, Customer, Entry } from '../world/state.ts'
import type { Talk } from '../world/talk.ts'
import type { World } from '../world/world.ts'

/**
 * Every shape of the platform that nobody has published and that we chose. When the manual is in hand this file is
 * rewritten, together with its mirror on the server's side, and the rest stays.
 */

/** Who made a message. */
export const MESSAGE_SOURCE = { customer: 1, merchant: 2, system: 3 }
export const STAFF_STATUS = { asked: 1, authorised: 2, revoked: 3 } as const
/** `type` of material/list. */
export const MATERIAL_TYPES = { 1: 'contact', 2: 'lead_form', 3: 'goods', 4: 'service' } as const
const CREATIVITY_ID = '99120034'

/** `message_type` and what `content` decrypts to. */
export function contentBody(world: World, { account }: Talk, content: Content): { type: string; fields: Fields } {
  const lent = (media: string) => world.lentMediaUrl(media, account)
  switch (content.type) {
    case 'text':
      return { type: 'TEXT', fields: { text: content.text } }
    case 'image':
      return { type: 'IMAGE', fields: { url: lent(content.media), width: content.width, height: content.height } }
    case 'video':
      return {
        type: 'VIDEO',
        fields: { url: lent(content.media), cover_url: lent(content.cover), duration_ms: content.durationMs },
      }
    case 'voice':
      return { type: 'VOICE', fields: { url: lent(content.media), duration_ms: content.durationMs } }
    case 'emoticon':
      return { type: 'EMOTICON', fields: { name: content.name, url: lent(content.media) } }
    case 'post': {
      const post = findPost('redbook', content.postId)
      return {
        type: 'NOTE',
        fields: {
          note_id: content.postId,
          title: post?.title ?? '',
          cover_url: lent(post?.cover ?? ''),
          author_name: world.mainOf(account).name,
        },
      }
    }
    case 'card':
      return {
        type: 'CARD',
        fields: {
          card_type: content.cardType,
          material_id: content.cardId,
          title: content.title,
          cover_url: lent(content.cover),
        },
      }
    case 'question_guide':
      return { type: 'QUESTION_GUIDE', fields: { title: content.title } }
  }
}

export function enterHint({ postId, ad }: Entry): Fields {
  return {
    hint_type: 'enter',
    ...(postId === null ? {} : { note_id: postId }),
    ...(ad === null ? {} : { ad: { campaign_id: ad.adId, campaign_name: ad.name, creativity_id: CREATIVITY_ID } }),
  }
}

export const messageHint = (hint: 'recall' | 'read', messageId: string): Fields => ({
  hint_type: hint,
  target_message_id: messageId,
})

/** Lead data. */
export const leadData = (dataType: 'card_submit' | 'wechat_copy', talk: Talk, rest: Fields, at: number): Fields => ({
  data_type: dataType,
  user_id: talk.account.accountId,
  customer_id: talk.customer.customerId,
  ...rest,
  time: at,
})

export const intentComment = (accountId: string, customer: Customer, comment: Comment): Fields => ({
  comment_id: comment.commentId,
  note_id: comment.postId,
  note_title: findPost('redbook', comment.postId)?.title ?? '',
  user_id: accountId,
  customer_id: customer.customerId,
  nickname: customer.name,
  text: comment.text,
  time: comment.at,
  ...(comment.parentId === null ? {} : { parent_id: comment.parentId }),
})

/** A card as our side names it; undefined where there is none of this id. */
export function findCard(cardType: string, materialId: string): CardSource | undefined {
  if (cardType === 'note') {
    const post = findPost('redbook', materialId)
    return post && { title: post.title, cover: post.cover, labels: [], wechat: null, isUsable: true }
  }
  const material = findMaterial(materialId)
  if (!material || material.cardType !== cardType) return undefined
  const { title, cover, labels, wechat, status } = material
  return { title, cover, labels, wechat, isUsable: status === 1 }
}

type CardSource = { title: string; cover: string; labels: string[]; wechat: string | null; isUsable: boolean }
