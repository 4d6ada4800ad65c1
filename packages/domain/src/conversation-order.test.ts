import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareConversations, sortConversations } from './conversation-order.ts'

test('conversations stand newest first by their latest message, else by their last change', () => {
  const sorted = sortConversations([
    { topicId: 'never' },
    { topicId: 'old', lastMessageAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-09-01T00:00:00.000Z' },
    { topicId: 'empty', lastMessageAt: '', updatedAt: '2026-03-01T00:00:00.000Z' },
    { topicId: 'new', lastMessageAt: new Date('2026-07-01T00:00:00Z') },
    { topicId: 'null', lastMessageAt: null, updatedAt: '2026-02-01T00:00:00.000Z' },
  ])

  expect(sorted.map(({ topicId }) => topicId)).toEqual(['new', 'empty', 'null', 'old', 'never'])
})

const moment = fc.option(
  fc.oneof(
    fc.nat(3).map((second) => new Date(second * 1000)),
    fc.constantFrom('', 'soon', '2026-01-01T00:00:00.000Z'),
  ),
)
const conversation = fc.record({ lastMessageAt: moment, updatedAt: moment }, { requiredKeys: [] })

test('the order of conversations is total, whatever times the wire brings', () => {
  fc.assert(
    fc.property(conversation, conversation, conversation, (a, b, c) => {
      expect(Math.sign(compareConversations(a, b)) + Math.sign(compareConversations(b, a))).toBe(0)
      const isChain = compareConversations(a, b) <= 0 && compareConversations(b, c) <= 0
      expect(!isChain || compareConversations(a, c) <= 0).toBe(true)
    }),
  )
})
