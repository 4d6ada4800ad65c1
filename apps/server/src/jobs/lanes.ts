import type { Loop } from './loop.ts'

type LaneOptions = {
  count: number
  start(round: () => Promise<boolean>): Loop
  /** One round of a lane; it calls `onClaim` when it has taken work. */
  round(onClaim: () => void): Promise<boolean>
}

/**
 * Several loops that work one queue off at the same time. Only the first free one polls, and one that has taken work wakes
 * the next: an empty queue costs one query per interval.
 */
export function startLanes({ count, start, round }: LaneOptions): Loop {
  const isBusy = Array.from({ length: count }, () => false)
  const wake = () => lanes[Math.max(0, isBusy.indexOf(false))]?.wake()
  const lanes: Loop[] = isBusy.map((_, lane) =>
    start(async () => {
      if (isBusy.indexOf(false) < lane) return false
      isBusy[lane] = true
      try {
        return await round(wake)
      } finally {
        isBusy[lane] = false
      }
    }),
  )
  return { wake, close: async () => void (await Promise.all(lanes.map((each) => each.close()))) }
}
