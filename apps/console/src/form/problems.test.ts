import { WelcomePart, cardRuleApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { problemsOf } from './problems.ts'

const Rule = cardRuleApi.save.body

test('each field gets one message, the topmost field first', () => {
  const trigger = { type: 'keyword', match: 'contains', words: ['价格', ' '] }

  const problems = problemsOf(Rule.safeParse({ relationId: 'a'.repeat(32), name: ' ', trigger, materialIds: [] }))

  expect(Object.entries(problems)).toEqual([
    ['name', '请输入规则名'],
    ['trigger.words.1', '请输入关键词'],
    ['materialIds', '请选择卡片'],
  ])
})

test('a good form has no problems', () => {
  expect(problemsOf(WelcomePart.safeParse({ type: 'text', text: '您好' }))).toEqual({})
})
