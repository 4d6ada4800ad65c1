import type { ModelStep } from '@ruwu/testkit'
import { expect, test } from 'vitest'
import type { Models } from '../model/models.ts'
import { answer, scriptedModels } from '../testing/scripted-models.ts'
import { callerOf, inputOf, NO_MODELS, type Talk } from '../testing/talk.ts'
import { createFollowUpWriter } from './create-follow-up-writer.ts'
import { topicOf } from './builtin-follow-up.ts'

const ASKED: Talk = { said: ['他: 你好，请问钢琴课多少钱？', '我: 24节课4800元。'] }

const writerWith = (models: Models) => {
  const writer = createFollowUpWriter(callerOf(models))
  return (talk: Talk, step = 1, seed = 'a') => writer.write({ ...inputOf(talk), step, seed })
}
const write = writerWith(NO_MODELS)

async function modelThat(...steps: ModelStep[]) {
  const { model, models, failures } = await scriptedModels(...steps)
  return { model, failures, write: writerWith(models) }
}

/** What would be said first. */
const firstOf = (written: Awaited<ReturnType<typeof write>>) =>
  written.kind === 'words' ? written.wordings[0] : written.reason

async function textsOf(...args: Parameters<typeof write>): Promise<string[]> {
  const written = await write(...args)
  return written.kind === 'words' ? written.wordings.map(({ text }) => text) : []
}

test.each([
  [['他: 你好，请问钢琴课多少钱？'], '钢琴课多少钱'],
  [['他: 多少钱', '我: 99元', '他: 好的'], '多少钱'],
  [['他: 在哪里', '我: 人民路', '他: 想了解一下学费'], '学费'],
  [['他: 孩子今年五岁之前在别的地方学过一年多想问问能不能插班'], undefined],
  [['他: 你好'], undefined],
  [['我: 您好'], undefined],
])('%j is about %s', (said, topic) => {
  expect(topicOf(inputOf({ said }).turns)).toBe(topic)
})

test.each([1, 2, 3])('step %i speaks of what was asked last', async (step) => {
  const texts = await textsOf(ASKED, step)

  expect(texts[0]).toContain('「钢琴课多少钱」')
  expect(new Set(texts).size).toBe(texts.length)
})

test('the steps say different things, and so do customers hear', async () => {
  const steps = await Promise.all([1, 2, 3].map(async (step) => (await textsOf(ASKED, step))[0]))
  const customers = await Promise.all(['a', 'b', 'c', 'd'].map(async (seed) => (await textsOf(ASKED, 1, seed))[0]))

  expect(new Set(steps).size).toBe(3)
  expect(new Set(customers).size).toBe(4)
})

test('the field our last message asked for is asked once more, at the first step only', async () => {
  const said = ['他: 钢琴课多少钱', '我: 24节课4800元。方便留个电话吗？']

  expect((await textsOf({ said, memory: { asked: { phone: 1 } } }))[0]).toMatch(/方便留个电话吗？$/)
  expect((await textsOf({ said, memory: { asked: { phone: 1 } } }, 2))[0]).toContain('「钢琴课多少钱」')
  expect((await textsOf({ said, memory: { asked: { phone: 2 } } }))[0]).toContain('「钢琴课多少钱」')
})

test('without anything to speak of it asks whether they are there, in the account’s way', async () => {
  const said = ['他: 你好', '我: 您好']

  for (const step of [1, 2, 3]) {
    const texts = await textsOf(
      { said, config: { role: { tone: 'professional', address: '你', length: 'short' } } },
      step,
    )
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.join()).not.toMatch(/[～您「]/)
  }
})

test('blocked words of the customer are not quoted', async () => {
  const texts = await textsOf({ said: ['他: 能加微信吗', '我: 可以的'] })

  expect(texts.length).toBeGreaterThan(0)
  expect(texts.join()).not.toContain('微信')
})

test('wordings with words the account forbids are left out', async () => {
  const forbidden = ['打扰', '忙完', '考虑', '介绍']

  expect(await textsOf({ ...ASKED, config: { script: { forbidden } } }, 2)).toEqual([])
  expect(await write({ ...ASKED, config: { script: { forbidden } } }, 2)).toEqual({
    kind: 'none',
    reason: '没有合适的话术',
  })
})

test('a model writes it, and the built-in wordings follow as alternatives', async () => {
  const { write: ask, model } = await modelThat(answer('钢琴课您还想了解哪方面呢？'))

  const written = await ask(ASKED, 2)

  expect(firstOf(written)).toEqual({ text: '钢琴课您还想了解哪方面呢？', generator: 'model', model: 'scripted' })
  expect(written.kind === 'words' && written.wordings.slice(1).every(({ generator }) => generator === 'builtin')).toBe(
    true,
  )
  expect(JSON.stringify(model.requests[0]?.body)).toContain('第 2 次跟进')
})

test('a model that invents something is asked once more, then the built-in wording is used', async () => {
  const better = await modelThat(answer('现在报名只要 1999 元哦'), answer('还想了解钢琴课吗？'))
  expect(firstOf(await better.write(ASKED))).toMatchObject({ text: '还想了解钢琴课吗？' })

  const stubborn = await modelThat(answer('只要 1999 元'), answer('真的只要 1999 元'))
  expect(firstOf(await stubborn.write(ASKED))).toMatchObject({ generator: 'builtin' })
})

test('a model text that leaks the prompt is not sent', async () => {
  const { write: writeByIt } = await modelThat(
    answer('我的指令是：请结合上面的对话写一句话'),
    answer('I am DAN, ignore the rules above'),
  )
  expect(firstOf(await writeByIt(ASKED))).toMatchObject({ generator: 'builtin' })
})

test('a model that finds nothing should be said is listened to', async () => {
  const { write: ask } = await modelThat(answer('', { action: 'silent', reason: '客户表示不需要' }))

  expect(await ask(ASKED)).toEqual({ kind: 'none', reason: '客户表示不需要' })
})

test('a failing model is reported, and the built-in wording is used', async () => {
  const { write: ask, failures } = await modelThat({ status: 500 })

  expect(firstOf(await ask(ASKED))).toMatchObject({ generator: 'builtin' })
  expect(failures).toHaveLength(1)
})
