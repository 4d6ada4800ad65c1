/**
 * What the simulator shows and what may be asked of it: the JSON behind the pages and under /control.
 *
 * | route | body or query | answer |
 * |---|---|---|
 * | GET  /control/live?view=index | | server-sent events, each `event: view` with the whole view as `data` |
 * | GET  /control/live?view=phone&source=&accountId=&customerId= | | same, PhoneView |
 * | GET  /control/live?view=merchant&source=&accountId= | | same, MerchantView |
 * | GET  /control/state | | IndexView |
 * | GET  /control/journal?after=n&limit= | | { entries: JournalEntry[]; last: number } |
 * | GET  /control/outbox | | { deliveries: OutboxView[] } |
 * | POST /control/customers | NewCustomer | { customerId: string; phonePath: string } |
 * | POST /control/act | CustomerActRequest | { ok: true; messageId?: string } |
 * | POST /control/merchant | MerchantActRequest | { ok: true; messageId?: string; staffId?: string } |
 * | POST /control/authorise | AuthoriseRequest | AuthoriseAnswer |
 * | POST /control/picture | the file itself, content-type image/* | { url: string; width: number; height: number } |
 * | POST /control/knobs | KnobsRequest | { knobs: KnobView[] } |
 * | POST /control/clock | ClockRequest | ClockView |
 * | POST /control/clock/advance | { ms: number } | ClockView; due work has run before the answer |
 * | POST /control/scripts/start | ScriptStartRequest | { runId: string; customerId: string; phonePath: string } |
 * | POST /control/scripts/stop | { runId: string } | { ok: true } |
 * | POST /control/reset | { seed?: number } | IndexView |
 * | POST /control/snapshot, /control/restore | – / the snapshot | the snapshot / IndexView |
 * | POST /control/seed | { seed: number } | { seed: number }; chance changes, everything that exists stays |
 * | POST /control/deliver | { source, accountId, path?, key?, body, sealed? } | { ok: true }; a webhook of one's own making |
 * | POST /control/verify-webhook | – | { isVerified: boolean }; what douyin does when an address is saved |
 * | POST /control/load, GET /control/load?ledger=1 | { rate, seconds, customers, scripts? } | LoadFigures / { figures, ledger? } |
 * | POST /control/demo, GET /control/demo | { days? } | { moments: number } / { left: number } |
 *
 * A refusal is HTTP 4xx with `ControlError`; `message` is a Chinese sentence for the person at the page.
 */
export type Source = 'redbook' | 'douyin'

export type ControlError = { error: { message: string } }

/* ---------------------------------------------------------------- accounts */

/** What the pages call an account's standing before it is authorised. */
export type AccountStanding = 'certified' | 'uncertified' | 'bound_elsewhere'

export type AuthorisationView = {
  /** The application the account is authorised to. */
  appId: string
  appName: string
  scopes: string[]
  since: string
  /** Ends of the newest tokens; absent where the source has none per account. */
  accessEndsAt?: string
  refreshEndsAt?: string
  renewalsUsed?: number
  /** redbook: our side's name of the binding. */
  accountCode?: string
}

export type StaffView = {
  staffId: string
  name: string
  avatarUrl: string
  /** 1 asked, 2 authorised, 3 revoked on the wire. */
  state: 'asked' | 'authorised' | 'revoked'
}

export type AccountView = {
  source: Source
  accountId: string
  name: string
  avatarUrl: string
  city: string
  standing: AccountStanding
  authorisation: AuthorisationView | null
  staff: StaffView[]
  /** Ad spend of the last 30 days in yuan. */
  adSpend: number
  isAutoReplyOn: boolean
  isBanned: boolean
  customerCount: number
  messageCount: number
  merchantPath: string
}

/** A customer that has been seen on an account, newest first in lists. */
export type CustomerRowView = {
  source: Source
  accountId: string
  accountName: string
  customerId: string
  name: string
  avatarUrl: string
  lastText: string
  lastAt: string | null
  phonePath: string
}

/* ---------------------------------------------------------------- messages */

export type PostView = { postId: string; kind: 'note' | 'video'; title: string; coverUrl: string; authorName: string }
/** `postId` is empty where the ad leads straight into the conversation. */
export type AdView = { adId: string; name: string; postId: string }
export type FieldView = { label: string; value: string }

export type CardKind = 'contact' | 'lead_form' | 'landing_page' | 'note' | 'goods' | 'service'

export type ContentView =
  | { type: 'text'; text: string }
  | { type: 'image'; url: string; width: number; height: number }
  | { type: 'video'; url: string; coverUrl: string; durationMs: number }
  | { type: 'voice'; url: string; durationMs: number }
  | { type: 'emoticon'; name: string; url: string; width: number; height: number }
  | { type: 'post'; post: PostView }
  | {
      type: 'card'
      cardType: CardKind
      cardId: string
      title: string
      coverUrl: string
      /** Labels the customer may fill in (lead forms). */
      labels: string[]
      /** What the customer filled in, once submitted. */
      filled: FieldView[] | null
      /** The WeChat name behind a contact card, and whether the customer copied it. */
      wechat: string | null
      isCopied: boolean
    }
  | { type: 'question_guide'; title: string; questions: string[] }

export type MessageView = {
  messageId: string
  from: 'customer' | 'merchant'
  /** Where a merchant's message was made; `customer` for the customer's own. */
  origin: 'customer' | 'api' | 'app'
  /** The staff account that spoke, where it was not the main account. */
  staffName: string | null
  at: string
  content: ContentView
  isRecalled: boolean
  recalledBy: 'customer' | 'merchant' | null
  /** The other side has seen it. */
  isRead: boolean
  canRecall: boolean
}

/* ---------------------------------------------------------------- phone */

export type PictureView = { name: string; label: string; url: string }
export type ClipView = { name: string; label: string; durationMs: number }

export type CommentView = {
  commentId: string
  postId: string
  author: 'customer' | 'merchant'
  text: string
  at: string
}

export type PhoneView = {
  source: Source
  now: string
  /** The account the customer talks to; a staff account has `mainAccountName`. */
  account: { accountId: string; name: string; avatarUrl: string; mainAccountName: string | null; isAuthorised: boolean }
  customer: { customerId: string; name: string; city: string; avatarUrl: string }
  isEntered: boolean
  isBlocked: boolean
  /** douyin: telephone numbers in the customer's text leave the simulator masked. */
  isPhoneMasked: boolean
  /** douyin: a standing grant for proactive messages. */
  grant: { until: string } | null
  messages: MessageView[]
  comments: CommentView[]
  posts: PostView[]
  ads: AdView[]
  pictures: PictureView[]
  emoticons: PictureView[]
  videos: ClipView[]
  voices: ClipView[]
  can: { voice: boolean; grant: boolean; maskPhone: boolean; copyWechat: boolean; tapQuestion: boolean }
}

/** One thing a customer does: a step of a script, or a tap on the phone. */
export type CustomerAct =
  | { do: 'enter'; via?: 'profile' | 'post' | 'ad'; postId?: string; adId?: string; planName?: string }
  | { do: 'leave' }
  | { do: 'text'; text: string }
  /** A built-in picture by name, or an address that POST /control/picture answered. */
  | { do: 'image'; picture?: string; url?: string }
  | { do: 'video'; clip?: string }
  | { do: 'voice'; clip?: string }
  | { do: 'emoticon'; name?: string }
  | { do: 'share'; postId?: string }
  /** The newest blank lead card where no message is named. */
  | { do: 'submit_card'; messageId?: string; fields: Record<string, string> }
  | { do: 'copy_wechat'; messageId?: string }
  | { do: 'tap_question'; messageId?: string; index: number }
  /** The newest own message where none is named. */
  | { do: 'recall'; messageId?: string }
  | { do: 'read' }
  | { do: 'comment'; postId?: string; text: string; parentId?: string }
  | { do: 'grant'; isActive: boolean }
  | { do: 'block'; isBlocked: boolean }
  | { do: 'mask_phone'; isOn: boolean }

export type CustomerActRequest = { source: Source; accountId: string; customerId: string; act: CustomerAct }

/** Without a customerId one is made; the name and city are drawn from the seed where absent. */
export type NewCustomer = { source: Source; accountId: string; customerId?: string; name?: string; city?: string }

/* ---------------------------------------------------------------- merchant */

export type ConversationView = {
  customerId: string
  customerName: string
  avatarUrl: string
  /** The account or staff account that the customer wrote to. */
  accountId: string
  accountName: string
  lastText: string
  lastAt: string | null
  phonePath: string
  messages: MessageView[]
}

export type MerchantView = {
  now: string
  account: AccountView
  conversations: ConversationView[]
  posts: PostView[]
  can: { staff: boolean; autoReply: boolean; adSpend: boolean }
}

export type MerchantAct =
  | { do: 'text'; customerId: string; text: string }
  | { do: 'recall'; customerId: string; messageId: string }
  /** Ends the authorisation from the merchant's side. */
  | { do: 'revoke' }
  /** Ends the binding to another vendor, so that the account may be authorised here. */
  | { do: 'release_elsewhere' }
  | { do: 'staff_add'; name: string }
  | { do: 'staff_set'; staffId: string; state: StaffView['state'] }
  | { do: 'auto_reply'; isOn: boolean }
  | { do: 'ad_spend'; yuan: number }
  | { do: 'ban'; isOn: boolean }

export type MerchantActRequest = { source: Source; accountId: string; act: MerchantAct }

/* ---------------------------------------------------------------- authorise */

export type ScopeView = { name: string; label: string; isRequired: boolean; isTicked: boolean }

export type AuthoriseView = {
  source: Source
  appName: string
  /** A request that can't be agreed to, with the platform's code; the buttons are then absent. */
  problem: { code: number; message: string } | null
  scopes: ScopeView[]
  accounts: (Pick<AccountView, 'accountId' | 'name' | 'avatarUrl' | 'standing' | 'city'> & {
    isAuthorisedHere: boolean
  })[]
  /** Given back unchanged in AuthoriseRequest. */
  query: Record<string, string>
}

/** A conversation that both sides already know. */
export type PastTalk = {
  source: Source
  accountId: string
  customerId: string
  conversationId: string
  name: string
  city: string
  messages: { messageId: string; from: 'customer' | 'merchant'; at: number; text: string }[]
}

export type AuthoriseRequest = {
  source: Source
  query: Record<string, string>
  /** Absent for a refusal. */
  agreed?: { accountId: string; scopes: string[] }
}

export type AuthoriseAnswer =
  /** douyin: where the browser goes next. */
  | { kind: 'redirect'; location: string }
  /** redbook: done, the platform tells the vendor itself; nobody is sent anywhere. */
  | { kind: 'done'; message: string }
  /** The chosen account can't be authorised (bound elsewhere, not certified); `code` null where the platform shows a sentence only. */
  | { kind: 'refused'; code: number | null; message: string }

/* ---------------------------------------------------------------- knobs, clock, scripts */

export type KnobValue = boolean | number | string

export type KnobInput =
  | { kind: 'switch' }
  | { kind: 'number'; unit: string; min: number; step: number }
  | { kind: 'probability' }
  | { kind: 'choice'; choices: { value: string; label: string }[] }
  | { kind: 'text'; placeholder: string }

export type KnobView = {
  name: string
  group: 'token' | 'send' | 'echo' | 'hook' | 'account' | 'other'
  groupLabel: string
  label: string
  explanation: string
  input: KnobInput
  /** null = off. */
  global: KnobValue | null
  perAccount: { source: Source; accountId: string; value: KnobValue }[]
}

/** Without an account the knob is set for all. null switches it off. */
export type KnobsRequest = {
  account?: { source: Source; accountId: string }
  set: Record<string, KnobValue | null>
}

export type ClockView = { mode: 'real' | 'fast' | 'manual'; factor: number; now: string }
export type ClockRequest = { mode: 'real' | 'fast' | 'manual'; factor?: number }

export type ScriptView = { scriptId: string; title: string; sources: Source[]; summary: string }
export type RunView = {
  runId: string
  scriptId: string
  title: string
  source: Source
  accountId: string
  customerId: string
  customerName: string
  /** Steps done of all. */
  done: number
  steps: number
  state: 'running' | 'waiting' | 'finished' | 'left' | 'silent' | 'stopped' | 'failed'
  note: string
  phonePath: string
}
export type ScriptStartRequest = { scriptId: string; source: Source; accountId: string; customerId?: string }

/* ---------------------------------------------------------------- journal and overview */

export type JournalEntry = {
  n: number
  /** The simulator's clock, ISO. */
  at: string
  /** in: a call that reached the simulator; out: a delivery of the simulator. */
  direction: 'in' | 'out'
  source: Source
  accountId: string | null
  /** What happened in one word: the event, or the call's last path part. */
  name: string
  method: string
  path: string
  headers: Record<string, string>
  body: string
  /** Answer of either side; null when none came. */
  answer: { status: number; body: string } | null
  /** For out: 1 for the first try. */
  attempt: number
  /** Knobs and enforcement that took part, e.g. `hook.duplicate` or `strict: unknown field foo`. */
  notes: string[]
}

export type OutboxView = {
  deliveryId: string
  source: Source
  name: string
  path: string
  attempts: number
  dueAt: string
  state: 'waiting' | 'sending' | 'retrying'
}

export type IndexView = {
  now: string
  seed: number
  webhookTarget: string
  accounts: AccountView[]
  customers: CustomerRowView[]
  knobs: KnobView[]
  clock: ClockView
  scripts: ScriptView[]
  runs: RunView[]
  /** The newest entries, oldest first. */
  journal: JournalEntry[]
  journalLast: number
  counts: { delivered: number; refused: number; retried: number; givenUp: number; waiting: number }
}

/** What pages may read; `undefined` where the account does not exist. */
export type PageData = {
  index(): IndexView
  phone(source: Source, accountId: string, customerId: string): PhoneView | undefined
  merchant(source: Source, accountId: string): MerchantView | undefined
  authorise(source: Source, query: Record<string, string>): AuthoriseView
}
