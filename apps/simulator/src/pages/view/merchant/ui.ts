import type { ConversationView, MerchantView } from '../../../views.ts'
import { type Html, html } from '../html.ts'

/** Which conversation is open, and what a narrow screen shows. */
export type MerchantUi = { conversation: string; isSettingsOpen: boolean }

export const INITIAL: MerchantUi = { conversation: '', isSettingsOpen: false }

/** A customer may talk to the main account and to a staff account. */
export const conversationKey = (it: Pick<ConversationView, 'accountId' | 'customerId'>): string =>
  `${it.accountId}/${it.customerId}`

export const findConversation = (view: MerchantView, ui: MerchantUi): ConversationView | undefined =>
  view.conversations.find((it) => conversationKey(it) === ui.conversation)

export const shows = (change: Partial<MerchantUi>): Html => html`data-ui="${JSON.stringify(change)}"`
