/** In-memory queue worked off one item at a time. Best effort: items are lost with the process. */
export class CauseQueue<Cause> {
  private readonly handle: (cause: Cause) => Promise<unknown>
  private readonly onError: (error: unknown) => void
  private waiting: Cause[] = []
  private wake: () => void = () => {}

  constructor(deps: { handle(cause: Cause): Promise<unknown>; onError(error: unknown): void }) {
    this.handle = deps.handle
    this.onError = deps.onError
  }

  onPush(wake: () => void): void {
    this.wake = wake
  }

  push(cause: Cause): void {
    this.waiting.push(cause)
    this.wake()
  }

  /** Handles the waiting items. True when there were any. */
  async run(): Promise<boolean> {
    const causes = this.waiting
    this.waiting = []
    for (const cause of causes) await this.handle(cause).catch(this.onError)
    return causes.length > 0
  }
}
