import type { AccountDetail, CorpAccount, KosAccount, OpenStatus } from '@ruwu/contract'

export type Account = CorpAccount | KosAccount

/** Main accounts that need a new authorisation. */
export const needsAuthorisation = ({ openStatus }: { openStatus: OpenStatus }) =>
  openStatus === 'needs_reauth' || openStatus === 'expiring'

/** Each main account followed by its sub-accounts. */
export const flatten = (accounts: CorpAccount[]): Account[] => accounts.flatMap((it) => [it, ...it.kosAccount])

export const kosOf = (account: Account | AccountDetail): KosAccount[] =>
  account.accountType === 'CORP' ? account.kosAccount : []
