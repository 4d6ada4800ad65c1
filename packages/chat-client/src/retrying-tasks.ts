import { backoffMs } from './backoff.ts'
import type { Timers } from './connection-options.ts'

type TaskOptions = { timers: Timers; random(): number; isWanted(): boolean }

type Running = { task(): Promise<void>; again: boolean; failures: number; cancelRetry?: () => void }

/** Runs named tasks until they succeed: a failed one is tried again later while it is still wanted. */
export class PersistentTasks {
  private readonly options: TaskOptions
  private readonly running = new Map<string, Running>()

  constructor(options: TaskOptions) {
    this.options = options
  }

  /** Asked for while it runs, it runs once more afterwards. */
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

  /** Nothing waits any more. */
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
    // Forgotten meanwhile, perhaps begun anew.
    if (this.running.get(name) !== running) return
    running.failures = hasFailed ? running.failures + 1 : 0
    const retry = () => void this.attempt(name, running)
    if (!this.options.isWanted() || (!hasFailed && !running.again)) this.running.delete(name)
    else if (!hasFailed) retry()
    else running.cancelRetry = this.options.timers.after(backoffMs(running.failures, this.options.random()), retry)
  }
}
