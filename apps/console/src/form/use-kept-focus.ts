import { useEffect, useRef } from 'react'

/**
 * A control that disappears takes the focus with it, and the keyboard would begin at the top of the page again.
 * Whenever `state` changes, focus lost that way goes to the element with this id.
 */
export function useKeptFocus(state: string, id: string) {
  const known = useRef(state)
  useEffect(() => {
    if (known.current === state) return
    known.current = state
    if (document.activeElement === document.body) document.getElementById(id)?.focus()
  }, [state, id])
}
