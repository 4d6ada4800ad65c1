import { useEffect, useRef } from 'react'

/**
 * A focused control that unmounts would reset focus to the top of the page. Whenever `state` changes, focus lost that
 * way moves to the element with this id.
 */
export function useRestoreFocus(state: string, id: string) {
  const known = useRef(state)
  useEffect(() => {
    if (known.current === state) return
    known.current = state
    if (document.activeElement === document.body) document.getElementById(id)?.focus()
  }, [state, id])
}

/** Focuses an added row; after a removal, the add button. */
export function useRowFocus(count: number, { newRow, addButton }: { newRow: string; addButton: string }) {
  const known = useRef(count)
  useEffect(() => {
    if (count > known.current) document.getElementById(newRow)?.focus()
    known.current = count
  }, [count, newRow])
  useRestoreFocus(String(count), addButton)
}
