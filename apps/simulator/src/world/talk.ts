import type { Platform } from './events.ts'
import { CITIES, NICKNAMES } from './people.ts'
import { pick } from '../prng.ts'
import type { Source } from '../views.ts'
import type { Account, Content, Conversation, Customer, Message } from './state.ts'
import type { World } from './world.ts'

export type Talk = { account: Account; customer: Customer; conversation: Conversation }

const AVATARS = Array.from({ length: 16 }, (_, index) => `asset/face-${index + 1}.png`)

type Wanted = { source: Source; customerId?: string | undefined; name?: string | undefined; city?: string | undefined }

/** The customer with this id; created when there is none. */
export function openCustomer(world: World, platform: Platform, wanted: Wanted): Customer {
  const known = wanted.customerId === undefined ? undefined : world.findCustomer(wanted.source, wanted.customerId)
  if (known) return known
  const random = world.random('customers')
  const [name, city, avatar] = [pick(random, NICKNAMES), pick(random, CITIES), pick(random, AVATARS)]
  return world.addCustomer({
    source: wanted.source,
    customerId: wanted.customerId ?? platform.newCustomerId(),
    name: wanted.name ?? name,
    city: wanted.city ?? city,
    avatar,
    isPhoneMasked: wanted.source === 'douyin',
  })
}

/** The conversation of a customer with an account; created when there is none. */
export function openTalk(world: World, platform: Platform, account: Account, customer: Customer): Talk {
  const { source, accountId } = account
  const { customerId } = customer
  const conversation =
    world.findConversation(source, accountId, customerId) ??
    world.addConversation({
      source,
      accountId,
      customerId,
      conversationId: platform.newConversationId(),
      messages: [],
      isEntered: false,
      isBlocked: false,
      entries: [],
      lastInboundAt: null,
      sentSinceInbound: 0,
      grant: null,
      grantSent: { day: '', count: 0 },
    })
  return { account, customer, conversation }
}

/** Adds a message of the customer, which opens a fresh reply window. */
export function addInbound(talk: Talk, messageId: string, content: Content, at: number): Message {
  const message = newMessage(messageId, 'customer', 'customer', content, at)
  talk.conversation.messages.push(message)
  talk.conversation.lastInboundAt = at
  talk.conversation.sentSinceInbound = 0
  return message
}

export function addOutbound(
  talk: Talk,
  messageId: string,
  origin: 'api' | 'app',
  content: Content,
  at: number,
  requestId: string | null = null,
): Message {
  const message = { ...newMessage(messageId, 'merchant', origin, content, at), requestId }
  talk.conversation.messages.push(message)
  return message
}

function newMessage(
  messageId: string,
  from: Message['from'],
  origin: Message['origin'],
  content: Content,
  at: number,
): Message {
  return { messageId, from, origin, at, content, recalledBy: null, isRead: false, requestId: null }
}

/** One line for lists. */
export function contentText(content: Content): string {
  switch (content.type) {
    case 'text':
      return content.text
    case 'image':
      return '[图片]'
    case 'video':
      return '[视频]'
    case 'voice':
      return '[语音]'
    case 'emoticon':
      return `[表情]${content.name}`
    case 'post':
      return '[分享]'
    case 'card':
      return `[卡片]${content.title}`
    case 'question_guide':
      return `[问题引导]${content.title}`
  }
}
