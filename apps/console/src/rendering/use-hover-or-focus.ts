import { useState, type FocusEvent } from 'react'

/** Whether the pointer or the keyboard is on something. What only they need is not drawn on hundreds of rows that pass by. */
export function usePointed() {
  const [isUnderPointer, setIsUnderPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  return {
    isPointed: isUnderPointer || hasFocus,
    pointing: {
      onPointerEnter: () => setIsUnderPointer(true),
      onPointerLeave: () => setIsUnderPointer(false),
      onFocus: () => setHasFocus(true),
      // On the way from one part to the next the next one must not go.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setHasFocus(currentTarget.contains(relatedTarget)),
    },
  }
}
