type RefreshTimes = {
  /** Quiet time after the last call. */
  quietMs: number
  /** Minimum period between two runs, and maximum delay after the first call. */
  periodMs: number
}

/** Debounce with a maximum delay: runs once after a burst of calls. */
export function createDebouncedRefresh(
  refresh: () => void,
  { quietMs, periodMs }: RefreshTimes,
  now = () => Date.now(),
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstCall = 0
  let lastDone = -Infinity

  return function request() {
    const at = now()
    if (timer === undefined) firstCall = at
    else clearTimeout(timer)
    const due = Math.max(Math.min(at + quietMs, firstCall + periodMs), lastDone + periodMs)
    timer = setTimeout(() => {
      timer = undefined
      lastDone = now()
      refresh()
    }, due - at)
  }
}
