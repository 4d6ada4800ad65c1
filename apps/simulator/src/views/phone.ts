import type { AdView, MessageView, PostView } from './message.ts'
import type { Source } from './source.ts'

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
