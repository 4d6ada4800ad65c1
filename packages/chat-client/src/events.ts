import type { Content, KickReason } from '@ruwu/contract'
import type { LocalConversation } from './conversation-state.ts'
import type { Message } from './message.ts'
import type { Envelope } from './read-frame.ts'

/** A change of a topic; `attendee` is the user concerned. */
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
  /** The session has ended on the server; the client does not reconnect. */
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
  /** A member has read up to a seq. */
  read: { topicId: string; attendee: string; seq: number }
  /** The result of `messages(topicId)` changed. */
  messagesChanged: { topicId: string }
}

type TopicEventName = {
  [E in keyof ChatEvents]: [ChatEvents[E]] extends [TopicEvent] ? (TopicEvent extends ChatEvents[E] ? E : never) : never
}[keyof ChatEvents]

/** Content type to event name. */
const TOPIC_EVENTS: Record<string, TopicEventName> = {
  'topic.knock': 'topicKnock',
  'topic.knock.accept': 'knockAccepted',
  'topic.knock.reject': 'knockRejected',
  'topic.join': 'topicJoin',
  'topic.notice': 'noticeUpdated',
  'topic.quit': 'memberUpdated',
  'topic.update': 'memberUpdated',
  'topic.change.owner': 'memberUpdated',
  // Spelling of the public clients.
  'topic.changeowner': 'memberUpdated',
  'topic.kickout': 'topicKickoff',
  'topic.dismiss': 'topicDismissed',
  'topic.silent': 'topicSilenced',
  'topic.silent.member': 'memberSilenced',
}

export const topicEventOf = (contentType: string): TopicEventName | undefined => TOPIC_EVENTS[contentType]
