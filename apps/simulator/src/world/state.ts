import type { AccountStanding, CardKind, FieldView, KnobValue, Source, StaffView } from '../views.ts'
import type { Counters } from '../ids.ts'

/** A picture, clip or sound: a path below /media, so that the address may change while the state is kept. */
export type MediaPath = string

export type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; media: MediaPath; width: number; height: number }
  | { type: 'video'; media: MediaPath; cover: MediaPath; durationMs: number }
  | { type: 'voice'; media: MediaPath; durationMs: number }
  | { type: 'emoticon'; name: string; media: MediaPath; width: number; height: number }
  | { type: 'post'; postId: string }
  | CardContent
  | { type: 'question_guide'; title: string; questions: string[] }

export type CardContent = {
  type: 'card'
  cardType: CardKind
  cardId: string
  title: string
  cover: MediaPath
  labels: string[]
  filled: FieldView[] | null
  wechat: string | null
  isCopied: boolean
}

export type Message = {
  messageId: string
  from: 'customer' | 'merchant'
  origin: 'customer' | 'api' | 'app'
  at: number
  content: Content
  recalledBy: 'customer' | 'merchant' | null
  isRead: boolean
  /** redbook: the caller's own id of the send; a repeated one makes no second message. */
  requestId: string | null
}

/** The customer opened the conversation. */
export type Entry = {
  messageId: string
  at: number
  postId: string | null
  ad: Ad | null
  /** Messages of the welcome window. */
  sent: number
}

/** An ad may lead to a post, or straight into the conversation. */
export type Ad = { adId: string; name: string; postId: string | null }

export type Conversation = {
  source: Source
  accountId: string
  customerId: string
  conversationId: string
  messages: Message[]
  isEntered: boolean
  isBlocked: boolean
  entries: Entry[]
  lastInboundAt: number | null
  sentSinceInbound: number
  /** A standing permission for proactive messages, and what was sent on it on which day. */
  grant: { since: number; until: number; updates: number } | null
  grantSent: { day: string; count: number }
}

export type Customer = {
  source: Source
  customerId: string
  name: string
  city: string
  avatar: MediaPath
  isPhoneMasked: boolean
}

/** douyin: the tokens of one authorisation. */
export type TokenGrant = {
  accessToken: string
  accessEndsAt: number
  refreshToken: string
  refreshEndsAt: number
  renewals: number
}

type Authorisation = {
  appId: string
  scopes: string[]
  since: number
  tokens: TokenGrant | null
  accountCode: string | null
}

export type Account = {
  source: Source
  accountId: string
  name: string
  city: string
  avatar: MediaPath
  standing: AccountStanding
  /** Staff accounts name their main account. */
  mainId: string | null
  staffState: StaffView['state'] | null
  adSpend: number
  isAutoReplyOn: boolean
  isBanned: boolean
  authorisation: Authorisation | null
  cards: LeadCard[]
}

/** A lead card of douyin, made through the interface. */
export type LeadCard = { cardId: string; title: string; mediaId: string; components: number[]; status: number }

export type Comment = {
  source: Source
  accountId: string
  customerId: string
  commentId: string
  postId: string
  author: 'customer' | 'merchant'
  parentId: string | null
  text: string
  at: number
}

type AuthorisationCode = { accountId: string; scopes: string[]; endsAt: number; isUsed: boolean }

type AppTokens = {
  douyinCodes: Record<string, AuthorisationCode>
  douyinClient: { token: string; endsAt: number } | null
  redbookCodes: Record<string, { endsAt: number; isUsed: boolean }>
  redbook: { access: string; accessEndsAt: number; refresh: string; refreshEndsAt: number } | null
}

type Upload = { type: string; width: number; height: number; bytes: string }

export type Delivery = {
  deliveryId: string
  source: Source
  accountId: string | null
  customerId: string | null
  name: string
  path: string
  /** Msg-Id of douyin; message_id or the like of redbook. The same for every try and every double. */
  key: string
  messageId: string | null
  body: string
  attempts: number
  dueAt: number
  createdAt: number
  notes: string[]
}

/** An order that our server asked a payment side to collect. */
export type Trade = {
  side: 'wechat' | 'alipay'
  orderNo: string
  /** In cents. */
  amount: number
  description: string
  notifyUrl: string
  expireAt: number
  state: 'open' | 'paid' | 'closed'
  transactionId: string
  paidAt: number
  /** Our server's number of the refund that paid all of it back. */
  refundNo?: string
  refundedAt?: number
}

export type KnobSettings = { global: Record<string, KnobValue>; perAccount: Record<string, Record<string, KnobValue>> }

/** All that a snapshot keeps. Plain data only. */
export type WorldState = {
  seed: number
  epoch: number
  counters: Counters
  /** How often each stream of chance was drawn from. */
  draws: Counters
  accounts: Account[]
  customers: Record<string, Customer>
  conversations: Record<string, Conversation>
  comments: Comment[]
  apps: AppTokens
  /** douyin image ids → path of the picture. */
  images: Record<string, MediaPath>
  uploads: Record<string, Upload>
  /** Event subscriptions of douyin: 1 on, -1 off. */
  subscriptions: Record<string, number>
  knobs: KnobSettings
  /** Deliveries that still have a try before them. */
  outbox: Record<string, Delivery>
  /** Orders that our server asked a payment side to collect; older snapshots have none. */
  trades?: Record<string, Trade>
}
