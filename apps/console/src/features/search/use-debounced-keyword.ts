import { useEffect, useState } from 'react'

// Debounce.
const PAUSE_MS = 200

/** The input's value, and the keyword after a typing pause; never in the middle of an input method composition. */
export function useTypedWord() {
  const [typed, setTyped] = useState('')
  const [word, setWord] = useState('')
  const [isInMethod, setIsInMethod] = useState(false)
  useEffect(() => {
    if (isInMethod || typed.trim() === word) return undefined
    const timer = setTimeout(() => setWord(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, word, isInMethod])
  return {
    typed,
    word,
    type: setTyped,
    /** Sets the keyword at once, without the debounce. */
    put: (next: string) => {
      setTyped(next)
      setWord(next.trim())
    },
    onCompositionStart: () => setIsInMethod(true),
    onCompositionEnd: () => setIsInMethod(false),
  }
}
