import { AutomationAction } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { actionText, minutesText } from './action.ts'

test.each([
  [1, '1 分钟'],
  [90, '1 小时 30 分钟'],
  [1440, '1 天'],
  [10_080, '7 天'],
])('%i minutes: %s', (minutes, expected) => {
  expect(minutesText(minutes)).toBe(expected)
})

const TAG = '1'.repeat(32)

test.each<[unknown, string]>([
  [{ type: 'send', params: { type: 'text', text: '您好' } }, '发消息「您好」'],
  [{ type: 'send', params: { type: 'card', materialId: TAG } }, '发卡片'],
  [{ type: 'add_tags', params: { tagIds: [TAG] } }, '打标签 1 个'],
  [{ type: 'assign', params: { to: 'former' } }, '分配给原客服'],
  [{ type: 'assign', params: { to: 'agents', agentIds: [TAG, TAG] } }, '分配给 2 位客服'],
  [{ type: 'wait', params: { minutes: 60 } }, '等待 1 小时'],
  [{ type: 'archive', params: {} }, '归档'],
])('%j reads %s', (action, expected) => {
  expect(actionText(AutomationAction.parse(action))).toBe(expected)
})

test.each<[string, unknown]>([
  ['a wait of zero', { type: 'wait', params: { minutes: 0 } }],
  ['a wait of more than 7 days', { type: 'wait', params: { minutes: 10_081 } }],
  ['an empty text', { type: 'send', params: { type: 'text', text: ' ' } }],
  ['no tags', { type: 'add_tags', params: { tagIds: [] } }],
  ['no parameters', { type: 'archive' }],
])('refused: %s', (_what, action) => {
  expect(AutomationAction.safeParse(action).success).toBe(false)
})
