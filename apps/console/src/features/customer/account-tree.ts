import { SOURCES, type SimpleAccount } from '@ruwu/contract'

export type AccountNode = { account: SimpleAccount; children: AccountNode[] }

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
