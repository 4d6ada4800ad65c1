export type Loop = {
  /** Starts the next round without waiting for the interval. */
  wake(): void
  /** Resolves when the running round has ended; no other starts. */
  close(): Promise<void>
}

type LoopOptions = {
  /** One round; true when the next should follow at once. */
  round(): Promise<boolean>
  /** Poll interval without a wake. */
  everyMs: number
  onError(error: unknown): void
}

/** Runs rounds sequentially: at once while there is work or after a wake, else every `everyMs`. */
export function startLoop({ round, everyMs, onError }: LoopOptions): Loop {
  const state = { isClosed: false, isWoken: false }
  let rest: { end(): void } | undefined

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, everyMs)
      rest = {
        end: () => {
          clearTimeout(timer)
          resolve()
        },
      }
    }).finally(() => (rest = undefined))

  const run = async () => {
    while (!state.isClosed) {
      state.isWoken = false
      const isMore = await round().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (!isMore && !state.isWoken && !state.isClosed) await pause()
    }
  }
  const ended = run()

  return {
    wake: () => {
      state.isWoken = true
      rest?.end()
    },
    close: () => {
      state.isClosed = true
      rest?.end()
      return ended
    },
  }
}
