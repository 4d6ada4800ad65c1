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
