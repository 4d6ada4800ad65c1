import { expect, test } from 'vitest'
import { readSituation } from '../situation.ts'
import { foundIn, inputOf } from '../testing/talk.ts'
import { questionsIn, searchBurst } from './questions.ts'

test.each([
  ['有现货吗？多久到?', ['有现货吗？', '多久到?']],
  ['多少钱?有优惠吗', ['多少钱?', '有优惠吗']],
  ['https://shop.example/goods?id=3&from=app 这款多少钱？', ['https://shop.example/goods?id=3&from=app 这款多少钱？']],
  ['看 shop.example/?q=1 有货吗?能送吗?', ['看 shop.example/?q=1 有货吗?', '能送吗?']],
  ['是 https://shop.example/a? 多久到', ['是 https://shop.example/a?', '多久到']],
])('%s asks %j', (said, parts) => {
  expect(questionsIn([said])).toEqual(parts)
})

test.each([
  [0.7, '双眼皮效果怎么样'],
  [0.95, '效果怎么样'],
])('alone an answer of %f to a short question: with the topic before, %s', async (score, title) => {
  const alone = { title: '效果怎么样', answer: '各有不同。', words: ['效果'], score }
  const both = { title: '双眼皮效果怎么样', answer: '双眼皮效果自然。', words: ['双眼皮'], score: 0.8 }
  const search = async (asked: string) => foundIn([asked.includes('双眼皮') ? both : alone], asked)

  const { hits } = await searchBurst(
    readSituation(inputOf({ said: ['他: 双眼皮能做吗', '我: 可以的', '他: 有效果吗'], search })),
  )

  expect(hits.map((hit) => hit.title)).toEqual([title])
})
