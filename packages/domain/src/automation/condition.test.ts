import {
  type AgentId,
  type AutomationCondition,
  ConditionGroup,
  type FieldId,
  type RelationId,
  type TagId,
} from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import { badPatterns, checkEach, type ConditionFacts, holdsGroup, messageTypeOf } from './condition.ts'

const id = <Id extends string>(name: string) => name.padStart(32, '0') as Id
const LIN = id<AgentId>('1')
const RED = id<TagId>('a')
const BLUE = id<TagId>('b')
const FIELD = id<FieldId>('c')

// Monday, 10:00 in Shanghai.
const FACTS: ConditionFacts = {
  source: 'redbook',
  relationId: id<RelationId>('d'),
  message: { type: 'text', text: '请问价格多少' },
  tagIds: [RED],
  receptionType: 'ai_agent',
  agentId: null,
  isNew: true,
  isAd: false,
  hasLead: false,
  city: '上海市',
  fields: { [FIELD]: '三居室' },
  round: 3,
  now: new Date('2026-03-16T02:00:00.000Z'),
  timeZone: 'Asia/Shanghai',
}

const text = (match: 'contains' | 'excludes' | 'regex', ...words: string[]): AutomationCondition => ({
  type: 'text',
  match,
  words,
})
const tag = (match: 'any' | 'all' | 'none', ...tagIds: TagId[]): AutomationCondition => ({ type: 'tag', match, tagIds })
const time = (from: number, to: number, days: number[] = []): AutomationCondition => ({ type: 'time', from, to, days })
const owner = (match: 'none' | 'any' | 'listed', agentIds: AgentId[] = []): AutomationCondition => ({
  type: 'owner',
  match,
  agentIds,
})
const field = (match: 'equals' | 'contains' | 'filled' | 'empty', value = ''): AutomationCondition => ({
  type: 'field',
  fieldId: FIELD,
  match,
  value,
})
const round = (match: 'atLeast' | 'atMost' | 'equals', n: number): AutomationCondition => ({ type: 'round', match, n })

const holds = (condition: AutomationCondition, change: Partial<ConditionFacts> = {}) =>
  holdsGroup({ op: 'all', items: [condition] }, { ...FACTS, ...change })

test.each<[AutomationCondition, Partial<ConditionFacts>, boolean]>([
  [{ type: 'source', values: ['redbook'] }, {}, true],
  [{ type: 'source', values: ['douyin'] }, {}, false],
  [{ type: 'account', relationIds: [FACTS.relationId] }, {}, true],
  [{ type: 'account', relationIds: [id<RelationId>('e')] }, {}, false],
  [text('contains', '优惠', '价格'), {}, true],
  [text('contains', 'VIP'), { message: { type: 'text', text: '有ｖｉｐ吗' } }, true],
  [text('contains', '价格'), { message: { type: 'image', text: '' } }, false],
  [text('contains', '价格'), { message: null }, false],
  [text('excludes', '优惠', '价格'), {}, false],
  [text('excludes', '优惠'), {}, true],
  [text('excludes', '优惠'), { message: { type: 'image', text: '' } }, true],
  [text('excludes', '优惠'), { message: null }, false],
  [text('regex', '价格?多少'), {}, true],
  [text('regex', '^价格'), {}, false],
  [text('regex', '(a+)+$'), { message: { type: 'text', text: 'a'.repeat(5000) } }, false],
  [{ type: 'message_type', values: ['image'] }, {}, false],
  [{ type: 'message_type', values: ['image', 'text'] }, {}, true],
  [{ type: 'message_type', values: ['text'] }, { message: null }, false],
  [tag('any', RED, BLUE), {}, true],
  [tag('all', RED, BLUE), {}, false],
  [tag('none', BLUE), {}, true],
  [tag('none', RED, BLUE), {}, false],
  [{ type: 'reception', values: ['manual'] }, {}, false],
  [owner('none'), {}, true],
  [owner('any'), {}, false],
  [owner('any'), { agentId: LIN }, true],
  [owner('listed', [LIN]), { agentId: LIN }, true],
  [owner('listed', [LIN]), {}, false],
  [{ type: 'new_customer', value: true }, {}, true],
  [{ type: 'ad', value: true }, {}, false],
  [{ type: 'lead', value: false }, {}, true],
  [{ type: 'city', words: ['北京', '上海'] }, {}, true],
  [{ type: 'city', words: ['北京'] }, {}, false],
  [field('equals', '三居室'), {}, true],
  [field('contains', '居室'), {}, true],
  [field('equals', '居室'), {}, false],
  [field('filled'), {}, true],
  [field('empty'), { fields: {} }, true],
  [field('contains', '红'), { fields: { [FIELD]: ['红色', '白色'] } }, true],
  [round('atLeast', 3), {}, true],
  [round('atMost', 2), {}, false],
  [round('equals', 3), {}, true],
])('%j with %j: %s', (condition, change, expected) => {
  expect(holds(condition, change)).toBe(expected)
})

const MONDAY = 1
const SUNDAY = 7

test.each<[string, AutomationCondition, string, boolean]>([
  ['its first minute', time(600, 601), '2026-03-16T10:00', true],
  ['its end is outside', time(540, 600), '2026-03-16T10:00', false],
  ['the whole day', time(0, 1440), '2026-03-16T23:59', true],
  ['across midnight, before it', time(1320, 480), '2026-03-16T22:00', true],
  ['across midnight, after it', time(1320, 480), '2026-03-16T07:59', true],
  ['across midnight, outside', time(1320, 480), '2026-03-16T08:00', false],
  ['on its day', time(0, 1440, [MONDAY]), '2026-03-16T10:00', true],
  ['on another day', time(0, 1440, [SUNDAY]), '2026-03-16T10:00', false],
  ['the night belongs to the day before', time(1320, 480, [SUNDAY]), '2026-03-16T02:00', true],
  ['and not to its own', time(1320, 480, [MONDAY]), '2026-03-16T02:00', false],
])('time: %s', (_what, condition, clock, expected) => {
  expect(holds(condition, { now: new Date(`${clock}:00+08:00`) })).toBe(expected)
})

describe('groups', () => {
  const yes = text('contains', '价格')
  const no = text('contains', '优惠')
  const group = (n: number) => ({ type: 'group', op: 'any', items: Array.from({ length: n }, () => yes) })

  test.each<[string, unknown, boolean]>([
    ['no conditions', { op: 'all', items: [] }, true],
    ['no conditions to choose from', { op: 'any', items: [] }, true],
    ['all, one fails', { op: 'all', items: [yes, no] }, false],
    ['any, one holds', { op: 'any', items: [no, yes] }, true],
    ['any, none holds', { op: 'any', items: [no, no] }, false],
    ['all with a group of any', { op: 'all', items: [yes, { type: 'group', op: 'any', items: [no, yes] }] }, true],
    ['any with a group of all', { op: 'any', items: [no, { type: 'group', op: 'all', items: [no, yes] }] }, false],
  ])('%s', (_what, conditions, expected) => {
    expect(holdsGroup(ConditionGroup.parse(conditions), FACTS)).toBe(expected)
  })

  test('each condition is told by its place', () => {
    const conditions = ConditionGroup.parse({ op: 'all', items: [no, { type: 'group', op: 'any', items: [no, yes] }] })

    expect(checkEach(conditions, FACTS)).toEqual([
      { path: '0', pass: false },
      { path: '1.0', pass: false },
      { path: '1.1', pass: true },
    ])
  })

  test('conditions inside groups count towards the limit, and groups do not nest', () => {
    expect(ConditionGroup.safeParse({ op: 'all', items: [group(10), group(10)] }).success).toBe(true)
    expect(ConditionGroup.safeParse({ op: 'all', items: [group(10), group(11)] }).success).toBe(false)
    expect(ConditionGroup.safeParse({ op: 'all', items: [{ ...group(1), items: [group(1)] }] }).success).toBe(false)
  })

  test('a regular expression that is wrong or could run for ever is named', () => {
    const conditions = ConditionGroup.parse({
      op: 'all',
      items: [
        text('regex', '('),
        yes,
        { type: 'group', op: 'any', items: [text('regex', 'a|b'), text('regex', '(a+)+')] },
      ],
    })

    expect(badPatterns(conditions)).toEqual(['0', '2.1'])
  })
})

const said = (words: string) => ({ message: { type: 'text' as const, text: words } })

test('the same words match one message after the other', () => {
  const pattern = text('regex', '价格?')

  expect(['价', '价格', '价', '没有'].map((words) => holds(pattern, said(words)))).toEqual([true, true, true, false])
})

test.each([
  ['link', 'card'],
  ['voice', 'voice'],
  ['sticker', 'other'],
])('a message of content %s is of type %s', (type, expected) => {
  expect(messageTypeOf({ type })).toBe(expected)
})
