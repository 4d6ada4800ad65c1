import type { Fields } from '../calls/platform-call.ts'
import type { DeliveryDraft, Platform, PlatformEvent } from '../world/events.ts'
import type { Account } from '../world/state.ts'
import type { Talk } from '../world/talk.ts'
import type { World } from '../world/world.ts'
import {
  contentBody,
  enterHint,
  intentComment,
  leadData,
  MESSAGE_SOURCE,
  messageHint,
  STAFF_STATUS,
} from './assumed.ts'
import { encrypt, signatureOf, spoil } from './crypto.ts'

export const REDBOOK_HOOKS = {
  send: '/api/open/im/send',
  bind: '/api/open/im/third/bind_account',
  unbind: '/api/open/im/third/unbind_account',
  staff: '/api/open/im/auth/bind_user/event',
  comment: '/api/open/im/intent/comment',
  data: '/api/open/im/third/data',
}

/** How often a call comes in one of the other forms that implementers have seen. */
const ODD_PROBABILITY = 0.25
/** How often an event of a kind we have no use for is added while `fields.extra` is on. */
const SPRINKLE_PROBABILITY = 0.2

type Hook = { path: string; name: string; key: string; fields: Fields; needsRead: boolean }
type MessageParts = {
  messageId: string
  type: string
  source: number
  isInbound: boolean
  at: number
  content: Fields
  requestId?: string | undefined
}

export class RedbookPlatform implements Platform {
  private readonly world: World

  constructor(world: World) {
    this.world = world
  }

  deliveriesOf(event: PlatformEvent): DeliveryDraft[] {
    const authorisation = this.world.mainOf(event.account).authorisation
    if (!authorisation) return []
    if (event.account.staffState !== null && event.account.staffState !== 'authorised' && event.kind !== 'staff')
      return []
    const hook = this.hookOf(event)
    if (!hook || (hook.needsRead && !authorisation.scopes.includes('read'))) return []
    const messageId = event.kind === 'message' || event.kind === 'echo' ? event.message.messageId : null
    return [...this.sprinkle(event), { ...this.draft(event.account, hook), messageId }]
  }

  bodyOf({ body, accountId }: { body: string; accountId: string | null }): { body: string; notes: string[] } {
    const isSpoilt = this.world.knobs.isOn('hook.badCipher', { source: 'redbook', accountId })
    return isSpoilt ? { body: spoil(body), notes: ['hook.badCipher'] } : { body, notes: [] }
  }

  headersOf({ accountId }: { accountId: string | null }, body: string): Record<string, string> {
    const { isRedbookSigned, credentials } = this.world.options
    if (!isRedbookSigned) return {}
    const signature = signatureOf(credentials.redbook.cryptoKey, body)
    const isSpoilt = this.world.knobs.isOn('hook.badSignature', { source: 'redbook', accountId })
    return { 'X-Xhs-Signature': isSpoilt ? signature.split('').toReversed().join('') : signature }
  }

  newMessageId(from: 'customer' | 'merchant'): string {
    return this.world.ids.redbookMessage(from === 'customer' ? 'in' : 'out')
  }

  newConversationId(): string {
    return this.world.ids.hex24('conversation')
  }

  newCustomerId(): string {
    return this.world.ids.hex24('customer')
  }

  newCommentId(): string {
    return this.world.ids.hex24('comment')
  }

  private encrypted(fields: Fields): string {
    return encrypt(this.world.options.credentials.redbook.cryptoKey, this.world.ids.iv(), JSON.stringify(fields))
  }

  private isOdd(concern: string): boolean {
    return this.world.chance(`redbook.${concern}`, ODD_PROBABILITY)
  }

  private draft(account: Account, { path, name, key, fields }: Hook): DeliveryDraft {
    const isSprinkled = this.world.knobs.isOn('fields.extra', account)
    return {
      path,
      name,
      key,
      messageId: null,
      body: JSON.stringify(isSprinkled ? { ...fields, trace_id: key } : fields),
    }
  }

  private sprinkle(event: PlatformEvent): DeliveryDraft[] {
    if (!('conversation' in event) || !this.world.knobs.isOn('fields.extra', event.account)) return []
    if (!this.world.chance('fields.extra', SPRINKLE_PROBABILITY)) return []
    const at = this.world.now()
    return [this.draft(event.account, this.hint(event, 'typing', true, { hint_type: 'typing' }, at))]
  }

  private hookOf(event: PlatformEvent): Hook | undefined {
    switch (event.kind) {
      case 'message':
        return this.message(event, MESSAGE_SOURCE.customer)
      case 'echo':
        return this.message(event, MESSAGE_SOURCE.merchant)
      case 'enter':
        return this.hint(event, 'enter', true, enterHint(event.entry), event.entry.at, event.entry.messageId)
      case 'recall': {
        const isInbound = event.message.recalledBy === 'customer'
        return this.hint(event, 'recall', isInbound, messageHint('recall', event.message.messageId), event.at)
      }
      case 'read':
        return this.hint(event, 'read', true, messageHint('read', event.message.messageId), event.at)
      case 'card_submitted': {
        const rest = { material_id: event.card.cardId, fields: event.card.filled ?? [] }
        return this.sealed('data', 'card_submit', leadData('card_submit', event, rest, event.at))
      }
      case 'wechat_copied': {
        const rest = { material_id: event.card.cardId }
        return this.sealed('data', 'wechat_copy', leadData('wechat_copy', event, rest, event.at))
      }
      case 'comment': {
        if (event.comment.author === 'merchant') return undefined
        const { account, customer, comment } = event
        return this.sealed('comment', 'intent_comment', intentComment(account.accountId, customer, comment))
      }
      case 'bound':
        return this.bound(event.account, event.token ?? '')
      case 'unbound':
        return this.unbound(event.account, event.accountCode ?? '')
      case 'staff':
        return this.staff(event)
      case 'grant':
        return undefined
    }
  }

  private message(event: Extract<PlatformEvent, { kind: 'message' | 'echo' }>, source: number): Hook {
    const { message } = event
    const { type, fields } = contentBody(this.world, event, message.content)
    return this.envelope(event, type.toLowerCase(), {
      messageId: message.messageId,
      type,
      source,
      isInbound: message.from === 'customer',
      at: message.at,
      content: fields,
      requestId: message.requestId ?? undefined,
    })
  }

  private hint(talk: Talk, name: string, isInbound: boolean, content: Fields, at: number, messageId?: string): Hook {
    return this.envelope(talk, name, {
      messageId: messageId ?? this.newMessageId('customer'),
      type: 'HINT',
      source: MESSAGE_SOURCE.system,
      isInbound,
      at,
      content,
    })
  }

  private envelope(talk: Talk, name: string, parts: MessageParts): Hook {
    const { account, customer } = talk
    const [from, to] = parts.isInbound
      ? [customer.customerId, account.accountId]
      : [account.accountId, customer.customerId]
    const isOdd = this.isOdd('userInfo')
    const mayTellWho = this.world.mainOf(account).authorisation?.scopes.includes('profile') ?? false
    const avatar = this.world.lentMediaUrl(customer.avatar, account)
    const fields = {
      message_id: parts.messageId,
      message_type: parts.type,
      message_source: isOdd ? String(parts.source) : parts.source,
      from_user_id: from,
      to_user_id: to,
      timestamp: parts.at,
      content: this.encrypted(parts.content),
      ...(parts.requestId === undefined ? {} : { request_id: parts.requestId }),
      ...(parts.isInbound && mayTellWho
        ? { user_info: { nickname: customer.name, ...(isOdd ? { header_image: avatar } : { avatar }) } }
        : {}),
    }
    return { path: REDBOOK_HOOKS.send, name, key: parts.messageId, fields, needsRead: true }
  }

  private sealed(path: keyof typeof REDBOOK_HOOKS, name: string, fields: Fields): Hook {
    const content = this.encrypted(fields)
    return { path: REDBOOK_HOOKS[path], name, key: content, fields: { content }, needsRead: true }
  }

  private bound({ accountId, name }: Account, token: string): Hook {
    const { appId } = this.world.options.credentials.redbook
    return {
      ...this.sealed('bind', 'bind_account', { user_id: accountId, nick_name: name, app_id: appId, token }),
      needsRead: false,
    }
  }

  /** Implementers have seen it plain with either name, and encrypted. */
  private unbound({ accountId }: Account, accountCode: string): Hook {
    if (this.isOdd('unbindSealed')) {
      return { ...this.sealed('unbind', 'unbind_account', { user_id: accountId }), needsRead: false }
    }
    const fields = this.isOdd('unbindByCode') ? { account_code: accountCode } : { user_id: accountId }
    return { path: REDBOOK_HOOKS.unbind, name: 'unbind_account', key: accountId, fields, needsRead: false }
  }

  private staff({ account, main, state }: Extract<PlatformEvent, { kind: 'staff' }>): Hook {
    const status = STAFF_STATUS[state]
    return {
      path: REDBOOK_HOOKS.staff,
      name: 'bind_user',
      key: account.accountId,
      fields: {
        user_id: main.accountId,
        kos_user_id: account.accountId,
        auth_status: this.isOdd('staffStatus') ? String(status) : status,
      },
      needsRead: false,
    }
  }
}
