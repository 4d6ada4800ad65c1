import type { AiDraft } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { DEFAULT_AI_DRAFT } from '../ai-labels.ts'
import type { AiTurn } from '../context.ts'
import { collectFields } from './collect.ts'
import { findCity } from './find-city.ts'
import { isGoalReached, nextField } from './goal.ts'

const draft = (goal: Partial<AiDraft['goal']> = {}): AiDraft => ({
  ...DEFAULT_AI_DRAFT,
  goal: { ...DEFAULT_AI_DRAFT.goal, ...goal },
})
const field = (key: string, isMust: boolean) => ({ key, isMust }) as AiDraft['goal']['fields'][number]

test('what must be asked comes first, then the rest in its order', () => {
  const fields = [field('city', false), field('phone', true), field('need', false)]

  expect(nextField(draft({ fields }), {}, {})).toBe('phone')
  expect(nextField(draft({ fields }), { phone: '1' }, {})).toBe('city')
  expect(nextField(draft({ fields }), { phone: '1', city: '上海' }, {})).toBe('need')
})

test('nothing is asked more often than allowed, nor what is known', () => {
  expect(nextField(draft({ fields: [field('phone', true)] }), {}, { phone: 2 })).toBeUndefined()
  expect(nextField(draft({ askMax: 0 }), {}, {})).toBeUndefined()
  expect(nextField(draft(), { wechat: 'nora_2019' }, {})).toBe('city')
})

test('who only answers asks for nothing that need not be asked', () => {
  expect(nextField(draft({ main: 'answer' }), { phone: '1', wechat: '2' }, {})).toBeUndefined()
  expect(nextField(draft({ main: 'answer' }), {}, {})).toBe('phone')
})

test('the goal is reached by what must be known; either contact is a lead', () => {
  expect(isGoalReached(draft(), {})).toBe(false)
  expect(isGoalReached(draft(), { wechat: 'nora_2019' })).toBe(true)
  expect(isGoalReached(draft({ main: 'appointment' }), { wechat: 'nora_2019' })).toBe(false)
  expect(isGoalReached(draft({ fields: [field('phone', true), field('city', true)] }), { phone: '1' })).toBe(false)
  expect(isGoalReached(draft({ fields: [field('phone', false)] }), { phone: '1' })).toBe(true)
  expect(isGoalReached(draft({ fields: [] }), { phone: '1' })).toBe(false)
})

const at = new Date('2026-03-16T02:00:00Z')
const talk = (...lines: string[]): AiTurn[] =>
  lines.map((line) => ({ who: line.startsWith('我') ? 'ai' : 'customer', text: line.slice(3), hasImage: false, at }))
const collect = (lines: string[], known = {}) =>
  collectFields(draft({ fields: [...draft().goal.fields, field('f1', false)] }), talk(...lines), known, { f1: '户型' })

test.each<[string[], Record<string, string>]>([
  [['他: 我电话138 0000 1234'], { phone: '13800001234' }],
  [['他: 加我微信nora_2019'], { wechat: 'nora_2019' }],
  [['我: 方便留一个联系方式吗？', '他: nora_2019'], { wechat: 'nora_2019' }],
  [['他: 我在成都'], { city: '成都' }],
  [['我: 请问您在哪个城市呢？', '他: 成都武侯区'], { city: '成都' }],
  [['我: 方便说说您的具体需求吗？', '他: 想做全屋定制'], { need: '想做全屋定制' }],
  [['我: 请问您的户型是？', '他: 三室两厅'], { f1: '三室两厅' }],
  [['我: 请问您的户型是？', '他: 多少钱一平'], {}],
  [['我: 方便说说您的具体需求吗？', '他: 不方便'], {}],
  [['他: 重庆火锅好吃'], {}],
  [['他: 你好'], {}],
])('%j tells %j', (lines, expected) => {
  expect(collect(lines)).toEqual(expected)
})

test('what is known is not collected again', () => {
  expect(collect(['他: 13800001234'], { phone: '13900001234' })).toEqual({})
})

test.each([
  ['我在上海', '上海'],
  ['坐标杭州', '杭州'],
  ['南京的', '南京'],
  ['人在呼和浩特呢', '呼和浩特'],
  ['你们南京路有店吗', undefined],
  ['北京烤鸭', undefined],
  ['上海有店吗', undefined],
])('%s: %s', (text, city) => {
  expect(findCity(text, false)).toBe(city)
})

test('words in endless repetition before a city take no time', () => {
  const began = performance.now()

  expect(findCity(`${'这边'.repeat(200)}x北京`, false)).toBeUndefined()

  expect(performance.now() - began).toBeLessThan(1_000)
})
