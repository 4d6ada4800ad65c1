import { useState } from 'react'

/**
 * The active row of an option list controlled by arrow keys while focus stays in the text box; a changed list resets
 * it.
 */
export function useOptionList(count: number, resetBy: string) {
  const [choice, setChoice] = useState({ resetBy, index: 0 })
  const index = choice.resetBy === resetBy ? Math.min(choice.index, Math.max(0, count - 1)) : 0
  const setIndex = (next: number) => setChoice({ resetBy, index: next })
  return {
    index,
    setIndex,
    /** Wraps around. */
    step: (by: 1 | -1) => count > 0 && setIndex((index + by + count) % count),
  }
}
