import { expect, test } from 'vitest'
import { createWordMatcher } from '../../guard/word-matcher.ts'
import { DEFAULT_GUARD_SETTINGS } from '../../guard/guard-limits.ts'
import { type AnswerCheck, checkAnswer, guardWarnings } from './check-answer.ts'
import { BEAUTY } from './testing/beauty.ts'
import { CLINIC } from './testing/clinic.ts'
import { EDUCATION } from './testing/education.ts'
import { HOME } from './testing/home.ts'
import { LOCAL } from './testing/local.ts'
import { MIXED } from './testing/mixed.ts'

const TRADES = [BEAUTY, HOME, EDUCATION, CLINIC, LOCAL, MIXED]
const HELD_BACK_MAX = 4

const words = createWordMatcher({ source: 'redbook' })

const check = (answer: string, knowledge: string, more: Partial<AnswerCheck> = {}) =>
  checkAnswer({
    texts: [answer],
    knowledge: [knowledge],
    account: [],
    customer: [],
    forbidden: [],
    maxChars: 150,
    source: 'redbook',
    guard: { settings: { ...DEFAULT_GUARD_SETTINGS, contactLevel: 'off', wordLevel: 'off' }, words },
    ...more,
  })

const faithful = TRADES.flatMap((trade) =>
  trade.faithful.map(([key, answer, customer = '']) => ({ answer, customer, knowledge: trade.knowledge[key] ?? '' })),
)
const invented = TRADES.flatMap((trade) =>
  trade.invented.map(([key, kind, answer]) => ({ answer, kind, knowledge: trade.knowledge[key] ?? '' })),
)

test('there are 200 answers of either kind, all different, each with its knowledge', () => {
  for (const answers of [faithful, invented]) {
    expect(new Set(answers.map(({ answer }) => answer)).size).toBeGreaterThanOrEqual(200)
    expect(answers.filter(({ knowledge }) => knowledge === '')).toEqual([])
  }
})

test('every invented price, number, date, phone, link and promise is caught', () => {
  const missed = invented.filter(({ answer, knowledge }) => check(answer, knowledge).length === 0)
  expect(missed.map(({ answer }) => answer)).toEqual([])

  const misnamed = invented
    .map(({ answer, kind, knowledge }) => ({
      answer,
      kind,
      found: check(answer, knowledge).map((finding) => finding.kind),
    }))
    // A price without its unit is a number like any other.
    .filter(({ kind, found }) => !found.includes(kind) && !(kind === 'price' && found.includes('number')))
  expect(misnamed).toEqual([])
})

test('of what is faithful next to nothing is held back', () => {
  const held = faithful
    .map(({ answer, customer, knowledge }) => ({
      answer,
      found: check(answer, knowledge, { customer: [customer] }).map(({ kind, text }) => `${kind} ${text}`),
    }))
    .filter(({ found }) => found.length > 0)

  expect(held.slice(HELD_BACK_MAX)).toEqual([])
})

test('knowledge that is said word for word is never held back', () => {
  const entries = TRADES.flatMap(({ knowledge }) => Object.values(knowledge))
  const sentences = entries.flatMap((entry) =>
    (entry.split('\n')[1] ?? '').split('。').map((sentence) => ({ entry, sentence })),
  )

  expect(sentences.filter(({ entry, sentence }) => sentence !== '' && check(sentence, entry).length > 0)).toEqual([])
})

test('two prices that change places are noticed', () => {
  expect(check('30ml是289元', BEAUTY.knowledge['serum'] ?? '')).toContainEqual({ kind: 'price', text: '289元' })
  expect(check('总监剪发68元', LOCAL.knowledge['haircut'] ?? '')).toEqual([])
})

test('what the account says of itself is as good as knowledge', () => {
  expect(check('我们营业到晚上9点', '', { account: ['营业时间 10:00-21:00'] })).toEqual([])
  expect(check('我们营业到晚上9点', '')).toMatchObject([{ kind: 'date' }])
})

test('what customers said of themselves may be said back; what they ask is not true because they ask', () => {
  const customer = ['我家100平，下周三能来量吗？是不是99元']

  expect(check('您家100平，已记录您说的下周三', '', { customer })).toEqual([])
  expect(check('您的电话13800001234已经登记', '', { customer: ['13800001234'] })).toEqual([])
  expect(check('是的，99元', '', { customer })).toMatchObject([{ kind: 'price' }])
  expect(check('下周三我们有活动', '', { customer })).toMatchObject([{ kind: 'date' }])
})

test.each([
  ['好的，马上为您转接人工客服', true],
  ['稍后会有专人联系您', true],
  ['我让顾问给您回电', true],
  ['客服人员会尽快回复您', true],
  ['您可以回复转人工', false],
  ['方便留个电话吗？', false],
  ['我们有人工智能课程', false],
  ['设计师量房后出方案', false],
])('%s promises a person: %s', (answer, isPromise) => {
  expect(check(answer, '设计师量房后出方案').some(({ kind }) => kind === 'person')).toBe(isPromise)
})

test('forbidden words, length and emptiness', () => {
  expect(check('这 款 最 划 算', '', { forbidden: ['划算'] })).toMatchObject([{ kind: 'forbidden', text: '划算' }])
  expect(check('好'.repeat(41), '', { maxChars: 40 })).toEqual([{ kind: 'length', text: '41/40' }])
  expect(check('  ', '')).toEqual([{ kind: 'empty', text: '' }])
})

test('what the platform blocks is found; what it warns of is told apart', () => {
  const guard = { settings: DEFAULT_GUARD_SETTINGS, words }
  const contact = check('加微信 ruwu2026', '客服微信 ruwu2026', { guard })
  expect(contact.map(({ kind }) => kind)).toContain('guard')

  const best = { texts: ['我们是全国最好的店'], knowledge: ['我们是全国最好的店'], guard } as unknown as AnswerCheck
  expect(guardWarnings({ ...best, source: 'redbook' }).map(({ kind }) => kind)).toContain('guard')
})
