import type { CustomerSort } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { compareItems } from './compare-items.ts'
import { anItem, LIN, minute } from './testing/a-customer.ts'

const names = ['returned', 'pinned', 'waitsLong', 'waitsShort', 'unread', 'newest', 'twin', 'oldest'] as const
const items = [
  anItem(1, { name: 'oldest', lastMessageAt: minute(1) }),
  anItem(2, { name: 'pinned', lastMessageAt: minute(0), sticky: true }),
  anItem(3, { name: 'unread', lastMessageAt: minute(2), inboundCount: 1 }),
  anItem(4, { name: 'waitsShort', lastMessageAt: minute(6), waitingSince: minute(6) }),
  anItem(5, { name: 'waitsLong', lastMessageAt: minute(5), waitingSince: minute(3) }),
  anItem(6, { name: 'twin', lastMessageAt: minute(9) }),
  anItem(7, { name: 'newest', lastMessageAt: minute(9) }),
  anItem(8, { name: 'returned', lastMessageAt: minute(-1), agentId: LIN, returnedAt: minute(9) }),
]

test.each<[CustomerSort, (typeof names)[number][]]>([
  ['latest', ['returned', 'pinned', 'newest', 'twin', 'waitsShort', 'waitsLong', 'unread', 'oldest']],
  ['longestWait', ['returned', 'pinned', 'waitsLong', 'waitsShort', 'newest', 'twin', 'unread', 'oldest']],
  ['unreadFirst', ['returned', 'pinned', 'unread', 'newest', 'twin', 'waitsShort', 'waitsLong', 'oldest']],
])('%s', (sort, expected) => {
  expect(items.toSorted(compareItems(sort, LIN)).map(({ name }) => name)).toEqual(expected)
})
