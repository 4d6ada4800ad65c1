import { backoffMs } from './backoff.ts'
import type { Timers } from './connection-options.ts'

type TaskOptions = { timers: Timers; random(): number; isWanted(): boolean }

type Running = { task(): Promise<void>; again: boolean; failures: number; cancelRetry?: () => void }

/** Runs named tasks until they succeed, with backoff, while `isWanted`. */
export class RetryingTasks {
  private readonly options: TaskOptions
  private readonly running = new Map<string, Running>()

  constructor(options: TaskOptions) {
    this.options = options
  }

  /** Single flight: a call during a run causes one more run afterwards. */
  run(name: string, task: () => Promise<void>): void {
    const before = this.running.get(name)
    if (before) {
      before.again = true
      return
    }
    const running = { task, again: false, failures: 0 }
    this.running.set(name, running)
    void this.attempt(name, running)
  }

  /** Cancels all retries. */
  reset(): void {
    for (const { cancelRetry } of this.running.values()) cancelRetry?.()
    this.running.clear()
  }

  private async attempt(name: string, running: Running): Promise<void> {
    running.again = false
    const hasFailed = await running.task().then(
      () => false,
      () => true,
    )
    // reset() removed it meanwhile; a new run may have replaced it.
    if (this.running.get(name) !== running) return
    running.failures = hasFailed ? running.failures + 1 : 0
    const retry = () => void this.attempt(name, running)
    if (!this.options.isWanted() || (!hasFailed && !running.again)) this.running.delete(name)
    else if (!hasFailed) retry()
    else running.cancelRetry = this.options.timers.after(backoffMs(running.failures, this.options.random()), retry)
  }
}
