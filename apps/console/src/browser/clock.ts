import { useSyncExternalStore } from 'react'

type Clock = { read: () => number; subscribe: (listener: () => void) => () => void }

/** Ticks while somebody looks at it. */
function createClock(periodMs: number): Clock {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    // Between two ticks it stands still, or drawing would never come to an end.
    read: () => now,
    subscribe: (listener) => {
      listeners.add(listener)
      if (timer === undefined) {
        now = Date.now()
        timer = setInterval(tick, periodMs)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

const second = createClock(1000)
const minute = createClock(60_000)

/** The time in milliseconds, every second. All who ask share one timer. */
export const useSecond = () => useSyncExternalStore(second.subscribe, second.read)

/** What a simple value is at this time; who asks hears only of its changes. */
export const useEverySecond = <T extends boolean | number | string>(valueAt: (now: number) => T): T =>
  useSyncExternalStore(second.subscribe, () => valueAt(second.read()))

/** The same, every minute. */
export const useMinute = () => useSyncExternalStore(minute.subscribe, minute.read)
