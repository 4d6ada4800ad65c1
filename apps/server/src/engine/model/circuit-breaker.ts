import type { Clock } from '../../platform/clock.ts'

export const OPEN_AFTER_FAILURES = 5
const FAILURE_WINDOW_MS = 60_000
export const OPEN_FOR_MS = 60_000

type State = { failures: number[]; openUntil: number }

/** Circuit breaker by key, per process: open for OPEN_FOR_MS after OPEN_AFTER_FAILURES failures within FAILURE_WINDOW_MS. */
export class CircuitBreaker {
  private readonly clock: Clock
  private readonly states = new Map<string, State>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  isOpen(key: string): boolean {
    return (this.states.get(key)?.openUntil ?? 0) > this.clock.now().getTime()
  }

  recordSuccess(key: string): void {
    this.states.delete(key)
  }

  recordFailure(key: string): void {
    const now = this.clock.now().getTime()
    for (const [each, { failures, openUntil }] of this.states)
      if (openUntil <= now && failures.every((at) => at <= now - FAILURE_WINDOW_MS)) this.states.delete(each)
    const before = this.states.get(key)?.failures ?? []
    const failures = [...before.filter((at) => at > now - FAILURE_WINDOW_MS), now]
    this.states.set(key, { failures, openUntil: failures.length >= OPEN_AFTER_FAILURES ? now + OPEN_FOR_MS : 0 })
  }
}
