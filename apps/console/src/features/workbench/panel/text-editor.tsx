import { INPUT_PLACEHOLDER, isTooLong, lengthCounter } from '@ruwu/domain'
import { Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../../browser/keyboard.ts'
import styles from './text-editor.module.css'

type TextEditorProps = {
  label: string
  value: string
  max: number
  tooLong: string
  /** Validation besides the maximum length. */
  problemOf?: (value: string) => string | undefined
  onSave: (value: string) => void
  onClose: () => void
}

/** Text input. Enter and blur save, Esc discards. */
export function TextEditor({ label, value, max, tooLong, problemOf, onSave, onClose }: TextEditorProps) {
  const [draft, setDraft] = useState(value)
  const [problem, setProblem] = useState<string>()
  const noteId = useId()
  const box = useRef<InputRef>(null)
  useEffect(() => box.current?.focus(), [])
  const [begun] = useState(value)
  const submit = () => {
    const outcome = resolveDraft(begun, draft, (next) => (isTooLong(next, max) ? tooLong : problemOf?.(next)))
    if (outcome.kind === 'refused') return setProblem(outcome.problem)
    if (outcome.kind === 'changed') onSave(outcome.value)
    return onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Otherwise Enter would press the re-rendered button, and Esc would close the drawer.
    event.preventDefault()
    if (event.key === 'Enter') submit()
    else onClose()
  }
  return (
    <div className={styles.editor}>
      <Input
        ref={box}
        size="small"
        aria-label={label}
        placeholder={INPUT_PLACEHOLDER}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && noteId}
        status={problem ? 'error' : undefined}
        value={draft}
        suffix={lengthCounter(draft, max) ?? <span />}
        onChange={({ target }) => {
          setDraft(target.value)
          setProblem(undefined)
        }}
        onKeyDown={onKeyDown}
        onBlur={submit}
      />
      {problem && (
        <p id={noteId} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

type DraftOutcome = { kind: 'unchanged' } | { kind: 'refused'; problem: string } | { kind: 'changed'; value: string }

/**
 * What leaving the input does. Compares with the initial value: the stored value may have changed meanwhile, and an
 * untouched input must not restore the old one.
 */
export function resolveDraft(
  begun: string,
  draft: string,
  problemOf: (value: string) => string | undefined,
): DraftOutcome {
  const value = draft.trim()
  if (value === begun.trim()) return { kind: 'unchanged' }
  const problem = problemOf(value)
  return problem ? { kind: 'refused', problem } : { kind: 'changed', value }
}
