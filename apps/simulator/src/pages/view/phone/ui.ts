import { type Html, html } from '../html.ts'

/** What lies under the text field. */
export type PhonePanel = 'none' | 'emoji' | 'more' | 'pictures' | 'videos' | 'voices' | 'emoticons' | 'posts'

/** What lies over the screen. */
export type PhoneSheet =
  | { kind: 'none' }
  | { kind: 'post'; postId: string }
  | { kind: 'lead_form'; messageId: string }
  | { kind: 'contact'; messageId: string }

/** What the person at the page opened; the simulator knows nothing of it. */
export type PhoneUi = { panel: PhonePanel; sheet: PhoneSheet; isSideOpen: boolean }

export const CLOSED: PhoneUi = { panel: 'none', sheet: { kind: 'none' }, isSideOpen: false }

/** Attributes of a button that opens or closes something. */
export const opens = (change: Partial<PhoneUi>): Html => html`data-ui="${JSON.stringify(change)}"`
