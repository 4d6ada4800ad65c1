type BestEffortQueueDeps<Item> = { handle(item: Item): Promise<unknown>; onError(error: unknown): void }

/** In-memory queue worked off one item at a time. Best effort: items are lost with the process. */
export function createBestEffortQueue<Item>({ handle, onError }: BestEffortQueueDeps<Item>) {
  let waiting: Item[] = []
  let wake: (() => void) | undefined
  return {
    onPush(next: () => void): void {
      wake = next
    },
    push(item: Item): void {
      waiting.push(item)
      wake?.()
    },
    /** Handles the waiting items. True when there were any. */
    async run(): Promise<boolean> {
      const items = waiting
      waiting = []
      for (const item of items) await handle(item).catch(onError)
      return items.length > 0
    },
  }
}
