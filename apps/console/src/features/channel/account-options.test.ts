import { RelationId, SimpleAccount } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { sample } from '../../testing/sample.ts'
import { accountOptions } from './account-options.ts'

const [own, hidden] = [RelationId.parse('a'.repeat(32)), RelationId.parse('b'.repeat(32))]
const accounts = [sample(SimpleAccount, { relationId: own, name: '云杉家居' })]

test('a chosen account out of the agent’s scope stays chosen and has no name', () => {
  const options = accountOptions(accounts, [own, hidden])

  expect(options).toEqual([
    { value: own, label: '云杉家居' },
    { value: hidden, label: '范围外的账号' },
  ])
})

test('before the accounts are loaded none is called out of scope', () => {
  expect(accountOptions(undefined, [own])).toEqual([])
})
