import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDebouncedRefresh } from './debounced-refresh.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const times = { quietMs: 500, periodMs: 2000 }

test('half a second after the last of a burst it happens once', () => {
  const refresh = vi.fn()
  const request = createDebouncedRefresh(refresh, times)
  request()
  vi.advanceTimersByTime(400)
  request()

  vi.advanceTimersByTime(499)
  expect(refresh).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('not more than once in two seconds', () => {
  const refresh = vi.fn()
  const request = createDebouncedRefresh(refresh, times)
  request()
  vi.advanceTimersByTime(500)
  request()
  vi.advanceTimersByTime(1999)
  expect(refresh).toHaveBeenCalledTimes(1)

  vi.advanceTimersByTime(1)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('a burst without an end does not keep it from happening', () => {
  const refresh = vi.fn()
  const request = createDebouncedRefresh(refresh, times)
  for (let ms = 0; ms < 10_000; ms += 100) {
    request()
    vi.advanceTimersByTime(100)
  }

  expect(refresh).toHaveBeenCalledTimes(5)
})
