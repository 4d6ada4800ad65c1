export type RefreshTimes = {
  /** How long after the last call it happens. */
  quietMs: number
  /** At most once in this time, and not later than this after the first call. */
  periodMs: number
}

/** Does something once after a burst of calls; a burst that does not end is interrupted. */
export function createRefresher(refresh: () => void, { quietMs, periodMs }: RefreshTimes, now = () => Date.now()) {
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
