import { CutText } from '@ruwu/ui'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { texts } from '../texts.ts'
import styles from './editable.module.css'

type EditableProps = {
  label: string
  text: string
  canEdit: boolean
  /** The editor; it says when it is done. */
  children: (close: () => void) => ReactNode
}

/** A value that a click turns into its editor. */
export function Editable({ label, text, canEdit, children }: EditableProps) {
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // The keyboard goes back to where it came from, unless it has gone elsewhere already.
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (!canEdit) return <CutText text={text || texts.none} />
  if (isEditing) return children(() => setIsEditing(false))
  return (
    <button
      ref={button}
      type="button"
      className={styles.value}
      data-empty={text === '' || undefined}
      onClick={() => setIsEditing(true)}
    >
      <CutText text={text || texts.none} />
      <Pencil size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{texts.edit(label)}</span>
    </button>
  )
}
