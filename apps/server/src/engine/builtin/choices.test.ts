import { AI_LENGTHS } from '@ruwu/contract'
import { countCharacters } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { readSituation } from '../situation.ts'
import { engineWith, inputOf, type Talk } from '../testing/talk.ts'
import { chosenBy } from './choices.ts'

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

test.each([
  ['2', ['精修证件照多少钱']],
  ['２', ['精修证件照多少钱']],
  ['②', ['精修证件照多少钱']],
  ['第二个', ['精修证件照多少钱']],
  ['选3吧', ['形象照多少钱']],
  ['1和3', ['证件照多少钱', '形象照多少钱']],
  ['最后一个', ['形象照多少钱']],
  ['形象照的', ['形象照多少钱']],
])('%s chooses %j', (reply, labels) => {
  expect(chosenBy(readSituation(inputOf({ said: after(LIST, reply) })))).toEqual({ kind: 'chosen', labels })
})

test.each(['都不是', '不是'])('%s chooses nothing', (reply) => {
  expect(chosenBy(readSituation(inputOf({ said: after(LIST, reply) })))).toEqual({ kind: 'none' })
})

test.each(['4', '你们几点开门', '多少钱'])('%s is no choice', (reply) => {
  expect(chosenBy(readSituation(inputOf({ said: after(LIST, reply) })))).toBeUndefined()
})

test.each([
  ['是的', { kind: 'chosen', labels: ['形象照多少钱'] }],
  ['不是', { kind: 'none' }],
  ['2', undefined],
])('asked whether one is meant, %s is %j', (reply, chosen) => {
  const said = after('请问您是想问「形象照多少钱」吗？', reply)

  expect(chosenBy(readSituation(inputOf({ said })))).toEqual(chosen)
})

test('numbers after a list that is an answer choose nothing', () => {
  const said = after('流程如下：\n1. 量尺\n2. 出图', '2')

  expect(chosenBy(readSituation(inputOf({ said })))).toBeUndefined()
})

test('the chosen entry is the answer, shown as certain', async () => {
  const result = await decide({ said: after(LIST, '2'), knowledge: KNOWLEDGE, memory: { answers: 1 } })

  expect(result.decision).toMatchObject({ kind: 'answer', texts: ['精修证件照多少钱？的答案。方便留个电话吗？'] })
  expect(result.knowledge).toMatchObject([{ title: '精修证件照多少钱？', score: 1, isUsed: true }])
  expect(result).toMatchObject({ question: '精修证件照多少钱' })
  expect(result.used).toHaveLength(1)
})

test('a chosen price goes to a person where the account wants that', async () => {
  const config = { script: { price: 'handoff' as const } }

  const { decision } = await decide({ said: after(LIST, '2'), knowledge: KNOWLEDGE, config })

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
  const none = await decide({ said: after(LIST, '都不是'), knowledge: KNOWLEDGE, memory: { answers: 1 } })
  const again = await decide({ said: after(LIST, '就那种照片呀多少钱'), knowledge: KNOWLEDGE, memory: { answers: 1 } })

  // What nothing was found for is the question, not the answer to the choices.
  expect(none.question).toBe('照片多少钱')
  expect([none.decision, again.decision]).toMatchObject([
    { kind: 'handoff', reason: 'unknown' },
    { kind: 'handoff', reason: 'unknown' },
  ])
})
