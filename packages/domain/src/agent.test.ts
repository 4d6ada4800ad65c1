import { expect, test } from 'vitest'
import { agentStatusLabel, isOnline } from './agent.ts'

// R14, R28
test.each([
  [1, true, '在线'],
  [2, false, '隐身'],
  [0, false, '隐身'],
  [undefined, false, '隐身'],
])('status %s is online: %s, and reads %s', (status, online, label) => {
  expect([isOnline(status), agentStatusLabel(status)]).toEqual([online, label])
})
