import type { StaffView } from '../views.ts'
import type { Account, CardContent, Comment, Conversation, Customer, Entry, Message } from './state.ts'

type Talk = { account: Account; customer: Customer; conversation: Conversation }

/** What happened on a platform; each platform writes its own webhooks from it. */
export type PlatformEvent =
  | ({ kind: 'message'; message: Message } & Talk)
  | ({ kind: 'echo'; message: Message } & Talk)
  | ({ kind: 'enter'; entry: Entry } & Talk)
  | ({ kind: 'recall'; message: Message; at: number } & Talk)
  | ({ kind: 'read'; message: Message; at: number } & Talk)
  | ({ kind: 'card_submitted'; card: CardContent; at: number } & Talk)
  | ({ kind: 'wechat_copied'; card: CardContent; at: number } & Talk)
  | ({ kind: 'grant'; grant: NonNullable<Conversation['grant']>; isActive: boolean; at: number } & Talk)
  | { kind: 'comment'; account: Account; customer: Customer; comment: Comment }
  | { kind: 'bound'; account: Account; token: string | null; at: number }
  | { kind: 'unbound'; account: Account; scopes: string[]; accountCode: string | null; at: number }
  | { kind: 'staff'; account: Account; main: Account; state: StaffView['state']; at: number }

export type DeliveryDraft = {
  name: string
  path: string
  key: string
  /** The message it tells of, where it tells of one. */
  messageId: string | null
  body: string
}

type Outgoing = { key: string; body: string; accountId: string | null }

/** What the simulator asks of a platform. */
export interface Platform {
  /** The webhooks of an event; none where the account is not linked or the event is not subscribed. */
  deliveriesOf(event: PlatformEvent): DeliveryDraft[]
  /** The body as it leaves, which a knob may have spoilt. */
  bodyOf(delivery: Outgoing): { body: string; notes: string[] }
  headersOf(delivery: Outgoing, body: string): Record<string, string>
  newMessageId(from: 'customer' | 'merchant'): string
  newConversationId(): string
  newCustomerId(): string
  newCommentId(): string
}
