import { CustomerId } from '@ruwu/contract'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sample } from '../../../testing/sample.ts'
import { noteComposing, noteComposingEnd, useComposing } from './composing.ts'

const customerId = sample(CustomerId)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  act(noteComposingEnd)
  vi.useRealTimers()
})

/** An agent who has just pressed a key. */
function compose() {
  const { result } = renderHook(() => useComposing(customerId))
  act(() => noteComposing(customerId))
  expect(result.current).toBe(true)
  return () => result.current
}

test('an agent no longer composes once the box is empty or its text was sent', () => {
  const isComposing = compose()

  act(noteComposingEnd)

  expect(isComposing()).toBe(false)
})

test('an agent no longer composes ten seconds after the last key', () => {
  const isComposing = compose()
  act(() => void vi.advanceTimersByTime(9_000))
  act(() => noteComposing(customerId))

  act(() => void vi.advanceTimersByTime(9_999))
  expect(isComposing()).toBe(true)
  act(() => void vi.advanceTimersByTime(1))
  expect(isComposing()).toBe(false)
})
