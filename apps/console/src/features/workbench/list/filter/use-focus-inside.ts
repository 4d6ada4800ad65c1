import { useEffect, useRef } from 'react'

/** The panel is a portal at the end of the body: focus moves into it, and Esc restores it. */
export function useFocusInside(root: { current: HTMLElement | null }, onEscape: () => void) {
  const escape = useRef(onEscape)
  useEffect(() => {
    escape.current = onEscape
  })
  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    element.focus({ preventScroll: true })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      event.preventDefault()
      escape.current()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [root])
}
