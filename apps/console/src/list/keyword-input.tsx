import { Input } from 'antd'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './keyword-input.module.css'
import { KEYWORD_MAX } from './url-query.ts'
import { texts } from './texts.ts'

// Debounce; one keyword is one history entry.
const PAUSE_MS = 300

export const KEYWORD_ID = 'list-keyword'

type KeywordInputProps = { value: string; placeholder: string; onChange: (value: string) => void }

/** Debounced; never in the middle of an input method composition. */
export function KeywordInput({ value, placeholder, onChange }: KeywordInputProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [isComposing, setIsComposing] = useState(false)
  // The URL changed otherwise (back, 清空): show its value.
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (isComposing || typed.trim() === value) return undefined
    const timer = setTimeout(() => onChange(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <Input
      id={KEYWORD_ID}
      className={styles.input}
      type="search"
      aria-label={texts.keyword}
      placeholder={placeholder}
      prefix={<Search size={16} strokeWidth={1.75} aria-hidden="true" />}
      maxLength={KEYWORD_MAX}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
      onPressEnter={() => onChange(typed.trim())}
    />
  )
}
