import type { AutomationEvent, MoreAutomation } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { applyAutomationEvent, DEFAULT_FOLLOW_UP } from './follow-up.ts'
import { DEFAULT_AUTO_ARCHIVE, DEFAULT_GLOBAL } from './global-setting.ts'
import { DEFAULT_COMMENT } from './intent-comment.ts'
import { DEFAULT_LEAD_PUSH } from './lead-push.ts'

const more: MoreAutomation = {
  followUp: { ...DEFAULT_FOLLOW_UP, version: 2, sentToday: 3, sentInWeek: 8, blockedInWeek: 0 },
  autoArchive: { ...DEFAULT_AUTO_ARCHIVE, version: 1 },
  comment: { ...DEFAULT_COMMENT, version: 0, repliedInWeek: 0, guidedInWeek: 0 },
  leadPush: { ...DEFAULT_LEAD_PUSH, targets: [], version: 0, pushedInWeek: 0, failedInWeek: 0 },
  global: { ...DEFAULT_GLOBAL, version: 0 },
  words: { own: 0, disabled: 0, hitsInWeek: 0 },
}
const change = (version: number): AutomationEvent => ({
  type: 'automation_change',
  followUp: { ...DEFAULT_FOLLOW_UP, enabled: true, version },
  at: '2026-03-16T02:00:00.000Z',
  operatorId: null,
})

test('a newer version changes the card, and how often it spoke stays', () => {
  expect(applyAutomationEvent(more, change(3))).toEqual({
    ...more,
    followUp: { ...more.followUp, enabled: true, version: 3 },
  })
})

test('one that is known already changes nothing', () => {
  expect(applyAutomationEvent(more, change(2))).toBe(more)
})

test('each card has its own version', () => {
  const base = { type: 'automation_change', at: '2026-03-16T02:00:00.000Z', operatorId: null } as const
  const global = { ...DEFAULT_GLOBAL, dailyMax: 3, version: 1 }

  expect(applyAutomationEvent(more, { ...base, global })).toEqual({ ...more, global })
  expect(applyAutomationEvent(more, { ...base, autoArchive: { enabled: false, days: 1, version: 1 } })).toBe(more)
})
