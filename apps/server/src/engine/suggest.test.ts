import { expect, test } from 'vitest'
import { suggestReplies } from './suggest.ts'
import { engineWith, inputOf, type Talk } from './testing/talk.ts'

const engine = engineWith()
const suggest = (talk: Talk) =>
  suggestReplies((input) => engine.decide(input), inputOf({ config: { goal: { askMax: 0 } }, ...talk }))

test('the answer that the AI would give, with the knowledge it is made from', async () => {
  expect(await suggest({ said: ['他: 试听课多少钱', '人: 您好，稍等', '他: 试听课怎么收'] })).toEqual([
    {
      text: '您好～试听课99元一节，一节45分钟。报名后可以抵扣学费。',
      sources: [{ knowledgeId: 'k0', title: '试听课多少钱？', score: 0.8 }],
    },
  ])
})

test.each([
  ['a handoff', { said: ['他: 转人工'] }],
  ['nothing known', { said: ['他: 有没有停车位？'] }],
  ['nothing asked', { said: ['他: 试听', '人: 试听课99元'] }],
])('%s suggests nothing', async (_what, talk) => {
  expect(await suggest(talk)).toEqual([])
})

test('of several close entries each is offered with its own answer and score', async () => {
  const knowledge = ['证件照多少钱？', '精修证件照多少钱？', '形象照多少钱？', '全家福多少钱？'].map(
    (title, index) => ({
      title,
      answer: `${title.slice(0, -4)}${index + 1}99 元。`,
      words: ['照片'],
      score: (30 - index) / 100,
    }),
  )

  const replies = await suggest({ said: ['他: 照片多少钱'], knowledge })

  expect(replies).toEqual([
    { text: '证件照199 元。', sources: [{ knowledgeId: 'k0', title: '证件照多少钱？', score: 0.3 }] },
    { text: '精修证件照299 元。', sources: [{ knowledgeId: 'k1', title: '精修证件照多少钱？', score: 0.29 }] },
    { text: '形象照399 元。', sources: [{ knowledgeId: 'k2', title: '形象照多少钱？', score: 0.28 }] },
  ])
})

const FIRST = { title: '多久能好？', answer: '一般七天。', words: ['好'], score: 0.6 }
const SECOND = { title: '加急多久？', answer: '加急三天。', words: ['好'], score: 0.4 }

test.each([
  [
    'the answers from the next entries above the line can be had instead',
    [FIRST, SECOND],
    ['您好～一般七天。', '您好～加急三天。'],
  ],
  [
    'at most three',
    [FIRST, ...['加急', '周末', '夜间'].map((title) => ({ ...SECOND, title, answer: `${title}三天。` }))],
    3,
  ],
  ['none from below the line', [FIRST, { ...SECOND, score: 0.3 }], ['您好～一般七天。']],
  ['nor one that says the same', [FIRST, { ...SECOND, answer: '一般七天。' }], ['您好～一般七天。']],
  ['nor one that may not be sent', [FIRST, { ...SECOND, answer: '加微信 abc12345。' }], ['您好～一般七天。']],
])('beside what the AI would say %s', async (_what, knowledge, expected) => {
  const replies = await suggest({ said: ['他: 什么时候能好'], knowledge })

  expect(replies[0]).toEqual({
    text: '您好～一般七天。',
    sources: [{ knowledgeId: 'k0', title: '多久能好？', score: 0.6 }],
  })
  if (typeof expected === 'number') expect(replies).toHaveLength(expected)
  else expect(replies.map(({ text }) => text)).toEqual(expected)
  expect(replies.slice(1).every(({ sources }) => sources.length === 1 && sources[0]!.score === SECOND.score)).toBe(true)
})

test('a blocked text is not suggested', async () => {
  const knowledge = [{ title: '怎么联系？', answer: '加微信 abc12345 就行。', words: ['联系'] }]

  expect(await suggest({ said: ['他: 怎么联系'], knowledge })).toEqual([])
})
