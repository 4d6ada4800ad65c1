/**
 * Lets so many have their turn in one frame; who comes later in it waits for the next one. Whoever scrolls by hand brings in a row or two
 * at a time and never waits.
 */
export function createTurns(perFrame: number, atNextFrame: (run: () => void) => void) {
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
      // What was called is drawn in the frame that begins now.
      if (left < perFrame) count()
    })
  }

  return {
    /** Whether there is a turn left in this frame; then it is taken. */
    take: (): boolean => {
      count()
      if (left === 0 || waiting.size > 0) return false
      left -= 1
      return true
    },
    /** Calls when it is one's turn, unless one has gone before. */
    wait: (call: () => void): (() => void) => {
      waiting.add(call)
      count()
      return () => {
        waiting.delete(call)
      }
    },
  }
}
