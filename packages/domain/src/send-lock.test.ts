import { AgentId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { closedAccountText, sendLock } from './send-lock.ts'

const me = AgentId.parse('a'.repeat(32))
const wei = AgentId.parse('b'.repeat(32))
const free = { agentId: null, agentName: null, isBlocked: false }

test.each([
  ['nobody has the customer', free, undefined],
  ['the customer is mine', { ...free, agentId: me, agentName: '林小满' }, undefined],
  ['a colleague has them', { ...free, agentId: wei, agentName: '卫青禾' }, '该客户由 卫青禾 接待'],
  ['a colleague whose name is not known', { ...free, agentId: wei }, '该客户由 其他客服 接待'],
  ['they are blocked', { ...free, isBlocked: true }, '该客户已被拉黑，无法发送消息'],
])('%s', (_, customer, text) => {
  expect(sendLock(customer, 'open', me)?.text).toBe(text)
})

test('a colleague comes before a block, a block before the account', () => {
  expect(sendLock({ agentId: wei, agentName: '卫', isBlocked: true }, 'unbound', me)?.kind).toBe('taken')
  expect(sendLock({ ...free, isBlocked: true }, 'unbound', me)?.kind).toBe('blocked')
  expect(sendLock(free, 'unbound', me)?.kind).toBe('closed')
})

test('an account sends while its authorisation lasts', () => {
  expect(closedAccountText('open')).toBeUndefined()
  expect(closedAccountText('expiring')).toBeUndefined()
  expect(closedAccountText('pending')).toBe('该渠道账号正在审核中，暂时无法发送消息')
  expect(closedAccountText('needs_reauth')).toBe('账号授权已失效，请管理员重新授权该账号')
  expect(closedAccountText('unbound')).toBe('该渠道账号已解绑，无法发送消息')
})
