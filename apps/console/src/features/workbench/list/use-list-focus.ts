import { useCallback, useRef, type FocusEvent } from 'react'

/** A row that is not drawn any more takes the keyboard with it. The list has it then, so that Home, End and the arrows go on. */
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
    // Some browsers say so of a row that is being taken away, others do not: only who is still there was left on purpose.
    queueMicrotask(() => {
      if (target.isConnected) focused.current = null
    })
  }, [])
  /** To be called when other rows are drawn. */
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
