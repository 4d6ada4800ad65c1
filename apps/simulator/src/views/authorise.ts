import type { AccountView } from './account.ts'
import type { Source } from './source.ts'

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
  /** redbook: done; the platform notifies the vendor by webhook and the browser is not redirected. */
  | { kind: 'done'; message: string }
  /** The chosen account can't be authorised (bound elsewhere, not certified); `code` null where the platform shows a sentence only. */
  | { kind: 'refused'; code: number | null; message: string }
