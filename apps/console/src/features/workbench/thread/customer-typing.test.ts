import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isTyping, noteTyping } from './customer-typing.ts'

const wang = 'c'.repeat(32)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('somebody who gives no further sign has stopped writing after five seconds', () => {
  noteTyping(wang)
  vi.advanceTimersByTime(4000)
  noteTyping(wang)
  vi.advanceTimersByTime(4999)
  expect(isTyping(wang)).toBe(true)

  vi.advanceTimersByTime(1)
  expect(isTyping(wang)).toBe(false)
})

test('whoever else writes is not the customer', () => {
  noteTyping('a'.repeat(32))
  noteTyping(undefined)

  expect(isTyping(wang)).toBe(false)
})
