import type { Clock } from '../../platform/clock.ts'

export const OPEN_AFTER_FAILURES = 5
const FAILURE_WINDOW_MS = 60_000
export const OPEN_FOR_MS = 60_000

type State = { failures: number[]; openUntil: number }

/** Circuit breaker by key, per process: open for OPEN_FOR_MS after OPEN_AFTER_FAILURES failures within FAILURE_WINDOW_MS. */
export function createCircuitBreaker(clock: Clock) {
  const states = new Map<string, State>()
  return {
    isOpen: (key: string): boolean => (states.get(key)?.openUntil ?? 0) > clock.now().getTime(),

    recordSuccess(key: string): void {
      states.delete(key)
    },

    recordFailure(key: string): void {
      const now = clock.now().getTime()
      for (const [each, { failures, openUntil }] of states)
        if (openUntil <= now && failures.every((at) => at <= now - FAILURE_WINDOW_MS)) states.delete(each)
      const before = states.get(key)?.failures ?? []
      const failures = [...before.filter((at) => at > now - FAILURE_WINDOW_MS), now]
      states.set(key, { failures, openUntil: failures.length >= OPEN_AFTER_FAILURES ? now + OPEN_FOR_MS : 0 })
    },
  }
}
