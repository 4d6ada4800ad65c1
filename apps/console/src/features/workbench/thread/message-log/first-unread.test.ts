import { expect, test } from 'vitest'
import { firstUnreadSeq, isAbove } from './first-unread.tsx'

const thread = (seqs: number[], newSince: number | null, hasMoreBefore = false) => ({
  messages: seqs.map((seq) => ({ seq })),
  newSince,
  hasMoreBefore,
})

test.each([
  ['everything is read', thread([1, 2, 3], null), undefined],
  ['nothing arrived since', thread([1, 2, 3], 3), undefined],
  ['the message after the last one read', thread([1, 2, 4, 5], 2), 4],
  ['the whole loaded part is new and joins what was read', thread([51, 52], 50, true), 51],
  ['the run begins before the loaded part', thread([51, 52], 7, true), 8],
])('first unread: %s', (_name, state, seq) => {
  expect(firstUnreadSeq(state)).toBe(seq)
})

test('the jump is offered only for a message above the screen', () => {
  expect([isAbove(8, 51), isAbove(51, 51), isAbove(52, 51), isAbove(undefined, 51)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
