import type { AccountView, StaffView } from './account.ts'
import type { MessageView, PostView } from './message.ts'
import type { Source } from './source.ts'

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
