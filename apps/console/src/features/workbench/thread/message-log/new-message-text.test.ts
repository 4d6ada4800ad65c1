import type { AgentId, CustomerMessage } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { newMessageText } from './new-message-text.ts'

const lin = 'a'.repeat(32) as AgentId

const said = (seq: number, senderName: string, text: string, some: Partial<CustomerMessage> = {}) =>
  ({ seq, senderId: senderName, senderName, content: { type: 'text', text }, ...some }) as CustomerMessage

const read = (messages: CustomerMessage[], sinceSeq: number) =>
  newMessageText({ messages, newer: [] }, sinceSeq, lin, 'redbook')

test('a new message is read with its sender', () => {
  expect(read([said(1, '王女士', '在吗'), said(2, '王女士', '多少钱')], 1)).toBe('王女士：多少钱')
})

test('a picture is read as a word, a system line without a sender', () => {
  const picture = said(2, '王女士', '', { content: { type: 'image', text: '/api/attachment/x' } })
  const line = said(3, '', '', { content: { type: 'system', text: '林小满 接待了客户', unreadable: true } })

  expect(read([picture, line], 1)).toBe('王女士：[图片]\n林小满 接待了客户')
})

test('own messages and recall commands are not announced', () => {
  const recall = said(3, '王女士', '', { content: { type: 'recall', text: 'chat1', unreadable: true } })

  expect(read([said(2, '林小满', '您好', { senderId: lin }), recall], 1)).toBe('')
})

test('of many the last three are read', () => {
  const many = [1, 2, 3, 4, 5].map((seq) => said(seq, '王女士', `第 ${seq} 句`))

  expect(read(many, 0)).toBe('王女士：第 3 句\n王女士：第 4 句\n王女士：第 5 句')
})
