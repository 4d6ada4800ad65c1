import { useEffect, useRef, useState } from 'react'

// Below this width switches show glyphs only; the same value as in the style sheet.
const NARROW_BELOW_PX = 580

/** Whether the pane is narrow, regardless of the window. */
export function useIsNarrow() {
  const ref = useRef<HTMLElement>(null)
  const [isNarrow, setIsNarrow] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => entry && setIsNarrow(entry.contentRect.width < NARROW_BELOW_PX))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, isNarrow }
}
