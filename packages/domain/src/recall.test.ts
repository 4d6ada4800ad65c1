import { expect, test } from 'vitest'
import { canRecall } from './recall.ts'

const sentAt = new Date('2026-07-08T01:00:00.000Z')
const later = (ms: number) => new Date(sentAt.getTime() + ms)

// R72
test.each([
  ['the sender at once', 'lin', 0, true],
  ['the sender after 119.999 s', 'lin', 119_999, true],
  ['the sender after 120 s', 'lin', 120_000, false],
  ['a colleague at once', 'wei', 0, false],
  ['the sender on a clock running behind', 'lin', -2000, true],
])('%s may recall', (_who, byUserId, age, expected) => {
  expect(canRecall({ senderId: 'lin', createdAt: sentAt }, byUserId, later(age))).toBe(expected)
  expect(canRecall({ senderId: 'lin', createdAt: sentAt.toISOString() }, byUserId, later(age))).toBe(expected)
})

// R72
test('a message without a readable time is not recalled', () => {
  expect(canRecall({ senderId: 'lin', createdAt: '' }, 'lin', sentAt)).toBe(false)
})
