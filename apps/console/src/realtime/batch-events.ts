import type { Timers } from '@ruwu/chat-client'

/**
 * Takes what comes close together at once, in its order: the first immediately, what follows it soon together with all the rest of that
 * time. Many customers who write at the same time make the screen drawn some times in a second, not with each of their words.
 */
export function createGatherer<T>(take: (all: T[]) => void, timers: Timers) {
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
    // Only now: taking them may itself take long, and something else wants its turn as well.
    lastAt = timers.now()
  }

  /** `periodMs`: how long after the last taking this one can wait. It takes along whatever could have waited longer. */
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
