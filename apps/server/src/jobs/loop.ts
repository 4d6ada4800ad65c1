export type Loop = {
  /** There may be something to do. */
  wake(): void
  /** Resolves when the round under way has ended; no other begins. */
  close(): Promise<void>
}

export type LoopOptions = {
  /** One round; true when there may be more to do at once. */
  round(): Promise<boolean>
  /** How long to wait for the next round when nobody wakes it. */
  everyMs: number
  onError(error: unknown): void
}

/** Runs rounds one after the other: at once while there is work or somebody woke it, else now and then. */
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
