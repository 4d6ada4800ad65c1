import { expect, test } from 'vitest'
import { canRemoveNote, splitMentions } from './note-content.ts'

const called = (text: string, names: string[]) =>
  splitMentions(text, names)
    .filter((part) => part.isMention)
    .map((part) => part.text)

test.each([
  ['@林小满 这个小区做过两户', ['林小满'], ['@林小满']],
  ['请@林小满和@周野看一下', ['林小满', '周野'], ['@林小满', '@周野']],
  ['@林小满子 也看', ['林小满', '林小满子'], ['@林小满子']],
  ['发到 a@林小满 的邮箱', [], []],
  ['没有人', ['林小满'], []],
  ['@@林小满', ['林小满'], ['@林小满']],
])('in “%s” %o are called', (text, names, found) => {
  expect(called(text, names)).toEqual(found)
  expect(
    splitMentions(text, names)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

const note = { senderId: 'lin', createdAt: '2026-03-16T02:00:00.000Z' }

test.each([
  ['lin', '2026-03-17T01:59:59.000Z', true],
  ['lin', '2026-03-17T02:00:00.000Z', false],
  ['wei', '2026-03-16T02:00:01.000Z', false],
  [undefined, '2026-03-16T02:00:01.000Z', false],
])('%s at %s may take it away: %s', (meId, now, may) => {
  expect(canRemoveNote(note, meId, Date.parse(now))).toBe(may)
})
