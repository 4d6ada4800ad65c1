import { useState } from 'react'

/** The marked row of a list that is walked with the arrows while the keyboard stays in the box; new rows start anew. */
export function useChoice(count: number, resetBy: string) {
  const [choice, setChoice] = useState({ resetBy, index: 0 })
  const index = choice.resetBy === resetBy ? Math.min(choice.index, Math.max(0, count - 1)) : 0
  const setIndex = (next: number) => setChoice({ resetBy, index: next })
  return {
    index,
    setIndex,
    /** From the last on to the first, and back. */
    step: (by: 1 | -1) => count > 0 && setIndex((index + by + count) % count),
  }
}
