import { useEffect, useState } from 'react'

// Debounce.
const PAUSE_MS = 200

/** The input's value, and the keyword after a typing pause; never in the middle of an input method composition. */
export function useDebouncedKeyword(start = '') {
  const [typed, setTyped] = useState(start)
  const [keyword, setKeyword] = useState(start)
  const [isInMethod, setIsInMethod] = useState(false)
  useEffect(() => {
    if (isInMethod || typed.trim() === keyword) return undefined
    const timer = setTimeout(() => setKeyword(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, keyword, isInMethod])
  return {
    typed,
    keyword,
    type: setTyped,
    /** Sets the keyword at once, without the debounce. */
    put: (next: string) => {
      setTyped(next)
      setKeyword(next.trim())
    },
    onCompositionStart: () => setIsInMethod(true),
    onCompositionEnd: () => setIsInMethod(false),
  }
}
