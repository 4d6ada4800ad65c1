import type { RelationId, SimpleAccount, Source } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { accountTree, offeredAccounts, type AccountNode } from './account-tree.ts'

const account = (relationId: string, parentId: string | null = null, source: Source = 'redbook') =>
  ({ relationId: relationId as RelationId, parentId: parentId as RelationId | null, source }) as SimpleAccount

const names = (nodes: AccountNode[]): unknown[] =>
  nodes.map(({ account, children }) =>
    children.length > 0 ? [account.relationId, names(children)] : account.relationId,
  )

test('sub-accounts stand below their main account, sources together', () => {
  const accounts = [account('dy', null, 'douyin'), account('kos1', 'corp'), account('corp'), account('kos2', 'corp')]

  expect(names(accountTree(accounts))).toEqual([['corp', ['kos1', 'kos2']], 'dy'])
})

test('a sub-account whose main account one may not see is still there', () => {
  expect(names(accountTree([account('kos1', 'hidden'), account('corp')]))).toEqual(['kos1', 'corp'])
})

test('another source leaves out the accounts of this one, but not the one that is chosen', () => {
  const accounts = [account('dy', null, 'douyin'), account('corp'), account('shop')]
  const offered = (filter: Parameters<typeof offeredAccounts>[1]) =>
    offeredAccounts(accounts, filter).map((it) => it.relationId)

  expect(offered({})).toEqual(['dy', 'corp', 'shop'])
  expect(offered({ source: 'douyin' })).toEqual(['dy'])
  expect(offered({ source: 'douyin', subSourceId: 'corp' as RelationId })).toEqual(['dy', 'corp'])
})
