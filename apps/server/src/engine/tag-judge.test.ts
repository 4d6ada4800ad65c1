import type { EntId, TagId } from '@ruwu/contract'
import type { ModelStep } from '@ruwu/testkit'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { OPEN_AFTER_FAILURES } from './model/circuit-breaker.ts'
import { createModelCaller } from './model/index.ts'
import { createTagJudge } from './tag-judge.ts'
import { createEngine } from './create-engine.ts'
import { answer, scriptedModels } from './testing/scripted-models.ts'
import { callerOf, inputOf } from './testing/talk.ts'

const entId = '1'.repeat(32) as EntId
const [visit, price, complaint] = ['a', 'b', 'c'].map((letter) => letter.repeat(32) as TagId) as [TagId, TagId, TagId]
const tags = [
  { id: visit, aiPrompt: '客户想预约上门量房' },
  { id: price, aiPrompt: '客户询问价格' },
  { id: complaint, aiPrompt: '客户投诉安装质量' },
]
const quiet = { warn: () => {} }
const { signal } = new AbortController()
const input = (...texts: string[]) => ({ entId, texts, tags, signal })

const noModel = { forEnterprise: async () => undefined, onFailure: async () => {} }
const builtin = createTagJudge(createModelCaller({ models: noModel, clock: systemClock, log: quiet }))

test.each([
  [['你好', '可以约个时间上门量房吗'], [visit]],
  [['衣柜多少钱'], [price]],
  [['安装质量太差了，我要投诉'], [complaint]],
  [['在吗', '好的谢谢'], []],
])('without a model %j fits %j', async (texts, expected) => {
  expect(await builtin.judge(input(...texts))).toEqual(expected)
})

async function judgeWith(step: ModelStep) {
  const { model, models, failures } = await scriptedModels(step)
  const judge = createTagJudge(createModelCaller({ models, clock: systemClock, log: quiet }))
  return { model, models, failures, judge }
}

test('a model names tags by their numbers, without seeing contacts; numbers of no tag are ignored', async () => {
  const { judge, model } = await judgeWith({ say: '1，3、9' })

  expect(await judge.judge(input('我电话 13812345678'))).toEqual([visit, complaint])
  expect(JSON.stringify(model.requests)).not.toContain('13812345678')
})

test('a model that answers 0 binds nothing, although the words would fit', async () => {
  const { judge } = await judgeWith({ say: '0' })

  expect(await judge.judge(input('衣柜多少钱'))).toEqual([])
})

test('a model that is slower than the caller waits is replaced by the words, and after some times not asked', async () => {
  const { judge, model, failures } = await judgeWith({ hang: true })
  const ask = () => judge.judge({ ...input('衣柜多少钱'), limitMs: 1_000 })

  for (let time = 0; time <= OPEN_AFTER_FAILURES; time += 1) expect(await ask()).toEqual([price])

  expect(model.requests).toHaveLength(OPEN_AFTER_FAILURES)
  expect(failures).toEqual([])
})

test('a model that is too slow for judgements goes on answering', async () => {
  const { model, models } = await scriptedModels({ hang: true })
  const caller = callerOf(models, systemClock)
  const judge = createTagJudge(caller)
  for (let time = 0; time < OPEN_AFTER_FAILURES; time += 1)
    await judge.judge({ ...input('衣柜多少钱'), limitMs: 1_000 })

  model.play(answer('试听课99元一节。'))
  const { generator } = await createEngine(caller).decide(inputOf({ said: ['他: 试听课怎么收'] }))
  expect(generator).toBe('model')
})

test('a judgement that is called off from outside is not answered by the words', async () => {
  const { judge } = await judgeWith({ hang: true })
  const stopping = new AbortController()
  const judged = judge.judge({ ...input('衣柜多少钱'), signal: stopping.signal, limitMs: 1_000 })
  setTimeout(() => stopping.abort(new Error('the process stops')), 30)

  await expect(judged).rejects.toThrow('the process stops')
})
