import type { LastMessage } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { lastMessageText, senderPrefix, showsWait, waitLevel, waitText } from './customer-texts.ts'

const said = (type: string, text: string) => ({ type, text, senderKind: 'customer', status: 1 }) as LastMessage

test.each([
  [null, ''],
  [said('text', '在吗'), '在吗'],
  [said('image', '/api/attachment/x'), '[图片]'],
  [said('link', '预约免费上门量房'), '[卡片]预约免费上门量房'],
  [said('link', ''), '[卡片]'],
  [said('recalled', ''), '已撤回一条消息'],
])('a last message reads %#', (message, text) => {
  expect(lastMessageText(message)).toBe(text)
})

test.each([
  ['customer', null, null, ''],
  ['human', 'me', '林小满', '我: '],
  ['human', 'wei', '卫青禾', '卫青禾: '],
  ['human', null, null, '抖音App: '],
  ['ai', null, null, 'AI: '],
  ['flow', null, null, '自动: '],
  ['system', null, null, ''],
])('what %s %s said last begins with %s’s name: %j', (senderKind, agentId, agentName, prefix) => {
  const message = { ...said('text', '好的'), senderKind, agentId, agentName } as LastMessage
  expect(senderPrefix(message, 'me', 'douyin')).toBe(prefix)
})

test.each([
  [59_999, 'none', '00:59'],
  [60_000, 'shown', '01:00'],
  [179_999, 'shown', '02:59'],
  [180_000, 'bad', '03:00'],
  [3_661_000, 'bad', '1:01:01'],
  [86_399_999, 'bad', '23:59:59'],
  [86_400_000, 'bad', '1天'],
  [2_323_084_000, 'bad', '26天'],
])('after %i ms somebody waits %s: %s', (ms, level, text) => {
  expect(waitLevel(ms)).toBe(level)
  expect(waitText(ms)).toBe(text)
})

test.each([
  [null, false],
  ['2026-07-07T08:00:01Z', false],
  ['2026-07-07T08:00:00Z', true],
])('who waits since %s is shown waiting a minute after eight: %s', (since, isShown) => {
  expect(showsWait(since, Date.parse('2026-07-07T08:01:00Z'))).toBe(isShown)
})
