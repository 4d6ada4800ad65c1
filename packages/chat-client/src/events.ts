import type { Content, KickReason } from '@ruwu/contract'
import type { LocalConversation } from './conversation-state.ts'
import type { Message } from './message.ts'
import type { Envelope } from './read-frame.ts'

/** Something that happened in a topic; `attendee` is whom it concerns. */
type TopicEvent = {
  topicId: string
  attendee: string
  content: Content
  message?: string | undefined
  source?: string | undefined
}

export type ChatEvents = {
  socket_connected: undefined
  socket_disconnected: undefined
  connected: undefined
  connecting: undefined
  networkBroken: undefined
  /** The server does not know the session any more; nothing reconnects. */
  authError: undefined
  /** Kicked by another client. */
  kicked: KickReason
  sendFailed: Message
  topicKnock: TopicEvent
  knockAccepted: TopicEvent
  knockRejected: TopicEvent
  topicJoin: TopicEvent
  typing: { topicId: string; attendee: string }
  /** Every message of a topic once, in order. */
  topicMessage: Message
  noticeUpdated: TopicEvent
  memberUpdated: TopicEvent
  conversationUpdated: LocalConversation
  conversationRemoved: { topicId: string }
  topicKickoff: TopicEvent
  topicDismissed: TopicEvent
  topicSilenced: TopicEvent
  memberSilenced: TopicEvent
  systemMessage: Envelope
  /** Somebody has read up to a number. */
  read: { topicId: string; attendee: string; seq: number }
  /** What `messages(topicId)` answers is different now. */
  messagesChanged: { topicId: string }
}

type TopicEventName = {
  [E in keyof ChatEvents]: [ChatEvents[E]] extends [TopicEvent] ? (TopicEvent extends ChatEvents[E] ? E : never) : never
}[keyof ChatEvents]

/** Which callback hears of which content. */
const TOPIC_EVENTS: Record<string, TopicEventName> = {
  'topic.knock': 'topicKnock',
  'topic.knock.accept': 'knockAccepted',
  'topic.knock.reject': 'knockRejected',
  'topic.join': 'topicJoin',
  'topic.notice': 'noticeUpdated',
  'topic.quit': 'memberUpdated',
  'topic.update': 'memberUpdated',
  'topic.change.owner': 'memberUpdated',
  // The public clients' name for it.
  'topic.changeowner': 'memberUpdated',
  'topic.kickout': 'topicKickoff',
  'topic.dismiss': 'topicDismissed',
  'topic.silent': 'topicSilenced',
  'topic.silent.member': 'memberSilenced',
}

export const topicEventOf = (contentType: string): TopicEventName | undefined => TOPIC_EVENTS[contentType]
