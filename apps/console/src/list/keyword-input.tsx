import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isComposing } from '../browser/keyboard.ts'
import styles from './keyword-input.module.css'
import { KEYWORD_MAX } from './url-query.ts'
import { texts } from './texts.ts'

// Debounce; one keyword is one history entry.
const PAUSE_MS = 300

const KEYWORD_ID = 'list-keyword'

/** 清空 unmounts with the filters it cleared; focus moves to the first filter. */
export function clearFilters(onClear: () => void) {
  onClear()
  document.getElementById(KEYWORD_ID)?.focus()
}

type KeywordInputProps = { value: string; placeholder: string; onChange: (value: string) => void }

/** Not antd's input: the workbench begins with this one. Debounced; never in the middle of an input method composition. */
export function KeywordInput({ value, placeholder, onChange }: KeywordInputProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Sent, but not yet the value: the URL is written in a transition, which ends later.
  const [sent, setSent] = useState<readonly string[]>([])
  const [isInMethod, setIsInMethod] = useState(false)
  if (value !== known) {
    setKnown(value)
    const index = sent.indexOf(value)
    // The URL changed otherwise (back, 清空): show its value. Else what was typed meanwhile stays.
    if (index < 0) setTyped(value)
    setSent(index < 0 ? [] : sent.slice(index + 1))
  }
  const keyword = typed.trim()
  const isSent = keyword === (sent.at(-1) ?? value)
  const send = () => {
    if (isSent) return
    setSent([...sent, keyword])
    onChange(keyword)
  }
  useEffect(() => {
    if (isInMethod || isSent) return undefined
    const timer = setTimeout(send, PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <label className={styles.field}>
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <input
        id={KEYWORD_ID}
        type="search"
        aria-label={texts.keyword}
        placeholder={placeholder}
        maxLength={KEYWORD_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onCompositionStart={() => setIsInMethod(true)}
        onCompositionEnd={() => setIsInMethod(false)}
        // Sent later, it would undo what is pressed meanwhile: another filter closes what is open of the list.
        onBlur={send}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event.nativeEvent) && send()}
      />
    </label>
  )
}
