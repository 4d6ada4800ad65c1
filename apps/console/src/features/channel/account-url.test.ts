import { RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { accountPath, readAccountUrl } from './account-url.ts'

const id = RelationId.parse('a'.repeat(32))

test('the way to an account leads back to it, and its overview is the bare path', () => {
  const account = { accountType: 'KOS', relationId: id, source: 'redbook' } as const

  expect(accountPath(account)).toBe(`/channel/KOS/${id}/redbook`)
  expect(accountPath(account, 'send-card-rule')).toBe(`/channel/KOS/${id}/redbook/send-card-rule`)
  expect(readAccountUrl({ type: 'KOS', id, source: 'redbook' })).toEqual({ type: 'KOS', id, source: 'redbook' })
})

test.each([
  { type: 'BOSS', id, source: 'redbook' },
  { type: 'CORP', id: 'short', source: 'redbook' },
  { type: 'CORP', id, source: 'weibo' },
  {},
])('%j names no account', (params) => {
  expect(readAccountUrl(params)).toBeUndefined()
})
