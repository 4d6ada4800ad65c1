import { expect, test } from 'vitest'
import type { AutomaticKind } from '../guard/held-back.ts'
import { DEFAULT_GLOBAL, isAutomation, whyHeldByGlobal } from './global-setting.ts'

const NIGHT = { now: new Date('2026-03-16T23:00:00+08:00'), timeZone: 'Asia/Shanghai' }
const DAY = { now: new Date('2026-03-16T10:00:00+08:00'), timeZone: 'Asia/Shanghai' }
const quiet = { ...DEFAULT_GLOBAL, quiet: { ...DEFAULT_GLOBAL.quiet, enabled: true } }
const free = { isPaused: false, setting: DEFAULT_GLOBAL, sentToday: 0, isPrompted: true }

test.each<[string, Partial<typeof free>, typeof DAY, string | undefined]>([
  ['nothing is set', {}, NIGHT, undefined],
  ['paused', { isPaused: true }, DAY, '所有自动化已暂停'],
  ['paused, whatever else holds', { isPaused: true, sentToday: 9 }, DAY, '所有自动化已暂停'],
  ['quiet hours, begun by us', { setting: quiet, isPrompted: false }, NIGHT, '全局免打扰时段内不主动发送'],
  ['quiet hours, asked by the customer', { setting: quiet }, NIGHT, undefined],
  ['by day, begun by us', { setting: quiet, isPrompted: false }, DAY, undefined],
  ['the last of the day', { sentToday: 5 }, DAY, undefined],
  ['one more', { sentToday: 6 }, DAY, '今日自动消息已达 6 条上限'],
])('%s', (_what, part, at, expected) => {
  expect(whyHeldByGlobal({ ...free, ...part }, at)).toBe(expected)
})

test.each<[AutomaticKind, boolean]>([
  ['ai_answer', false],
  ['handoff', false],
  ['queue', false],
  ['points_out', false],
  ['welcome', true],
  ['card_rule', true],
  ['silence_card', true],
  ['follow_up', true],
  ['flow_step', true],
  ['comment_reply', true],
  ['rule', true],
  ['silence_rule', true],
])('%s is automation: %s', (kind, expected) => {
  expect(isAutomation(kind)).toBe(expected)
})
