import { CutText } from '@ruwu/ui'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { texts } from '../texts.ts'
import styles from './editable.module.css'

type EditableProps = {
  label: string
  text: string
  canEdit: boolean
  /** The editor; calls back when done. */
  children: (close: () => void) => ReactNode
}

/** A value that becomes an editor on click. */
export function Editable({ label, text, canEdit, children }: EditableProps) {
  const [isEditing, setIsEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // Restores the focus to the value, unless it has moved elsewhere.
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
