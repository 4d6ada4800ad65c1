import { useSyncExternalStore } from 'react'

type Clock = { read: () => number; subscribe: (listener: () => void) => () => void }

/** The interval runs only while there is a subscriber. */
function createClock(periodMs: number): Clock {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    // Constant between two ticks: useSyncExternalStore re-renders forever when the snapshot changes on every read.
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

/** Milliseconds since the epoch, updated every second. All subscribers share one interval. */
export const useSecond = () => useSyncExternalStore(second.subscribe, second.read)

/** A primitive derived from the time; the component re-renders only when the value changes. */
export const useEverySecond = <T extends boolean | number | string>(valueAt: (now: number) => T): T =>
  useSyncExternalStore(second.subscribe, () => valueAt(second.read()))

/** Like useSecond, every minute. */
export const useMinute = () => useSyncExternalStore(minute.subscribe, minute.read)
