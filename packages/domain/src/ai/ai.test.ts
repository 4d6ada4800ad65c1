import { expect, test } from 'vitest'
import { DEFAULT_AI_DRAFT } from './ai-labels.ts'
import { type AiTurn, burstOf, contextOf, summarise } from './context.ts'
import { diffDrafts } from './diff-drafts.ts'
import { PUBLISH_PROBLEMS, publishProblems } from './draft-problems.ts'
import { missingPoints } from './missing-points.ts'

const OFF = { enabled: false }
const HOUR_MS = 3_600_000
const said = (line: string, hours: number): AiTurn => ({
  who: line.startsWith('我') ? 'ai' : line.startsWith('人') ? 'human' : 'customer',
  text: line.slice(3),
  hasImage: false,
  at: new Date(Date.parse('2026-03-16T02:00:00Z') + hours * HOUR_MS),
})
const talk = (...lines: string[]) => lines.map((line, index) => said(line, index / 60))
const texts = (turns: readonly AiTurn[]) => turns.map(({ text }) => text)

test('a draft is published with knowledge and a trigger', () => {
  const { handoff } = DEFAULT_AI_DRAFT
  const silent = {
    ...DEFAULT_AI_DRAFT,
    handoff: {
      ...handoff,
      keywords: { enabled: true, words: [] },
      misses: { ...handoff.misses, ...OFF },
      negative: OFF,
      maxRounds: { ...handoff.maxRounds, ...OFF },
    },
  }

  expect(publishProblems(DEFAULT_AI_DRAFT, { activeKnowledge: 1 })).toEqual([])
  expect(publishProblems(DEFAULT_AI_DRAFT, { activeKnowledge: 0 })).toEqual([PUBLISH_PROBLEMS.noKnowledge])
  expect(publishProblems(silent, { activeKnowledge: 1 })).toEqual([PUBLISH_PROBLEMS.noTrigger])
  expect(
    publishProblems({ ...silent, handoff: { ...silent.handoff, hasLead: { enabled: true } } }, { activeKnowledge: 1 }),
  ).toEqual([])
})

test('a change is named field by field', () => {
  const after = {
    ...DEFAULT_AI_DRAFT,
    role: { ...DEFAULT_AI_DRAFT.role, tone: 'professional' as const, intro: '您好' },
    handoff: { ...DEFAULT_AI_DRAFT.handoff, misses: { enabled: false, n: 2 } },
  }

  expect(diffDrafts(DEFAULT_AI_DRAFT, after)).toEqual([
    { path: '角色 · 自我介绍', before: null, after: '您好' },
    { path: '角色 · 语气', before: '亲切', after: '专业' },
    { path: '转人工与恢复 · 没有答案', before: '连续 1 轮', after: '关' },
  ])
  expect(diffDrafts(after, after)).toEqual([])
  expect(diffDrafts(null, after)).toContainEqual({ path: '高级 · 合并等待', before: null, after: '3 秒' })
})

test.each([
  ['试听课99元一节，提前一天预约', ['99元', '提前1天预约'], []],
  ['试听课￥99一节', ['九十九元'], []],
  ['试听课99元', ['199元'], ['199元']],
  ['周一至周五都可以来', ['周末营业'], ['周末营业']],
  ['可以退款，扣除教材费', ['扣教材费'], []],
  ['', ['地址'], ['地址']],
])('%s lacks of %j: %j', (answer, points, missing) => {
  expect(missingPoints(answer, points)).toEqual(missing)
})

test('a context goes back so many rounds, and not beyond a day of silence', () => {
  const turns = talk('他: 一', '他: 二', '我: 答一', '他: 三', '我: 答三', '他: 四')

  expect(texts(contextOf(turns, 2).turns)).toEqual(['三', '答三', '四'])
  expect(texts(contextOf(turns, 2).before)).toEqual(['一', '二', '答一'])
  expect(contextOf(turns, 20).before).toEqual([])

  const later = [...turns, said('他: 隔天', 25)]
  expect(texts(contextOf(later, 20).turns)).toEqual(['隔天'])
})

test('what is to be answered stands after our last words', () => {
  expect(texts(burstOf(talk('他: 一', '人: 好', '他: 二', '他: 三')))).toEqual(['二', '三'])
  expect(burstOf(talk('他: 一', '我: 好'))).toEqual([])
})

test('a summary has three lines and shows nobody’s number', () => {
  const turns = talk('他: 试听多少钱', '我: 99元', '他: 我电话13800001234')

  expect(summarise(turns, { phone: '13800001234', city: '上海' }, {})).toBe(
    ['客户说：试听多少钱；我电话138****1234', '已回复：99元', '已收集：电话 138****1234、城市 上海'].join('\n'),
  )
  expect(summarise([], {}, {})).toBe('')
})
