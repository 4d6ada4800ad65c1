import { useEffect, useState } from 'react'

// So long a pause means that the word is written.
const PAUSE_MS = 200

/** What is typed, and the word it becomes when the typing pauses; never in the middle of an input method's word. */
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
    /** A whole word at once, without a pause. */
    put: (next: string) => {
      setTyped(next)
      setWord(next.trim())
    },
    onCompositionStart: () => setIsInMethod(true),
    onCompositionEnd: () => setIsInMethod(false),
  }
}
