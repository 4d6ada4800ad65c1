import { expect, test } from 'vitest'
import { type FollowUpExclusion, type FollowUpFacts, showsNoIntent, whyNotFollowedUp } from './follow-up-exclusion.ts'

const SILENT: FollowUpFacts = {
  receptionType: 'ai_agent',
  hasOpenSession: true,
  isArchived: false,
  isBlocked: false,
  hasLead: false,
  hasNoIntent: false,
  isUndelivered: false,
  isWaiting: false,
  lastReplyAt: new Date('2026-03-16T02:00:00Z'),
}

test.each<[Partial<FollowUpFacts>, FollowUpExclusion | undefined]>([
  [{}, undefined],
  [{ receptionType: 'workflow' }, undefined],
  [{ receptionType: 'manual' }, 'manual'],
  [{ hasOpenSession: false }, 'ended'],
  [{ isArchived: true }, 'archived'],
  [{ isBlocked: true }, 'blocked'],
  [{ hasLead: true }, 'lead'],
  [{ hasNoIntent: true }, 'noIntent'],
  [{ isUndelivered: true }, 'undelivered'],
  [{ isWaiting: true }, 'waiting'],
  [{ lastReplyAt: null }, 'unanswered'],
])('%j: %s', (part, expected) => {
  expect(whyNotFollowedUp({ ...SILENT, ...part })).toBe(expected)
})

test.each([
  ['不需要了', true],
  ['不用了，谢谢', true],
  ['我暂时不考虑了', true],
  ['没兴趣', true],
  ['已经买好了', true],
  ['别再发消息了', true],
  ['请不要再联系我', true],
  ['不需要预约吗', false],
  ['不用预约吧？', false],
  ['不要白色的', false],
  ['我考虑一下', false],
  ['好的谢谢', false],
  ['多少钱一平', false],
  ['', false],
])('%s: says no %s', (words, expected) => {
  expect(showsNoIntent(words)).toBe(expected)
})

test('words in endless repetition take no time', () => {
  const began = performance.now()

  expect(showsNoIntent(`${'我们这个都也先就'.repeat(2_000)}x`)).toBe(false)

  expect(performance.now() - began).toBeLessThan(1_000)
})
