import type { CardType, LeadField, Source } from '@ruwu/contract'
import type { QuotaRule, SourceCapabilities } from '@ruwu/domain'

/** One platform as the product sees it. Every method may throw a PlatformError and nothing else. */
export interface ChannelSource {
  readonly source: Source
  readonly capabilities: SourceCapabilities
  readonly quotaRules: readonly QuotaRule[]

  /** The page the merchant opens. The attempt's sealed state travels in `state` (douyin) or in the token (redbook). */
  authoriseUrl(attempt: AuthAttempt): URL
  /** Turns what came back for an attempt into an account and its tokens. */
  exchange(attempt: AuthAttempt, grant: Grant): Promise<OpenedAccount>
  /** One step towards fresh tokens: what it answers is stored before the next step is asked for. */
  refresh(tokens: AccountTokens, now: Date): Promise<TokenOutcome>
  profile(account: ChannelAccount): Promise<AccountProfile>
  /** Ends the link from our side. Local effects never wait for the platform. */
  close(account: ChannelAccount): Promise<void>
  /** Empty where the source has none. */
  staffAccounts(account: ChannelAccount): Promise<StaffAccount[]>

  send(account: ChannelAccount, to: Recipient, content: OutboundContent, key: SendKey): Promise<SendReceipt>
  recall(account: ChannelAccount, message: PlatformMessageRef): Promise<void>
  upload(account: ChannelAccount, file: UploadFile): Promise<MediaRef>
  fetchMedia(account: ChannelAccount, ref: InboundMediaRef): Promise<RemoteFile>
  replyToComment(account: ChannelAccount, comment: CommentRef, text: string): Promise<void>

  readonly cards: {
    list(account: ChannelAccount, type: CardType, page: Page): Promise<Paged<PlatformCard>>
    save(account: ChannelAccount, draft: CardDraft): Promise<PlatformCard>
    remove(account: ChannelAccount, cardId: string): Promise<void>
  }

  /** Pure: no clock, no network, and it never throws. Returns the exact bytes to answer with. */
  receive(request: RawRequest): Received
}

/** The application's own token, no account's: douyin's client token, redbook's grant by our operator. */
export interface AppTokenSource {
  /** The first token. Redbook needs the code that our operator got from the platform, douyin needs none. */
  grant(code?: string): Promise<AccountTokens>
  refresh(tokens: AccountTokens): Promise<AccountTokens>
}

/** Which events the platform delivers to us at all. */
export interface EventSubscriptions {
  /** Events we need that are switched off, by the platform's names. */
  missing(): Promise<string[]>
  turnOn(events: readonly string[]): Promise<void>
}

/** The platform's id of a main or staff account; opaque, never cut or parsed. */
type PlatformAccountId = string

export interface AuthAttempt {
  /** Comes back through the browser (douyin) or in the bind call (redbook). Sealed by our own key: platform and merchant cannot read or alter it. */
  state: string
  /** Our name of the binding at the platform (redbook's account_code and third_account_id). */
  accountCode: string
}

export type Grant = { via: 'redirect'; code: string } | { via: 'bind_event'; profile: AccountProfile }

export interface OpenedAccount {
  platformId: PlatformAccountId
  profile: AccountProfile
  /** null: the account speaks with the application's token. */
  tokens: AccountTokens | null
  scopes: string[]
}

export interface AccountTokens {
  accessToken: string
  accessExpiresAt: Date
  /** null where there is nothing to refresh with (douyin's client token). */
  refreshToken: string | null
  refreshExpiresAt: Date | null
  /** How often the refresh token itself was renewed. */
  renewals: number
}

export interface TokenOutcome {
  tokens: AccountTokens
  /** False: store these, then call refresh again (a renewed refresh token brings no access token yet). */
  complete: boolean
}

export interface ChannelAccount {
  /** The sending account: the main or a staff account. */
  platformId: PlatformAccountId
  /** The account that was bound; the same unless this is a staff account. */
  mainPlatformId: PlatformAccountId
  accountCode: string
  /** null: the application's token is used. */
  accessToken: string | null
}

export interface AccountProfile {
  platformId: PlatformAccountId
  name?: string
  avatarUrl?: string
  /** Absent where the platform does not say. */
  isEnterprise?: boolean
}

export type StaffState = 'authorised' | 'pending' | 'revoked'

export interface StaffAccount {
  platformId: PlatformAccountId
  name?: string
  avatarUrl?: string
  state: StaffState
}

export interface Recipient {
  platformId: string
  conversationKey: string
}

export type OutboundContent =
  | { type: 'text'; text: string }
  | { type: 'image'; media: MediaRef }
  | { type: 'video_item'; itemId: string }
  | { type: 'card'; cardType: CardType; platformCardId: string; title: string; coverUrl?: string }
  | { type: 'question_guide'; title: string; questions: string[] }

export interface SendKey {
  /** Equal for every attempt at one message. */
  requestId: string
  replyTo?: { platformMessageId: string; at: Date; via: 'message' | 'enter' }
}

export interface SendReceipt {
  platformMessageId: string
  acceptedAt: Date
}

export interface PlatformMessageRef {
  platformMessageId: string
  conversationKey: string
}

export interface UploadFile {
  bytes: Uint8Array
  contentType: string
  name: string
}

export interface MediaRef {
  mediaId: string
  url?: string
  width?: number
  height?: number
}

/** Either an address, or what the platform exchanges for one. */
export type InboundMediaRef =
  | { via: 'url'; url: string }
  | { via: 'message'; conversationKey: string; messageId: string }

export interface RemoteFile {
  bytes: Buffer
  contentType: string
}

export interface CommentRef {
  commentId: string
  postId: string
}

export interface Page {
  pageNo: number
  pageSize: number
}

export interface Paged<T> {
  items: T[]
  total: number
}

export interface PlatformCard {
  cardId: string
  cardType: CardType
  title: string
  coverUrl?: string
  /** The picture's id at the platform, where it gives no address. */
  mediaId?: string
  fields?: LeadField[]
  state: 'usable' | 'reviewing' | 'refused'
}

/** Only lead cards are made from here (capability cardEdit). */
export interface CardDraft {
  /** Absent: a new card. */
  cardId?: string
  title: string
  mediaId: string
  fields: LeadField[]
}

export interface RawRequest {
  method: string
  path: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array
  receivedAt: Date
}

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** For metric and log only; the caller gets one answer for all. */
export type RefusalReason = 'signature' | 'decrypt' | 'malformed'

export type Received =
  | { kind: 'handshake'; answer: RawAnswer }
  | { kind: 'refused'; answer: RawAnswer; reason: RefusalReason }
  | { kind: 'accepted'; answer: RawAnswer; dedupeKey: string; events: InboundEvent[] }

export interface Party {
  platformId: string
  name?: string
  avatarUrl?: string
}

export interface EventBase {
  source: Source
  /** The business side that is concerned: main or staff account. */
  accountId: PlatformAccountId
  /** Stable across redelivery. */
  eventKey: string
  /** The platform's time; ours when it gives none. */
  occurredAt: Date
  /** Nothing in the call proves who made it: ask the platform back before believing it. */
  unverified?: true
}

export type InboundEvent = EventBase &
  (
    | { kind: 'message'; conversationKey: string; messageId: string; from: Party; content: InboundContent }
    | {
        kind: 'echo'
        conversationKey: string
        messageId: string
        to: Party
        content: InboundContent
        origin: 'our_api' | 'app' | 'system'
      }
    | { kind: 'enter'; conversationKey: string; messageId?: string; from: Party; entry: Entry }
    /** `unknown`: the account may be `accountId` (the customer recalled) or `peerId` (the business did). */
    | { kind: 'recall'; messageId: string; by: 'customer' | 'business' | 'unknown'; peerId: string }
    | { kind: 'read'; conversationKey: string; upTo: { messageId?: string; index?: number } }
    | {
        kind: 'card_submitted'
        conversationKey?: string
        /** The message it came as, where the platform sends the filled card as one. */
        messageId?: string
        from: Party
        cardId: string
        fields: { label: string; value: string }[]
      }
    | { kind: 'wechat_copied'; conversationKey?: string; from: Party; cardId?: string }
    | { kind: 'account_bound'; profile?: AccountProfile; state?: string; scopes?: string[] }
    /** `accountId` is empty where the platform named the account by our `accountCode` only. */
    | { kind: 'account_unbound'; scopes?: string[]; accountCode?: string }
    | { kind: 'kos_changed'; staffId: string; state: StaffState }
    | { kind: 'comment'; commentId: string; postId: string; parentId?: string; from: Party; text: string }
    | { kind: 'proactive_grant'; from: Party; until?: Date; active: boolean }
    | { kind: 'ignored'; platformEvent: string }
  )

export type InboundContent =
  | { type: 'text'; text: string; maskedPhone: boolean }
  | { type: 'image' | 'video' | 'voice'; media: InboundMediaRef; durationMs?: number; coverUrl?: string }
  | { type: 'emoticon'; url: string; width?: number; height?: number; name?: string }
  | { type: 'post'; postId: string; title?: string; coverUrl?: string }
  | { type: 'card'; cardType: CardType; cardId: string; title?: string; state: 'blank' | 'filled' }
  | { type: 'unsupported'; platformType: string }

export interface Entry {
  postId?: string
  ad?: {
    advertiserId?: string
    advertiserName?: string
    planId?: string
    planName?: string
    creativeId?: string
  }
}
