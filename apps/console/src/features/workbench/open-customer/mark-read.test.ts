import type { LastMessage, SenderKind } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { readUpTo } from './mark-read.ts'

const saidBy = (senderKind: SenderKind) => ({ senderKind }) as LastMessage
const customer = { unread: 2, readSeq: 7, lastSeq: 9, lastMessage: saidBy('customer') }
const seen = { isSeen: true, readAfterReply: false }

test('an open thread in a focused window is read to its newest message', () => {
  expect(readUpTo(customer, seen)).toBe(9)
})

test('messages that are not visible are not marked as read', () => {
  expect(readUpTo(customer, { ...seen, isSeen: false })).toBeUndefined()
})

test('nothing is sent for a customer that is already read', () => {
  expect(readUpTo({ ...customer, unread: 0, readSeq: 9 }, seen)).toBeUndefined()
})

test('our own messages move the position too', () => {
  expect(readUpTo({ ...customer, unread: 0, readSeq: 8, lastMessage: saidBy('human') }, seen)).toBe(9)
})

test('by the setting only an answer of a person marks as read', () => {
  const late = { ...seen, readAfterReply: true }

  expect(readUpTo(customer, late)).toBeUndefined()
  expect(readUpTo({ ...customer, lastMessage: saidBy('ai') }, late)).toBeUndefined()
  expect(readUpTo({ ...customer, lastMessage: saidBy('human') }, late)).toBe(9)
})
