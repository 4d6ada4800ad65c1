import { DEFAULT_FOLLOW_UP } from '@ruwu/domain'
import { expect, test } from 'vitest'
import {
  checkDraft,
  clockOf,
  draftOf,
  firstBad,
  isSameDraft,
  minutesOf,
  saveBody,
  silenceText,
  withStep,
} from './follow-up-draft.ts'

const card = { ...DEFAULT_FOLLOW_UP, version: 3, sentToday: 1, sentInWeek: 2, blockedInWeek: 0 }

test.each([
  [5, '5 分钟'],
  [15, '15 分钟'],
  [120, '2 小时'],
  [90, '1 小时 30 分钟'],
  [1320, '22 小时'],
])('%i minutes are %s', (minutes, text) => {
  expect(silenceText(minutes)).toBe(text)
  expect(minutesOf(clockOf(minutes))).toBe(minutes)
})

test('what is sent is the draft over the version it began with, without the figures', () => {
  const draft = { ...draftOf(card), enabled: true }

  expect(saveBody(card, draft)).toEqual({ ...DEFAULT_FOLLOW_UP, enabled: true, version: 3 })
  expect(isSameDraft(draft, draftOf(card))).toBe(false)
})

test('one step changes, and its error is shown at its field', () => {
  const draft = withStep(draftOf(card), 1, { minutes: 15, mode: 'fixed' })

  expect(draft.steps[0]).toBe(card.steps[0])
  expect(checkDraft(draft)).toEqual({ 'steps.1.minutes': '须晚于上一步', 'steps.1.text': '请输入话术' })
  expect(firstBad(checkDraft(draft))).toBe('steps.1.minutes')
  expect(checkDraft(withStep(draftOf(card), 0, { minutes: 0 }))).toEqual({
    'steps.0.minutes': '沉默时长为 5 分钟到 23 小时',
  })
  expect(checkDraft(draftOf(card))).toEqual({})
})
