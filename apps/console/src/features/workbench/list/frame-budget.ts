import { useEffect, useState } from 'react'

/**
 * Frame budget: at most `perFrame` rows mount in one frame, further ones wait for the next. Normal scrolling mounts one
 * or two rows at a time and never waits.
 */
export function createFrameBudget(perFrame: number, atNextFrame: (run: () => void) => void) {
  const waiting = new Set<() => void>()
  let left = perFrame
  let isCounting = false

  function count() {
    if (isCounting) return
    isCounting = true
    atNextFrame(() => {
      isCounting = false
      left = perFrame
      for (const call of [...waiting].slice(0, perFrame)) {
        waiting.delete(call)
        left -= 1
        call()
      }
      // Rows called now are rendered in the frame that begins.
      if (left < perFrame) count()
    })
  }

  return {
    /** Takes a slot of this frame if one is left. */
    take: (): boolean => {
      count()
      if (left === 0 || waiting.size > 0) return false
      left -= 1
      return true
    },
    /** Calls back when a slot is free; returns the cancellation. */
    wait: (call: () => void): (() => void) => {
      waiting.add(call)
      count()
      return () => {
        waiting.delete(call)
      }
    },
  }
}

/** A row takes about 3 ms on a slow machine, a frame 16 ms. */
const ROWS_PER_FRAME = 5

const budget = createFrameBudget(ROWS_PER_FRAME, (run) => requestAnimationFrame(run))

/** Whether a row that enters the viewport may render in this frame. */
export function useFrameBudget(): boolean {
  const [isDue, setIsDue] = useState(budget.take)
  useEffect(() => (isDue ? undefined : budget.wait(() => setIsDue(true))), [isDue])
  return isDue
}
