import { expect, test } from 'vitest'
import { readChatUrl, writeChatUrl } from './chat-url.ts'

const customerId = 'c'.repeat(32)
const messageId = 'd'.repeat(32)

test('a copied address opens the same customer in the same list', () => {
  const address = `scope=3&unread=true&sort=longestWait&customerId=${customerId}&messageId=${messageId}`

  expect(writeChatUrl(readChatUrl(new URLSearchParams(address))).toString()).toBe(address)
  expect(writeChatUrl(readChatUrl(new URLSearchParams(''))).toString()).toBe('')
})

test.each([
  ['7', 7],
  ['0', undefined],
  ['1.5', undefined],
  ['x', undefined],
])('the number %s of a message is read as %s', (text, seq) => {
  const address = new URLSearchParams({ customerId, seq: text })

  expect(readChatUrl(address).seq).toBe(seq)
  expect(writeChatUrl(readChatUrl(address)).get('seq')).toBe(seq === undefined ? null : text)
})

test.each([
  ['customerId=nobody', undefined, undefined],
  [`messageId=${messageId}`, undefined, undefined],
  [`customerId=${customerId}&messageId=x`, customerId, undefined],
  [`customerId=${customerId}&messageId=${messageId}&tab=1`, customerId, messageId],
])('the address ?%s opens %s at %s', (address, customer, message) => {
  expect(readChatUrl(new URLSearchParams(address))).toMatchObject({ customerId: customer, messageId: message })
})
