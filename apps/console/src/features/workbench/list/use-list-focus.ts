import { useCallback, useRef, type FocusEvent } from 'react'

/**
 * When virtualisation unmounts the focused row, focus moves to the list, so that Home, End and arrow keys keep working.
 */
export function useListFocus() {
  const list = useRef<HTMLElement>(null)
  const focused = useRef<Element>(null)

  const scrollerRef = useCallback((element: HTMLElement | Window | null) => {
    list.current = element instanceof HTMLElement ? element : null
  }, [])
  const onFocus = useCallback(({ target }: FocusEvent) => {
    focused.current = target
  }, [])
  const onBlur = useCallback(({ target }: FocusEvent) => {
    // Browsers differ in firing blur for an element being removed: only a row still connected was left on purpose.
    queueMicrotask(() => {
      if (target.isConnected) focused.current = null
    })
  }, [])
  /** Call when other rows have been rendered. */
  const keepFocus = useCallback(
    () =>
      requestAnimationFrame(() => {
        const isLost = focused.current?.isConnected === false && document.activeElement === document.body
        if (isLost) list.current?.focus({ preventScroll: true })
      }),
    [],
  )
  return { scrollerRef, onFocus, onBlur, keepFocus }
}
