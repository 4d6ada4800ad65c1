import { AI_LENGTHS, type KnowledgeId } from '@ruwu/contract'
import { countCharacters } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { readSituation } from '../situation.ts'
import { engineWith, inputOf, type Talk } from '../testing/talk.ts'
import { chosenBy, standingOffer } from './choices.ts'

const engine = engineWith()
const decide = (talk: Talk) => engine.decide(inputOf(talk))

const close = (...titles: string[]) =>
  titles.map((title, index) => ({
    title,
    answer: `${title}的答案。`,
    words: [title.replace('？', ''), '照片'],
    score: 0.3 - index / 100,
  }))
const KNOWLEDGE = close('证件照多少钱？', '精修证件照多少钱？', '形象照多少钱？')
const LIST = '请问您想了解哪一个？回复数字就可以：\n1. 证件照多少钱\n2. 精修证件照多少钱\n3. 形象照多少钱'

test('where several entries are close the customer is asked which one is meant, and nothing counts as used', async () => {
  const result = await decide({ said: ['他: 照片多少钱'], knowledge: KNOWLEDGE })

  expect(result).toMatchObject({
    decision: { kind: 'answer', texts: [LIST], isChoice: true, isMiss: false, ask: null },
    used: [],
    memory: { misses: 0 },
  })
  expect(result.knowledge.map(({ isUsed }) => isUsed)).toEqual([false, false, false])
})

test('of two close entries with the same question it is asked whether that is meant', async () => {
  const { decision } = await decide({ said: ['他: 照片多少钱'], knowledge: close('形象照多少钱？', '形象照多少钱') })

  expect(decision).toMatchObject({ texts: ['请问您是想问「形象照多少钱」吗？'], isChoice: true })
})

test('a list longer than the chosen length is a message of its own, its lines cut', async () => {
  const knowledge = close(`证件照${'很'.repeat(30)}多少钱`, '精修多少钱')

  const { decision } = await decide({ said: ['他: 照片多少钱'], knowledge, config: { role: { length: 'short' } } })

  if (decision.kind !== 'answer') throw new Error(decision.kind)
  expect(decision.texts[1]).toBe(`1. 证件照${'很'.repeat(16)}…\n2. 精修多少钱`)
  expect(Math.max(...decision.texts.map(countCharacters))).toBeLessThanOrEqual(AI_LENGTHS.short)
})

const after = (list: string, reply: string) => [`他: 照片多少钱`, `我: ${list}`, `他: ${reply}`]
const offerOf = (...labels: string[]) => ({
  question: '照片多少钱',
  choices: labels.map((label, no) => ({ knowledgeId: `k${no}` as KnowledgeId, no, label })),
})
const OFFER = offerOf('证件照多少钱', '精修证件照多少钱', '形象照多少钱')

/** The numbers of the chosen pieces. */
function choose(list: string, reply: string, offer = OFFER) {
  const situation = readSituation(inputOf({ said: after(list, reply), memory: { offer } }))
  const standing = standingOffer(situation)
  const chosen = standing && chosenBy(situation, standing)
  return chosen?.kind === 'chosen' ? chosen.choices.map(({ no }) => no) : chosen?.kind
}

test.each([
  ['2', [1]],
  ['２', [1]],
  ['②', [1]],
  ['第二个', [1]],
  ['选3吧', [2]],
  ['1和3', [0, 2]],
  ['最后一个', [2]],
  ['形象照的', [2]],
  ['都不是', 'none'],
  ['不是', 'none'],
  ['4', undefined],
  ['你们几点开门', undefined],
  ['多少钱', undefined],
])('%s chooses %j', (reply, numbers) => {
  expect(choose(LIST, reply)).toEqual(numbers)
})

test.each([
  ['是的', [0]],
  ['不是', 'none'],
  ['2', undefined],
])('asked whether one is meant, %s is %j', (reply, chosen) => {
  expect(choose('请问您是想问「形象照多少钱」吗？', reply, offerOf('形象照多少钱'))).toEqual(chosen)
})

test('numbers after a list that is an answer choose nothing', () => {
  expect(choose('流程如下：\n1. 量尺\n2. 出图', '2')).toBeUndefined()
})

test('numbers choose nothing once a person has spoken', () => {
  const said = ['他: 照片多少钱', `我: ${LIST}`, '人: 您稍等', '他: 2']

  expect(standingOffer(readSituation(inputOf({ said, memory: { offer: OFFER } })))).toBeNull()
})

const rule = (parent: string, answer: string) => ({
  title: '手册',
  answer,
  words: ['规则'],
  score: 0.3,
  labels: ['使用规则', `${parent}：使用规则`, '手册：使用规则'],
})

test('pieces of one name are offered with what tells them apart, and the chosen one is the answer to the question', async () => {
  const knowledge = [rule('双人餐', '双人餐周末不可用。'), rule('四人餐', '四人餐周末可用。价格 298 元。')]

  const asked = await decide({ said: ['他: 周末规则是什么'], knowledge })

  const list = '请问您想了解哪一个？回复数字就可以：\n1. 双人餐：使用规则\n2. 四人餐：使用规则'
  expect(asked.decision).toMatchObject({ texts: [list] })
  expect(asked.memory.offer).toMatchObject({ question: '周末规则是什么', choices: [{ no: 0 }, { no: 1 }] })

  const said = ['他: 周末规则是什么', `我: ${list}`, '他: 2']
  const answered = await decide({ said, knowledge, memory: asked.memory })

  expect(answered.decision).toMatchObject({ kind: 'answer', texts: [expect.stringContaining('四人餐周末可用')] })
  expect(answered).toMatchObject({ question: '周末规则是什么', used: ['k1'], memory: { offer: null } })
})

test('the chosen entry is the answer, shown as certain', async () => {
  const result = await decide({ said: after(LIST, '2'), knowledge: KNOWLEDGE, memory: { answers: 1, offer: OFFER } })

  expect(result.decision).toMatchObject({ kind: 'answer', texts: ['精修证件照多少钱？的答案。方便留个电话吗？'] })
  expect(result.knowledge).toMatchObject([{ title: '精修证件照多少钱？', score: 1, isUsed: true }])
  // A choice answers the question that was asked, not the words of the choice.
  expect(result).toMatchObject({ question: '照片多少钱' })
  expect(result.used).toHaveLength(1)
})

test('a chosen price goes to a person where the account wants that', async () => {
  const config = { script: { price: 'handoff' as const } }

  const { decision } = await decide({ said: after(LIST, '2'), knowledge: KNOWLEDGE, config, memory: { offer: OFFER } })

  expect(decision).toEqual({ kind: 'handoff', reason: 'price', detail: '精修证件照多少钱' })
})

test('a lone number without choices is not taken for a value that was stored', async () => {
  const { decision } = await decide({
    said: ['他: 在杭州想拍照', '我: 好的', '他: 2'],
    knowledge: [],
    memory: { answers: 1 },
  })

  expect(JSON.stringify(decision)).not.toContain('登记好了')
})

test('none of them, or a second time in doubt: a person', async () => {
  const none = await decide({ said: after(LIST, '都不是'), knowledge: KNOWLEDGE, memory: { answers: 1, offer: OFFER } })
  const again = await decide({
    said: after(LIST, '就那种照片呀多少钱'),
    knowledge: KNOWLEDGE,
    memory: { answers: 1, offer: OFFER },
  })

  // What nothing was found for is the question, not the answer to the choices.
  expect(none.question).toBe('照片多少钱')
  expect([none.decision, again.decision]).toMatchObject([
    { kind: 'handoff', reason: 'unknown' },
    { kind: 'handoff', reason: 'unknown' },
  ])
})
