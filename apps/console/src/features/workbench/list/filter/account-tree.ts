import { SOURCES, type CustomerFilter, type SimpleAccount } from '@ruwu/contract'

export type AccountNode = { account: SimpleAccount; children: AccountNode[] }

/** Accounts of the chosen source, plus the selected account so that it has a label. */
export const offeredAccounts = (
  accounts: readonly SimpleAccount[],
  { source, subSourceId }: Pick<CustomerFilter, 'source' | 'subSourceId'>,
): SimpleAccount[] => accounts.filter((it) => !source || it.source === source || it.relationId === subSourceId)

/** Main accounts by source with their sub-accounts; a sub-account whose main account is not visible stands alone. */
export function accountTree(accounts: readonly SimpleAccount[]): AccountNode[] {
  const known = new Set(accounts.map((it) => it.relationId))
  const childrenOf = (parent: SimpleAccount) => accounts.filter((it) => it.parentId === parent.relationId)
  const nodeOf = (account: SimpleAccount): AccountNode => ({ account, children: childrenOf(account).map(nodeOf) })
  return accounts
    .filter((it) => it.parentId === null || !known.has(it.parentId))
    .toSorted((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source))
    .map(nodeOf)
}
