import { RECALL_WINDOW_MS } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { findRecalled, keepRecalled } from './recalled-texts.ts'

test('a recalled text can be edited again for two minutes, and not longer', () => {
  keepRecalled('chat-1', '周六上午可以吗', 1000)

  expect(findRecalled('chat-1', 61_000)).toEqual({ text: '周六上午可以吗', left: RECALL_WINDOW_MS - 60_000 })
  expect(findRecalled('chat-1', 1000 + RECALL_WINDOW_MS)).toBeUndefined()
  expect(findRecalled('chat-2', 1000)).toBeUndefined()
})
