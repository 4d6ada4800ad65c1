import type { AiDecision, PreviewFrame } from '@ruwu/contract'
import { PreviewId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import {
  NO_TURNS,
  runningTurn,
  withFailure,
  withFrame,
  withTurnId,
  withQuestion,
  withRating,
  withoutTurn,
} from './preview-turns.ts'

const convId = PreviewId.parse('c'.repeat(32))
const ids = (turnId = 't1') => ({ convId, turnId })

const words = (text: string, index = 0, isWhole = false): PreviewFrame => ({
  type: 'preview_message',
  ...ids(),
  index,
  text,
  isWhole,
})
const decided = (decision: AiDecision): PreviewFrame => ({ type: 'preview_event', ...ids(), decision, findings: [] })
const answer = (...texts: string[]): AiDecision => ({
  kind: 'answer',
  texts,
  ask: null,
  materialId: null,
  tagIds: [],
  isMiss: false,
})
const done = (error: string | null = null): PreviewFrame => ({
  type: 'preview_done',
  ...ids(),
  durationMs: 40,
  points: 1,
  generator: 'builtin',
  error,
})

const asked = () => withTurnId(withQuestion(NO_TURNS, 'k1', '多少钱'), 'k1', 't1')
const after = (...frames: PreviewFrame[]) => frames.reduce(withFrame, asked())

test('streamed text is shown at once and replaced by the decided texts', () => {
  const growing = after(words('每平'), words('米 399'), words('欢迎到店', 1))

  expect(growing.list[0]?.texts).toEqual(['每平米 399', '欢迎到店'])
  expect(withFrame(growing, words('每平方米 399 元', 0, true)).list[0]?.texts).toEqual(['每平方米 399 元', '欢迎到店'])
  expect(withFrame(growing, decided(answer('每平米 399 元'))).list[0]?.texts).toEqual(['每平米 399 元'])
})

test('streamed text disappears when the decision is to stay silent', () => {
  const { list } = after(words('好'), decided({ kind: 'silent', detail: '只有表情' }), done())

  expect(list[0]).toMatchObject({ texts: [], end: { kind: 'done', durationMs: 40, points: 1, generator: 'builtin' } })
})

test('frames that overtake the answer naming their turn are not lost, those of an older turn are', () => {
  const waiting = withQuestion(NO_TURNS, 'k1', '多少钱')

  const early = withFrame(withFrame(waiting, words('旧的')), { ...words('新的'), turnId: 't2' })
  const named = withTurnId(early, 'k1', 't2')

  expect(early.list[0]?.texts).toEqual([])
  expect(named.list[0]).toMatchObject({ turnId: 't2', texts: ['新的'] })
  expect(named.early).toEqual([])
})

test('frames of an unknown turn change nothing', () => {
  const before = after(done())

  expect(withFrame(before, { ...words('谁'), turnId: 'other' })).toBe(before)
})

test('an answer that comes after its time was up stays unread, and another question can be asked', () => {
  const late = [withFailure(asked(), 'k1', '预览超时')].map((turns) => withFrame(turns, words('迟到')))[0]!

  expect(late.list[0]).toMatchObject({ texts: [], end: { kind: 'failed', problem: '预览超时' } })
  expect(runningTurn(late)).toBeUndefined()
  expect(withoutTurn(late, 'k1').list).toEqual([])
})

test('an answer that went wrong says why', () => {
  expect(after(done('模型没有回答')).list[0]?.end).toEqual({ kind: 'failed', problem: '模型没有回答' })
})

test('a finished turn is not ended again, and keeps its rating', () => {
  const rated = withRating(after(done()), 'k1', 'good')

  expect(withFailure(rated, 'k1', '预览超时').list[0]).toMatchObject({ rating: 'good', end: { kind: 'done' } })
})
