import type { Source } from './source.ts'

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
