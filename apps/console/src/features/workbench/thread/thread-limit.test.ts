import type { CustomerMessage } from '@ruwu/contract'
import { freshThread } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { isUnbroken, withinLimit } from './thread-window.ts'

const aMessage = (seq: number, reply?: string) =>
  ({ seq, chatId: `chat${seq}`, content: { type: 'text', ...(reply && { reply }) } }) as CustomerMessage

const held = (...seqs: number[]) => ({
  ...freshThread(),
  hasMoreBefore: false,
  hasMoreAfter: false,
  messages: seqs.map((seq) => aMessage(seq)),
})
const seqsOf = (state: ReturnType<typeof held>) => state.messages.map(({ seq }) => seq)

test('going up, the newest are put away, and it is known that there are more', () => {
  const cut = withinLimit(held(1, 2, 3, 4, 5), 'older', 3)

  expect(seqsOf(cut as ReturnType<typeof held>)).toEqual([1, 2, 3])
  expect(cut).toMatchObject({ hasMoreBefore: false, hasMoreAfter: true })
})

test('going down, the oldest are', () => {
  const cut = withinLimit(held(1, 2, 3, 4, 5), 'newer', 3)

  expect(seqsOf(cut as ReturnType<typeof held>)).toEqual([3, 4, 5])
  expect(cut).toMatchObject({ hasMoreBefore: true, hasMoreAfter: false })
})

test('of the oldest those that are quoted below stay readable', () => {
  const state = { ...held(1, 2, 3, 4), messages: [...held(1, 2, 3, 4).messages, aMessage(5, 'chat2')] }

  expect(withinLimit(state, 'newer', 3).quotes.map(({ seq }) => seq)).toEqual([2])
})

test('a short thread stays the same one', () => {
  const state = held(1, 2, 3)

  expect(withinLimit(state, 'older', 3)).toBe(state)
})

test.each([
  [[4, 5, 6], true],
  [[4, 6], false],
  [[], true],
  [[9], true],
])('%o is unbroken: %s', (seqs, is) => {
  expect(isUnbroken(held(...seqs))).toBe(is)
})
