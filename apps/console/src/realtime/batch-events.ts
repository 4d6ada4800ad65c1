import type { Timers } from '@ruwu/chat-client'

/**
 * Throttled batching that keeps the order: the first item is passed on at once, items within the period after it
 * together at its end. Limits re-rendering to a few times a second under load.
 */
export function createEventBatcher<T>(take: (all: T[]) => void, timers: Timers) {
  let waiting: T[] = []
  let lastAt = -Infinity
  let next: { at: number; cancel: () => void } | undefined

  function flush() {
    next?.cancel()
    next = undefined
    if (waiting.length === 0) return
    const all = waiting
    waiting = []
    take(all)
    // Measured after processing, which may itself take long, so that other work gets time in between.
    lastAt = timers.now()
  }

  /**
   * `periodMs`: how long after the last batch this item may wait. Its batch includes items that could have waited
   * longer.
   */
  function add(one: T, periodMs: number) {
    waiting.push(one)
    const at = lastAt + periodMs
    if (next && next.at <= at) return
    next?.cancel()
    const restMs = at - timers.now()
    if (restMs <= 0) flush()
    else next = { at, cancel: timers.after(restMs, flush) }
  }

  return { add, flush }
}
