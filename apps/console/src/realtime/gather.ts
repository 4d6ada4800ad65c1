import type { Timers } from '@ruwu/chat-client'

/**
 * Takes what comes close together at once, in its order: the first immediately, what follows it soon after together with all the rest of
 * that time. Many customers who write at the same time make the screen drawn some times in a second, not with each of their words.
 */
export function createGatherer<T>(take: (all: T[]) => void, periodMs: number, timers: Timers) {
  let waiting: T[] = []
  let lastAt = -Infinity
  let cancel: (() => void) | undefined

  function flush() {
    cancel?.()
    cancel = undefined
    if (waiting.length === 0) return
    const all = waiting
    waiting = []
    take(all)
    // Only now: taking them may itself take long, and something else wants its turn as well.
    lastAt = timers.now()
  }

  function add(one: T) {
    waiting.push(one)
    if (cancel) return
    const restMs = lastAt + periodMs - timers.now()
    if (restMs <= 0) flush()
    else cancel = timers.after(restMs, flush)
  }

  return { add, flush }
}
