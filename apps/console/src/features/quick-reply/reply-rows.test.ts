import type { QuickReply } from '@ruwu/contract'
import type { FoundReplyRow } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { sectionsOf } from './reply-rows.ts'

const row = (title: string, groupId: string, ownerType: 'enterprise' | 'agent') =>
  ({ reply: { title } as QuickReply, group: { id: groupId, title: `组${groupId}`, ownerType } }) as FoundReplyRow

const rows = [row('报价', '1', 'enterprise'), row('问候', '1', 'enterprise'), row('我的话', '2', 'agent')]

const shapeOf = (found: FoundReplyRow[], isSearched: boolean) =>
  sectionsOf(found, isSearched).map(({ owner, title, replies }) => [owner, title, replies.map((it) => it.title)])

test('without a word the library stands in its groups', () => {
  expect(shapeOf(rows, false)).toEqual([
    ['企业', '组1', ['报价', '问候']],
    ['我的', '组2', ['我的话']],
  ])
})

test('what a word finds stands by library, the best first', () => {
  expect(shapeOf([rows[2]!, rows[0]!, row('报价二', '3', 'enterprise')], true)).toEqual([
    ['我的', undefined, ['我的话']],
    ['企业', undefined, ['报价', '报价二']],
  ])
})
