import { SendRequest } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { isSendBody } from './conversation.routes.ts'

test.each([
  { attendee: 'u2', chatId: 'c1', content: { type: 'text', text: 'hello' } },
  { topicId: 'u1:u2', content: null },
  { topicId: '', content: {}, unknown: [1] },
])('%j is taken as the schema would give it back', (body) => {
  expect(isSendBody(body)).toBe(true)
  expect(SendRequest.parse(body)).toEqual(body)
})

test.each([
  [{ topicId: 'u1:u2', attendee: null, content: {} }],
  [{ chatId: 7, content: {} }],
  [{ topicId: ['u1:u2'], content: {} }],
  [{ topicId: 'u1:u2' }],
  [{}],
  [[]],
  ['{}'],
  [null],
])('%j is left to the schema', (body) => {
  expect(isSendBody(body)).toBe(false)
})
