import { useEffect, useRef } from 'react'
import { useKeptFocus } from '../../form/use-kept-focus.ts'

/** Focuses an added row; after a removal, the add button. */
export function useRowFocus(count: number, { newRow, addButton }: { newRow: string; addButton: string }) {
  const known = useRef(count)
  useEffect(() => {
    if (count > known.current) document.getElementById(newRow)?.focus()
    known.current = count
  }, [count, newRow])
  useKeptFocus(String(count), addButton)
}
