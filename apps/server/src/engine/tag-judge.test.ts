import type { EntId, TagId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { createModelCaller } from './model/index.ts'
import { createTagJudge } from './tag-judge.ts'
import { scriptedModels } from './testing/scripted-models.ts'

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

async function judgeWith(say: string) {
  const { model, models } = await scriptedModels({ say })
  const judge = createTagJudge(createModelCaller({ models, clock: systemClock, log: quiet }))
  return { model, judge }
}

test('a model names tags by their numbers, without seeing contacts; numbers of no tag are ignored', async () => {
  const { judge, model } = await judgeWith('1，3、9')

  expect(await judge.judge(input('我电话 13812345678'))).toEqual([visit, complaint])
  expect(JSON.stringify(model.requests)).not.toContain('13812345678')
})

test('a model that answers 0 binds nothing, although the words would fit', async () => {
  const { judge } = await judgeWith('0')

  expect(await judge.judge(input('衣柜多少钱'))).toEqual([])
})
