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
const OTHERS = ['加急', '周末', '夜间'].map((title) => ({ ...SECOND, title, answer: `${title}三天。` }))

test.each([
  ['the answer from the next entry above the line can be had instead', [SECOND], ['您好～加急三天。']],
  ['at most two more can be had', OTHERS, ['您好～加急三天。', '您好～周末三天。']],
  ['nothing from below the line is', [{ ...SECOND, score: 0.3 }], []],
  ['nothing that says the same is', [{ ...SECOND, answer: FIRST.answer }], []],
  ['nothing that may not be sent is', [{ ...SECOND, answer: '加微信 abc12345。' }], []],
])('beside what the AI would say %s', async (_what, others, expected) => {
  const [first, ...replies] = await suggest({ said: ['他: 什么时候能好'], knowledge: [FIRST, ...others] })

  expect(first).toEqual({
    text: '您好～一般七天。',
    sources: [{ knowledgeId: 'k0', title: FIRST.title, score: FIRST.score }],
  })
  expect(replies.map(({ text }) => text)).toEqual(expected)
  expect(replies.map(({ sources }) => sources.map(({ score }) => score))).toEqual(expected.map(() => [SECOND.score]))
})

test('a blocked text is not suggested', async () => {
  const knowledge = [{ title: '怎么联系？', answer: '加微信 abc12345 就行。', words: ['联系'] }]

  expect(await suggest({ said: ['他: 怎么联系'], knowledge })).toEqual([])
})
