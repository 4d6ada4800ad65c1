import { expect, test } from 'vitest'
import { otherWordings } from './reword.ts'

const ALONE = { isFirst: true, isLast: true }
const LATER = { isFirst: false, isLast: true }
const NOTICE = { isFirst: true, isLast: false }

const wordingsOf = (text: string, change: Partial<Parameters<typeof otherWordings>[1]> = {}) =>
  otherWordings(text, { name: '小满', customerId: 'c1', position: ALONE, ...change })

const everybody = Array.from({ length: 300 }, (_, no) => `c${no}`)
const allOf = (text: string, position = ALONE) =>
  new Set(everybody.flatMap((customerId) => wordingsOf(text, { customerId, position }).slice(0, -1)))

test.each([
  ['试听课99元一节，一节45分钟。', ALONE],
  ['周一至周日10:00到21:00都可以约课', ALONE],
  ['地铁2号线A口出来走5分钟！', LATER],
  ['已为您转接人工客服，请稍候', NOTICE],
])('%s: there are many ways to say it, and every word and number of it stays', (text, position) => {
  const all = allOf(text, position)

  expect(all.size).toBeGreaterThan(50)
  for (const each of all) expect(each).toContain(text.replace(/[。！]$/, ''))
  expect(all).not.toContain(text)
})

test('one customer gets the same wordings in the same order; another customer gets others', () => {
  expect(wordingsOf('周一到周五营业')).toEqual(wordingsOf('周一到周五营业'))
  expect(wordingsOf('周一到周五营业', { customerId: 'c2' })).not.toEqual(wordingsOf('周一到周五营业'))
})

test('only the last alternative addresses the customer by name', () => {
  const words = wordingsOf('周一到周五营业')

  expect(words.filter((each) => each.includes('小满'))).toEqual(['小满您好，周一到周五营业'])
  expect(words.at(-1)).toBe('小满您好，周一到周五营业')
  expect(wordingsOf('周一到周五营业', { name: '' })).toEqual(words.slice(0, -1))
})

test('a greeting stays in front, and nothing is put behind a question', () => {
  const all = [...allOf('您好～试听课99元。方便留个电话吗？')]

  expect(all.length).toBeGreaterThan(10)
  for (const each of all) expect(each).toMatch(/^您好～.*试听课99元。方便留个电话吗？$/)
  expect(all.filter((each) => each.includes('您好，'))).toEqual([])
})

test('the pronoun 你 stays 你, and only the last message gets a good wish', () => {
  expect([...allOf('你可以周末来')].filter((each) => each.includes('您'))).toEqual([])
  expect([...allOf('已为您转接人工客服，请稍候', NOTICE)].filter((each) => /祝|关注|支持/.test(each))).toEqual([])
})
