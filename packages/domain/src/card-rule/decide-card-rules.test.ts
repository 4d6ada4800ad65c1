import type { CardRuleId, CardRuleTrigger, MaterialId, RelationId } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import { type CardRuleSituation, type CardRuleUse, type DecidableRule, NEVER_USED } from './card-rule-situation.ts'
import { decideCardRules } from './decide-card-rules.ts'

const id = <Id extends string>(name: string) => name.padStart(32, '0') as Id
const CARD = id<MaterialId>('1')
const OTHER_CARD = id<MaterialId>('2')
const ACCOUNT = id<RelationId>('a')

const rule = (change: Partial<DecidableRule> & { name?: string } = {}): DecidableRule => ({
  id: id<CardRuleId>(change.name ?? 'f'),
  trigger: { type: 'keyword', match: 'contains', words: ['价格'] },
  conditions: [],
  materialIds: [CARD],
  maxPerCustomer: 2,
  intervalHours: 24,
  skipWithLead: true,
  dailyMax: 0,
  continue: false,
  enabled: true,
  sent: 0,
  ...change,
})

// 10:00 in Shanghai.
const now = new Date('2026-03-16T02:00:00.000Z')

const situation = (change: Partial<CardRuleSituation> = {}): CardRuleSituation => ({
  text: '价格多少',
  isFirstEnter: false,
  isAd: false,
  round: 1,
  silentMinutes: 0,
  relationId: ACCOUNT,
  hasLead: false,
  receptionType: 'ai_agent',
  tagIds: [],
  now,
  timeZone: 'Asia/Shanghai',
  useOf: () => NEVER_USED,
  isUsable: () => true,
  ...change,
})

const reasonOf = (changes: Partial<DecidableRule>, at: Partial<CardRuleSituation> = {}) =>
  decideCardRules([rule(changes)], situation(at))[0]?.reason

const word = (match: 'contains' | 'equals' | 'regex', ...words: string[]): CardRuleTrigger => ({
  type: 'keyword',
  match,
  words,
})

describe('a trigger', () => {
  test.each<[CardRuleTrigger, Partial<CardRuleSituation>, boolean]>([
    [{ type: 'first_enter' }, { isFirstEnter: true }, true],
    [{ type: 'first_enter' }, { isFirstEnter: false }, false],
    [{ type: 'ad_enter' }, { isAd: true }, true],
    [{ type: 'ad_enter' }, { isFirstEnter: true }, false],
    [word('contains', '价格'), { text: '想问价格' }, true],
    [word('contains', '优惠', '价格'), { text: '价格' }, true],
    [word('contains', 'VIP'), { text: '有ｖｉｐ吗' }, true],
    [word('contains', '价格'), { text: '价 格' }, false],
    [word('contains', '价格'), { text: '' }, false],
    [word('equals', '价格'), { text: ' 价格 ' }, true],
    [word('equals', '价格'), { text: '价格多少' }, false],
    [word('regex', '多少(钱|价)'), { text: '请问多少钱' }, true],
    [word('regex', '^多少'), { text: '请问多少钱' }, false],
    [word('regex', 'VIP\\d'), { text: 'vip8' }, true],
    [{ type: 'asks_contact' }, { text: '怎么联系你们' }, true],
    [{ type: 'asks_contact' }, { text: '多少钱' }, false],
    [{ type: 'intent', text: '询问价格' }, { text: '怎么卖', intents: new Set(['询问价格']) }, true],
    [{ type: 'intent', text: '询问价格' }, { text: '怎么卖', intents: new Set(['想退货']) }, false],
    [{ type: 'intent', text: '询问价格' }, { text: '怎么卖' }, false],
    [{ type: 'round', n: 3 }, { round: 3 }, true],
    [{ type: 'round', n: 3 }, { round: 4 }, false],
    [{ type: 'silence', n: 10 }, { silentMinutes: 10 }, true],
    [{ type: 'silence', n: 10 }, { silentMinutes: 9 }, false],
    [{ type: 'manual' }, { isFirstEnter: true, isAd: true }, false],
    [{ type: 'manual' }, { isClicked: true }, true],
  ])('%j in %j', (trigger, at, fires) => {
    expect(reasonOf({ trigger }, at)).toBe(fires ? '' : '触发不符')
  })

  test.each(['(', '[', '(a+)+$', '*'])('a bad regular expression says so: %s', (pattern) => {
    expect(reasonOf({ trigger: word('regex', pattern) })).toBe('正则表达式不正确')
  })
})

const time = (from: number, to: number) => [{ type: 'time' as const, from, to }]

describe('conditions', () => {
  test.each([
    [time(600, 601), ''],
    [time(0, 600), '条件不符（时间段）'],
    [time(601, 1440), '条件不符（时间段）'],
    [time(0, 1440), ''],
    [time(1320, 601), ''],
    [time(1320, 600), '条件不符（时间段）'],
    [time(600, 600), ''],
  ])('at ten o’clock %j', (conditions, reason) => {
    expect(reasonOf({ conditions })).toBe(reason)
  })

  test('all must hold, and those that do not are named', () => {
    const conditions = [
      { type: 'kos' as const, relationIds: [id<RelationId>('b')] },
      { type: 'has_lead' as const, value: true },
      { type: 'reception' as const, types: ['manual' as const] },
      ...time(0, 1440),
    ]

    expect(reasonOf({ conditions })).toBe('条件不符（子账号、是否已留资、接待模式）')
    expect(
      reasonOf(
        { conditions, skipWithLead: false },
        { relationId: id<RelationId>('b'), hasLead: true, receptionType: 'manual' },
      ),
    ).toBe('')
  })
})

const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const used = (use: Partial<CardRuleUse>) => ({ useOf: () => ({ ...NEVER_USED, ...use }) })

describe('limits', () => {
  test.each<[string, Partial<DecidableRule>, Partial<CardRuleSituation>, string]>([
    ['switched off', { enabled: false }, {}, '停用'],
    ['a lead is there', {}, { hasLead: true }, '已留资不再发'],
    ['a lead is there and does not matter', { skipWithLead: false }, { hasLead: true }, ''],
    ['sent twice of two', {}, used({ toCustomer: 2, lastAt: ago(100) }), '已达每客户上限'],
    ['sent once of two, a day ago', {}, used({ toCustomer: 1, lastAt: ago(24) }), ''],
    ['sent a moment less than a day ago', {}, used({ toCustomer: 1, lastAt: ago(23.999) }), '间隔未到'],
    ['a day’s limit reached', { dailyMax: 5 }, used({ today: 5 }), '今日已达上限'],
    ['a day’s limit not reached', { dailyMax: 5 }, used({ today: 4 }), ''],
    ['no limit for a day', { dailyMax: 0 }, used({ today: 1000 }), ''],
    ['no card can be sent', {}, { isUsable: () => false }, '卡片不可用'],
    ['no card at all', { materialIds: [] }, {}, '卡片不可用'],
  ])('%s', (_name, changes, at, reason) => {
    expect(reasonOf(changes, at)).toBe(reason)
  })
})

test('the first that fits fires; later ones only after one that says to go on', () => {
  const rules = [
    rule({ name: '1', trigger: word('contains', '别的') }),
    rule({ name: '2', continue: true }),
    rule({ name: '3' }),
    rule({ name: '4' }),
    rule({ name: '5', enabled: false }),
  ]

  expect(decideCardRules(rules, situation()).map(({ fires, reason }) => (fires ? '命中' : reason))).toEqual([
    '触发不符',
    '命中',
    '命中',
    '前面的规则已命中',
    '停用',
  ])
})

test.each([
  [0, [CARD, OTHER_CARD], CARD],
  [1, [CARD, OTHER_CARD], OTHER_CARD],
  [2, [CARD, OTHER_CARD], CARD],
  [1, [CARD], CARD],
])('after %i sent the next in turn is taken, among %j', (sent, usable, card) => {
  const twoCards = rule({ materialIds: [CARD, OTHER_CARD], sent })
  const at = situation({ isUsable: (each) => usable.includes(each) })

  expect(decideCardRules([twoCards], at)[0]?.materialId).toBe(card)
})
