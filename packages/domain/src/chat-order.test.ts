import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareConversations, compareMessages, sortConversations, sortMessages } from './chat-order.ts'

// R79
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

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))

// R71
test('messages stand by seq, then by the time they were made', () => {
  const sorted = sortMessages([
    { seq: 3, createdAt: at(1), id: 'd' },
    { seq: 1, createdAt: at(9), id: 'a' },
    { seq: 2, createdAt: at(5), id: 'c' },
    { seq: 2, createdAt: at(4).toISOString(), id: 'b' },
  ])

  expect(sorted.map(({ id }) => id).join('')).toBe('abcd')
})

const message = fc.record({ seq: fc.nat(3), createdAt: fc.nat(3).map((second) => new Date(second * 1000)) })

// R71
test('the order of messages is total', () => {
  fc.assert(
    fc.property(message, message, message, (a, b, c) => {
      expect(Math.sign(compareMessages(a, b)) + Math.sign(compareMessages(b, a))).toBe(0)
      const isChain = compareMessages(a, b) <= 0 && compareMessages(b, c) <= 0
      expect(!isChain || compareMessages(a, c) <= 0).toBe(true)
    }),
  )
})

test('equal messages keep the order they came in, and sorting twice changes nothing', () => {
  fc.assert(
    fc.property(fc.array(message), (messages) => {
      const sorted = sortMessages(messages.map((each, arrival) => ({ ...each, arrival })))

      expect(sortMessages(sorted)).toEqual(sorted)
      for (const [index, next] of sorted.slice(1).entries()) {
        const previous = sorted[index]!
        const order = compareMessages(previous, next)
        expect(order < 0 || (order === 0 && previous.arrival < next.arrival)).toBe(true)
      }
    }),
  )
})
