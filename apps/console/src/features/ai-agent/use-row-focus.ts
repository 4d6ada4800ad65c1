import { useEffect, useRef } from 'react'
import { useKeptFocus } from '../../form/use-kept-focus.ts'

/** A row that was added gets the keyboard; where one was removed, the button that adds one does. */
export function useRowFocus(count: number, { newRow, addButton }: { newRow: string; addButton: string }) {
  const known = useRef(count)
  useEffect(() => {
    if (count > known.current) document.getElementById(newRow)?.focus()
    known.current = count
  }, [count, newRow])
  useKeptFocus(String(count), addButton)
}
