import { CardRuleCondition, CardRuleTrigger } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { clockOf, conditionsText, triggerText } from './rule-text.ts'

test.each([
  [{ type: 'first_enter' }, '首次进线'],
  [{ type: 'ad_enter' }, '广告进线'],
  [{ type: 'keyword', match: 'contains', words: ['价格', '多少钱'] }, '关键词包含：价格、多少钱'],
  [{ type: 'keyword', match: 'regex', words: ['^报价'] }, '关键词正则：^报价'],
  [{ type: 'asks_contact' }, '客户索要联系方式'],
  [{ type: 'round', n: 3 }, '第 3 轮对话'],
  [{ type: 'silence', n: 30 }, '静默 30 分钟'],
  [{ type: 'manual' }, '人工点击'],
])('the trigger %j reads %s', (trigger, words) => {
  expect(triggerText(CardRuleTrigger.parse(trigger))).toBe(words)
})

test('conditions read in one line, none reads as no limit', () => {
  const conditions = [
    { type: 'time', from: 570, to: 1200 },
    { type: 'kos', relationIds: ['a'.repeat(32), 'b'.repeat(32)] },
    { type: 'has_lead', value: false },
    { type: 'reception', types: ['manual', 'ai_agent'] },
  ].map((it) => CardRuleCondition.parse(it))

  expect(conditionsText(conditions)).toBe('09:30–20:00 · 2 个子账号 · 未留资 · 人工接待、AI 托管')
  expect(conditionsText([])).toBe('不限')
})

test('the end of the day is 24:00, not midnight', () => {
  expect(clockOf(0)).toBe('00:00')
  expect(clockOf(1440)).toBe('24:00')
})
