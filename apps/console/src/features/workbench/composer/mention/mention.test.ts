import { AgentId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { findMention, mentionedIn } from './mention.ts'

const agent = (letter: string, name: string) => ({ id: AgentId.parse(letter.repeat(32)), name })
const wei = agent('a', '卫青禾')
const lin = agent('b', '林小')
const linLong = agent('c', '林小满')
const zhou1 = agent('d', '周野')
const zhou2 = agent('e', '周野')
const everybody = [wei, lin, linLong, zhou1, zhou2]

const at = (marked: string) => findMention(marked.replace('|', ''), marked.indexOf('|'))

test.each([
  ['@|', { start: 0, end: 1, keyword: '' }],
  ['请@卫|', { start: 1, end: 3, keyword: '卫' }],
  ['请 @卫| 看', { start: 2, end: 4, keyword: '卫' }],
])('%j asks for colleagues', (marked, query) => {
  expect(at(marked)).toEqual(query)
})

test.each(['|@', '卫|', '@卫青禾 看|', 'a@b|', '@\n|'])('%j does not', (marked) => {
  expect(at(marked)).toBeUndefined()
})

test('names are found where they stand, the longest that fits, each once', () => {
  expect(mentionedIn('@卫青禾 @林小满，@卫青禾', everybody, [])).toEqual([wei.id, linLong.id])
  expect(mentionedIn('@林小看一下', everybody, [])).toEqual([lin.id])
  expect(mentionedIn('卫青禾', everybody, [wei])).toEqual([])
})

test('of two colleagues with one name the chosen one is meant', () => {
  expect(mentionedIn('@周野', everybody, [])).toEqual([])
  expect(mentionedIn('@周野', everybody, [zhou2])).toEqual([zhou2.id])
})
