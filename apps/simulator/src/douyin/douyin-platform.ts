import type { Fields } from '../calls/platform-call.ts'
import type { DeliveryDraft, Platform, PlatformEvent } from '../world/events.ts'
import type { Account, Ad, Entry } from '../world/state.ts'
import type { Talk } from '../world/talk.ts'
import type { World } from '../world/world.ts'
import { contentFields, usualEncoding } from './content-fields.ts'
import { bigNumber, type Encoding, encodingOf, envelope, signatureOf } from './envelope.ts'
import { isSubscribed } from './subscriptions.ts'

export const DOUYIN_HOOK_PATH = '/hooks/douyin'

/** The platform does not publish these numbers. */
const SCENE = { message: 100, profile: 1, post: 3, ad: 4 }
/** How often an event of a kind we have no use for is added while `fields.extra` is on. */
const SPRINKLE_PROBABILITY = 0.2
const ADVERTISER_ID = '1794000000000018001'
const CREATIVE_ID = 31
const MORE_AD_IDS = {
  promotion_id: bigNumber('7430000000000090444'),
  material_video_id: bigNumber('7430000000000090555'),
}

const inSeconds = (ms: number) => Math.floor(ms / 1_000)

type Hook = {
  event: string
  scope: string | null
  from: string
  to?: string | undefined
  content: Fields
  usual?: Encoding
  extra?: Fields | undefined
}

export class DouyinPlatform implements Platform {
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  deliveriesOf(event: PlatformEvent): DeliveryDraft[] {
    const { account } = event
    const hook = this.hookOf(event)
    const authorisation = account.authorisation
    if (!hook || !authorisation || !isSubscribed(this.world, hook.event)) return []
    if (hook.scope !== null && !authorisation.scopes.includes(hook.scope)) return []
    const messageId = event.kind === 'message' || event.kind === 'echo' ? event.message.messageId : null
    return [...this.sprinkle(account, hook), { ...this.draft(account, hook), messageId }]
  }

  bodyOf({ body }: { body: string }): { body: string; notes: string[] } {
    return { body, notes: [] }
  }

  headersOf(delivery: { key: string; accountId: string | null }, body: string): Record<string, string> {
    const signature = signatureOf(this.world.options.credentials.douyin.clientSecret, body)
    const isSpoilt = this.world.knobs.isOn('hook.badSignature', { source: 'douyin', accountId: delivery.accountId })
    const headers = { 'X-Douyin-Signature': isSpoilt ? signature.split('').toReversed().join('') : signature }
    return delivery.key === '' ? headers : { ...headers, 'Msg-Id': delivery.key }
  }

  newMessageId(): string {
    return this.world.ids.douyin('message')
  }

  newConversationId(): string {
    return this.world.ids.douyin('conversation')
  }

  newCustomerId(): string {
    return this.world.ids.douyinCustomer()
  }

  newCommentId(): string {
    return this.world.ids.douyin('comment')
  }

  private draft(account: Account, { event, from, to, content, usual = 'object', extra }: Hook): DeliveryDraft {
    return {
      name: event,
      path: DOUYIN_HOOK_PATH,
      key: this.world.ids.msgId(),
      messageId: null,
      body: envelope(this.world, { event, accountId: account.accountId, from, to, content, usual, extra }),
    }
  }

  private sprinkle(account: Account, { from, to }: Hook): DeliveryDraft[] {
    const { world } = this
    if (!world.knobs.isOn('fields.extra', account) || !world.chance('fields.extra', SPRINKLE_PROBABILITY)) return []
    const content = { action_time: inSeconds(world.now()) }
    return [this.draft(account, { event: 'new_follow_action', scope: null, from, to, content })]
  }

  private hookOf(event: PlatformEvent): Hook | undefined {
    const { accountId } = event.account
    switch (event.kind) {
      case 'message':
        return { event: 'im_receive_msg', ...inbound(event), ...this.messageHook(event, event.message, '') }
      case 'echo': {
        const source = event.message.origin === 'api' ? this.world.options.credentials.douyin.clientKey : ''
        return { event: 'im_send_msg', ...outbound(event), ...this.messageHook(event, event.message, source) }
      }
      case 'enter':
        return { event: 'im_enter_direct_msg', ...inbound(event), content: this.enterFields(event, event.entry) }
      case 'recall': {
        const direction = event.message.recalledBy === 'customer' ? inbound(event) : outbound(event)
        const { messageId } = event.message
        const content = { server_message_id: messageId }
        return { event: 'im_recall_msg', ...direction, content, extra: { msg_id: messageId } }
      }
      case 'read':
        return { event: 'im_message_read', ...inbound(event), content: readFields(event) }
      case 'grant':
        return { event: 'im_authorize', ...inbound(event), content: grantFields(event) }
      case 'comment': {
        const from = event.comment.author === 'customer' ? event.comment.customerId : accountId
        return {
          event: 'item_comment_reply',
          scope: 'item.comment',
          from,
          to: accountId,
          content: commentFields(event),
        }
      }
      case 'bound':
        return {
          event: 'authorize',
          scope: null,
          from: accountId,
          content: { scopes: event.account.authorisation?.scopes ?? [] },
        }
      case 'unbound':
        return {
          event: 'unauthorize',
          scope: null,
          from: accountId,
          content: { scopes: event.scopes },
          usual: 'string',
        }
      case 'card_submitted':
      case 'wechat_copied':
      case 'staff':
        return undefined
    }
  }

  private messageHook(talk: Talk, message: Extract<PlatformEvent, { kind: 'message' }>['message'], source: string) {
    const content: Fields = {
      ...conversationFields(talk, message.messageId),
      create_time: message.at,
      ...contentFields(this.world, talk, message),
      source,
      scene_type: SCENE.message,
      user_infos: this.userInfos(talk),
    }
    return { content, usual: usualEncoding(message.content) }
  }

  private enterFields(talk: Talk, { messageId, at, postId, ad }: Entry): Fields {
    const fromProfile = { objectId: '', ad_info: '', 'data-im-extra': '', query: '', path: '' }
    return {
      ...conversationFields(talk, messageId),
      create_time: at,
      scene_type: ad ? SCENE.ad : postId ? SCENE.post : SCENE.profile,
      ...(postId === null ? {} : { objectId: postId }),
      ...(ad === null ? {} : { ad_info: this.adInfo(talk.account, ad) }),
      ...(postId === null && ad === null ? fromProfile : {}),
      user_infos: this.userInfos(talk),
    }
  }

  private adInfo({ accountId, name }: Account, ad: Ad): unknown {
    const fields = {
      adv_id: bigNumber(ADVERTISER_ID),
      adv_name: name,
      ad_id: bigNumber(ad.adId),
      ad_name: ad.name,
      creative_id: CREATIVE_ID,
    }
    const isString = encodingOf(this.world, accountId, 'string') === 'string'
    return isString ? JSON.stringify(fields) : { ...fields, ...MORE_AD_IDS }
  }

  private userInfos({ account, customer }: Talk): Fields[] {
    const avatar = this.world.lentMediaUrl(customer.avatar, account)
    return [{ open_id: customer.customerId, nick_name: customer.name, avatar }]
  }
}

const inbound = ({ account, customer }: Talk) => ({
  scope: 'im.direct_message',
  from: customer.customerId,
  to: account.accountId,
})

const outbound = ({ account, customer }: Talk) => ({
  scope: 'im.direct_message',
  from: account.accountId,
  to: customer.customerId,
})

const conversationFields = ({ conversation }: Talk, messageId: string): Fields => ({
  conversation_short_id: conversation.conversationId,
  server_message_id: messageId,
  conversation_type: 1,
})

function readFields({ conversation, customer, message }: Extract<PlatformEvent, { kind: 'read' }>): Fields {
  return {
    conversation_short_id: conversation.conversationId,
    conversation_type: 1,
    index: message.at * 1_000,
    read_open_id: customer.customerId,
  }
}

function grantFields({ conversation, grant, isActive, at }: Extract<PlatformEvent, { kind: 'grant' }>): Fields {
  return {
    conversation_short_id: conversation.conversationId,
    create_time: inSeconds(grant.since),
    update_time: inSeconds(at),
    ...(isActive ? { expire_time: inSeconds(grant.until) } : {}),
    operation_type: isActive && grant.updates === 0 ? 1 : 2,
    auth_status: isActive ? 1 : 2,
    source: 'card',
  }
}

function commentFields({ account, comment }: Extract<PlatformEvent, { kind: 'comment' }>): Fields {
  return {
    comment_id: comment.commentId,
    comment_user_id: comment.author === 'customer' ? comment.customerId : account.accountId,
    content: comment.text,
    create_time: inSeconds(comment.at),
    digg_count: 0,
    reply_comment_total: 0,
    reply_to_item_id: comment.postId,
    at_user_id: '',
    reply_to_comment_id: comment.parentId ?? '',
  }
}
