import { expect, test } from 'vitest'
import { readFrame } from './read-frame.ts'

const RECEIVED_AT = 1_700_000_000_000
const frame = {
  type: 'chat',
  code: 0,
  topicId: 't1',
  seq: 7,
  attendee: 'wei',
  attendeeProfile: { userId: 'wei' },
  chatId: 'chat-001',
  content: { type: 'text', text: '您好', extra: { a: 1 } },
  e2eContent: 'c2VhbGVk',
  message: '说明',
  source: 'console',
  createdAt: '2026-03-16T02:00:00.000Z',
}

// R80
test('a frame gives every field of the envelope, and the time it came', () => {
  expect(readFrame(JSON.stringify(frame), RECEIVED_AT)).toEqual({ ...frame, receivedAt: RECEIVED_AT })
})

test('fields that the server leaves null are absent', () => {
  const nulls = Object.fromEntries(Object.keys(frame).map((key) => [key, null]))

  const read = readFrame(JSON.stringify({ ...nulls, type: 'pong' }), RECEIVED_AT)

  expect(Object.fromEntries(Object.entries(read!).filter(([, value]) => value !== undefined))).toEqual({
    type: 'pong',
    receivedAt: RECEIVED_AT,
  })
})

test.each(['{', '[]', '{"type":1}', 'null'])('%j is no frame', (text) => {
  expect(readFrame(text, RECEIVED_AT)).toBeUndefined()
})
