import { useState, type FocusEvent } from 'react'

/**
 * Whether an element is hovered or contains the focus, to mount rarely used controls on demand instead of in every row.
 */
export function useHoverOrFocus() {
  const [isUnderPointer, setIsUnderPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  return {
    isHoverOrFocus: isUnderPointer || hasFocus,
    hoverHandlers: {
      onPointerEnter: () => setIsUnderPointer(true),
      onPointerLeave: () => setIsUnderPointer(false),
      onFocus: () => setHasFocus(true),
      // Focus moving between children of the element is no blur.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setHasFocus(currentTarget.contains(relatedTarget)),
    },
  }
}
