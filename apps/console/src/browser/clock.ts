import { createStore, type Store, useStore } from '@ruwu/ui/store.ts'

/** One interval for all subscribers, running only while there are any. The value is constant between two ticks. */
function createClock(periodMs: number): Store<number> {
  const tick = () => clock.set(Date.now())
  const clock = createStore(Date.now(), () => {
    tick()
    const timer = setInterval(tick, periodMs)
    return () => clearInterval(timer)
  })
  return clock
}

const second = createClock(1000)
const minute = createClock(60_000)

/** Milliseconds since the epoch, updated every second. All subscribers share one interval. */
export const useSecond = () => useStore(second)

/** A primitive derived from the time; the component re-renders only when the value changes. */
export const useEverySecond = <T extends boolean | number | string>(valueAt: (now: number) => T): T =>
  useStore(second, valueAt)

/** Like useSecond, every minute. */
export const useMinute = () => useStore(minute)
