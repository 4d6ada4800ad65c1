import type { AgentId, CustomerMessage, MessageId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { lineOfMessage, lineOfPending, type Line } from '../bubble/message-line.ts'
import { bodyOf } from '../bubble/message-body.ts'
import { menuItemsOf } from './menu-items.ts'

const lin = 'a'.repeat(32) as AgentId
const wei = 'b'.repeat(32) as AgentId
const SAID_AT = '2026-03-16T02:00:00.000Z'

const message = (some: Partial<CustomerMessage>): CustomerMessage => ({
  id: 'd'.repeat(32) as MessageId,
  chatId: 'chat0001',
  topicId: 'c'.repeat(32),
  seq: 1,
  senderId: lin,
  senderKind: 'human',
  senderName: '林小满',
  content: { type: 'text', text: '您好' },
  createdAt: SAID_AT,
  updatedAt: SAID_AT,
  platformTime: null,
  status: 1,
  read: false,
  recall: false,
  ...some,
})

const pending = {
  chatId: 'chat0002',
  content: { type: 'text', text: '好' },
  createdAt: SAID_AT,
  reason: '',
  retry: false,
} as const

const lineOf = (some: Partial<CustomerMessage>) => lineOfMessage(message(some), lin, new Set([lin, wei]))
const everything = {
  meId: lin,
  canReply: true,
  canResendForOthers: true,
  canEdit: true,
  canTeach: true,
}
const RECALLABLE = new Date('2026-03-16T02:01:59.999Z')
const itemsOf = (line: Line, some = {}, now = RECALLABLE) =>
  menuItemsOf(line, bodyOf(line.content, 'redbook'), { ...everything, ...some }, now).join(' ')

test.each([
  ['my own text', {}, 'copy quote recall keepReply asNote'],
  ['a colleague’s text', { senderId: wei }, 'copy quote keepReply asNote'],
  ['a customer’s text', { senderId: 'x', senderKind: 'customer' }, 'copy quote keepReply asLead asNote'],
  ['a customer’s picture', { senderId: 'x', senderKind: 'customer', content: { type: 'image', text: '/a' } }, 'quote'],
  ['an answer of the AI', { senderId: '', senderKind: 'ai' }, 'copy quote basis keepAnswer keepReply asNote'],
  ['my failed text', { status: 2 }, 'copy keepReply asNote'],
  ['my failed picture', { status: 2, content: { type: 'image', text: '/a' } }, ''],
  ['a note', { content: { type: 'note', text: '注意' } }, 'copy'],
  ['a system line', { senderKind: 'system', senderId: '', content: { type: 'system', text: '已接待' } }, 'copy'],
  ['a recalled one', { content: { type: 'recalled' } }, ''],
] as const)('%s offers', (_, some, items) => {
  expect(itemsOf(lineOf(some as Partial<CustomerMessage>))).toBe(items)
})

test('what is still on its way can only be copied and kept', () => {
  expect(itemsOf(lineOfPending({ ...pending, state: 'sending' }, lin))).toBe('copy keepReply asNote')
})

test('what never arrived at the server can be put away as well', () => {
  expect(itemsOf(lineOfPending({ ...pending, state: 'failed' }, lin))).toBe('copy keepReply asNote dismiss')
})

test('who may only look can copy, and see what an answer of the AI rests on', () => {
  const onlyLooking = { canReply: false, canEdit: false, canTeach: false }

  expect(itemsOf(lineOf({}), onlyLooking)).toBe('copy')
  expect(itemsOf(lineOf({ senderId: '', senderKind: 'ai' }), onlyLooking)).toBe('copy basis')
})

test('to a colleague’s customer one can’t write, so there is nothing to quote for', () => {
  const line = lineOf({ senderId: 'x', senderKind: 'customer' })

  expect(itemsOf(line, { canResendForOthers: false })).toBe('copy keepReply asLead asNote')
})

test('two minutes are the end of recalling', () => {
  expect(itemsOf(lineOf({}))).toContain('recall')
  expect(itemsOf(lineOf({}), {}, new Date('2026-03-16T02:02:00.000Z'))).not.toContain('recall')
})
