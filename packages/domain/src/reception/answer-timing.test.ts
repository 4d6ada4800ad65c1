import { expect, test } from 'vitest'
import { answerDue } from './answer-timing.ts'

const at = (second: number) => new Date(Date.UTC(2026, 2, 16) + second * 1000)

test.each([
  ['one word', 0, 0, 3, 3],
  ['the last word counts', 0, 2, 3, 5],
  ['not later than ten seconds after the first', 0, 9, 3, 10],
  ['exactly at the limit', 0, 7, 3, 10],
  ['the longest window', 0, 0, 8, 8],
  ['a word after the limit is answered at once', 0, 12, 3, 12],
])('%s', (_name, first, last, mergeSec, due) => {
  expect(answerDue(at(first), at(last), mergeSec)).toEqual(at(due))
})
