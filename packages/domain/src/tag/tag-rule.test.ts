import type { RelationId, TagCondition, TagRule } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { matchesTagRule, type TagRuleFacts, tagRuleText } from './tag-rule.ts'

const [here, there] = ['1'.repeat(32) as RelationId, '2'.repeat(32) as RelationId]
const facts: TagRuleFacts = {
  texts: ['全屋定制多少钱', '能送 VIP 卡吗'],
  hasLead: true,
  hasCopiedWechat: false,
  hasSubmittedForm: false,
  silentMinutes: 30,
  relationId: here,
}
const words = (match: 'any' | 'all', ...list: string[]): TagCondition => ({ type: 'keyword', words: list, match })

test.each<[string, TagCondition, boolean]>([
  ['one of the words', words('any', '价格', '多少钱'), true],
  ['all words in one message', words('all', '定制', '多少钱'), true],
  ['all words, but in two messages', words('all', '定制', 'VIP'), false],
  ['a word in another case', words('any', 'vip'), true],
  ['a contact', { type: 'lead' }, true],
  ['a copied WeChat id', { type: 'wechat_copied' }, false],
  ['a submitted form', { type: 'form_submitted' }, false],
  ['silence that is long enough', { type: 'silence', minutes: 30 }, true],
  ['silence that is too short', { type: 'silence', minutes: 31 }, false],
  ['the account', { type: 'account', relationIds: [here] }, true],
  ['another account', { type: 'account', relationIds: [there] }, false],
])('%s: %j is %s', (_what, condition, expected) => {
  const rule = (op: TagRule['op']): TagRule => ({ op, conditions: [condition], action: 'bind' })
  expect([matchesTagRule(rule('all'), facts), matchesTagRule(rule('any'), facts)]).toEqual([expected, expected])
})

test('全部 needs every condition, 任一 one of them', () => {
  const conditions: TagCondition[] = [{ type: 'lead' }, { type: 'wechat_copied' }]

  expect(matchesTagRule({ op: 'all', conditions, action: 'bind' }, facts)).toBe(false)
  expect(matchesTagRule({ op: 'any', conditions, action: 'bind' }, facts)).toBe(true)
})

test('a customer who never wrote is not silent', () => {
  const rule: TagRule = { op: 'all', conditions: [{ type: 'silence', minutes: 1 }], action: 'bind' }

  expect(matchesTagRule(rule, { ...facts, silentMinutes: null })).toBe(false)
})

test('a rule is told in one line', () => {
  const conditions = [words('any', '价格', '报价'), { type: 'silence', minutes: 60 } as const]

  expect(tagRuleText({ op: 'all', conditions, action: 'bind' })).toBe(
    '关键词包含任一「价格、报价」且静默 60 分钟，打标',
  )
})
