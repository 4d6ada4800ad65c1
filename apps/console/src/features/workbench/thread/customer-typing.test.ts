import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isTyping, noteTyping } from './customer-typing.ts'

const wang = 'c'.repeat(32)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('the typing indicator disappears after five seconds without a frame', () => {
  noteTyping(wang)
  vi.advanceTimersByTime(4000)
  noteTyping(wang)
  vi.advanceTimersByTime(4999)
  expect(isTyping(wang)).toBe(true)

  vi.advanceTimersByTime(1)
  expect(isTyping(wang)).toBe(false)
})

test('a typing frame of another user is ignored', () => {
  noteTyping('a'.repeat(32))
  noteTyping(undefined)

  expect(isTyping(wang)).toBe(false)
})
