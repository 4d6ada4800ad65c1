import type { AiDecision } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { decisionText, durationText, generatorText, initialAnswer } from './run-text.ts'

const answer: AiDecision = {
  kind: 'answer',
  texts: ['您放心，', '每批都有检测报告。'],
  ask: null,
  materialId: null,
  tagIds: [],
  isMiss: false,
}

test.each<[string, AiDecision | null, string[]]>([
  ['a plain answer', answer, ['依据知识回答']],
  ['an answer without knowledge', { ...answer, isMiss: true }, ['没有命中知识，如实说明']],
  ['a question back', { ...answer, isChoice: true }, ['几条知识都接近，请客户选择']],
  [
    'an answer that does more',
    { ...answer, ask: 'phone', materialId: 'm', tagIds: ['a', 'b'] },
    ['依据知识回答', '收集电话', '发送卡片', '打 2 个标签'],
  ],
  ['a field of one’s own', { ...answer, ask: 'f1' }, ['依据知识回答', '收集面积']],
  ['a hand-over', { kind: 'handoff', reason: 'keyword', detail: '转人工' }, ['转人工：客户要求人工（转人工）']],
  ['a silence', { kind: 'silent', detail: '' }, ['不回复']],
  ['a run that was broken off', null, ['没有作出决定']],
])('%s in words', (_, decision, words) => {
  expect(decisionText(decision, { f1: '面积' })).toEqual(words)
})

test('time and generator as text', () => {
  expect([durationText(40), durationText(1_849)]).toEqual(['0.0 秒', '1.8 秒'])
  expect(generatorText({ generator: 'builtin', model: '' })).toBe('内置引擎')
  expect(generatorText({ generator: 'model', model: 'qwen-max' })).toBe('模型 qwen-max')
})

test('a better answer begins with the question as understood and all that was said', () => {
  expect(initialAnswer({ question: ' 板材环保吗 ', decision: answer }, '您放心，')).toEqual({
    question: '板材环保吗',
    answer: '您放心，\n每批都有检测报告。',
  })
})

test('without a record it begins with the message, cut to what can be kept', () => {
  expect(initialAnswer(undefined, '字'.repeat(1001))).toEqual({ question: '', answer: '字'.repeat(1000) })
})
