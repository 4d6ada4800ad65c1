import { useEffect, useRef, useState } from 'react'

// Where the words of the switches give way to their glyphs; the same width as in the style sheets.
const NARROW_BELOW_PX = 580

/** Whether the pane has little room, whatever the window has. */
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
