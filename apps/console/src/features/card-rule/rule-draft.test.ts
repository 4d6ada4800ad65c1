import { MaterialId, type CardRule } from '@ruwu/contract'
import { expect, test } from 'vitest'
import {
  checkDraft,
  conditionOf,
  copyOf,
  draftOf,
  isSameDraft,
  newDraft,
  triggerOf,
  type RuleDraft,
} from './rule-draft.ts'

const card = MaterialId.parse('c'.repeat(32))
const good: RuleDraft = { ...newDraft(), name: '首次进线', materialIds: [card] }
const rule = { ...good, id: 'r', relationId: 'a', position: 0, sent: 9, version: 2 } as unknown as CardRule

test('a new rule says what is missing, from top to bottom', () => {
  expect(Object.entries(checkDraft(newDraft()))).toEqual([
    ['name', '请输入规则名'],
    ['materialIds', '请选择卡片'],
  ])
  expect(checkDraft(good)).toEqual({})
})

test.each([
  [['(', '价格'], { 'trigger.words': '正则表达式不正确' }],
  [['^报价', '多少钱?'], {}],
])('the regular expressions %j are answered with %j', (words, problems) => {
  expect(checkDraft({ ...good, trigger: { type: 'keyword', match: 'regex', words } })).toEqual(problems)
})

test('brackets in a plain keyword are no regular expression', () => {
  expect(checkDraft({ ...good, trigger: { type: 'keyword', match: 'contains', words: ['('] } })).toEqual({})
})

test('a keyword rule needs a word, a sub-account condition needs one', () => {
  expect(checkDraft({ ...good, trigger: triggerOf('keyword') })).toEqual({ 'trigger.words': '请输入关键词' })
  expect(checkDraft({ ...good, conditions: [conditionOf('kos')] })).toEqual({
    'conditions.0.relationIds': '请选择子账号',
  })
})

test('the form holds only what can be changed, and a copy another name that fits', () => {
  expect(draftOf(rule)).toEqual(good)
  expect(copyOf(rule).name).toBe('首次进线 副本')
  expect(checkDraft(copyOf({ ...rule, name: '长'.repeat(20) }))).toEqual({})
})

test('spaces around a text are no change', () => {
  expect(isSameDraft(good, { ...good, name: ' 首次进线 ' })).toBe(true)
  expect(isSameDraft(good, { ...good, continue: true })).toBe(false)
})
