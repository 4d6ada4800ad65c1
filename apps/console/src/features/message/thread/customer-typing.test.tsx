import type { CustomerId } from '@ruwu/contract'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteTyping, useCustomerTyping } from './customer-typing.ts'

const wang = 'c'.repeat(32) as CustomerId

function Sign() {
  return useCustomerTyping(wang) ? '正在输入' : '安静'
}

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
  expect(renderToString(<Sign />)).toBe('正在输入')

  vi.advanceTimersByTime(1)
  expect(renderToString(<Sign />)).toBe('安静')
})

test('whoever else writes is not the customer', () => {
  noteTyping('a'.repeat(32))
  noteTyping(undefined)

  expect(renderToString(<Sign />)).toBe('安静')
})
