import type { LastMessage } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { lastMessageText, waitLevel, waitText } from './customer-texts.ts'

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
  [59_999, 'none', '00:59'],
  [60_000, 'shown', '01:00'],
  [179_999, 'shown', '02:59'],
  [180_000, 'bad', '03:00'],
  [3_661_000, 'bad', '1:01:01'],
])('after %i ms somebody waits %s: %s', (ms, level, text) => {
  expect(waitLevel(ms)).toBe(level)
  expect(waitText(ms)).toBe(text)
})
