import type { AccountDetail, CorpAccount, KosAccount, OpenStatus } from '@ruwu/contract'

export type Account = CorpAccount | KosAccount

/** Main accounts that need a new authorisation. */
export const needsAuthorisation = ({ openStatus }: { openStatus: OpenStatus }) =>
  openStatus === 'needs_reauth' || openStatus === 'expiring'

/** Each main account followed by its sub-accounts. */
export const flatten = (accounts: CorpAccount[]): Account[] => accounts.flatMap((it) => [it, ...it.kosAccount])

export const kosOf = (account: Account | AccountDetail): KosAccount[] =>
  account.accountType === 'CORP' ? account.kosAccount : []

const ENDS = 4
const LONG = 2 * ENDS + 3

/** `60a1…f3c2`. */
export const shortId = (id: string) => (id.length > LONG ? `${id.slice(0, ENDS)}…${id.slice(-ENDS)}` : id)
