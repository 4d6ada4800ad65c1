import { SOURCES, type CustomerFilter, type SimpleAccount } from '@ruwu/contract'

export type AccountNode = { account: SimpleAccount; children: AccountNode[] }

/** Those of the chosen source. The chosen account is always among them: what is set must have a name. */
export const offeredAccounts = (
  accounts: readonly SimpleAccount[],
  { source, subSourceId }: Pick<CustomerFilter, 'source' | 'subSourceId'>,
): SimpleAccount[] => accounts.filter((it) => !source || it.source === source || it.relationId === subSourceId)

/** Main accounts by source, each with its sub-accounts; a sub-account whose main one is out of reach stands alone. */
export function accountTree(accounts: readonly SimpleAccount[]): AccountNode[] {
  const known = new Set(accounts.map((it) => it.relationId))
  const childrenOf = (parent: SimpleAccount) => accounts.filter((it) => it.parentId === parent.relationId)
  const nodeOf = (account: SimpleAccount): AccountNode => ({ account, children: childrenOf(account).map(nodeOf) })
  return accounts
    .filter((it) => it.parentId === null || !known.has(it.parentId))
    .toSorted((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source))
    .map(nodeOf)
}
