import { Button, cx } from '@ruwu/ui'
import { useEffect } from 'react'
import styles from './save-bar.module.css'
import { texts } from './texts.ts'

type SaveBarProps = {
  isDirty: boolean
  isSaving: boolean
  /** Labels of the changed fields, where the form knows them. */
  changes?: readonly string[]
  /** A box of its own that stays at the bottom of a page. */
  floating?: boolean
  onCancel: () => void
  onSave: () => void
}

/** Appears with the first change; Ctrl/⌘+S saves as well. */
export function SaveBar({ isDirty, isSaving, changes, floating = false, onCancel, onSave }: SaveBarProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
      event.preventDefault()
      onSave()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onSave])
  return (
    <footer className={cx(styles.bar, floating && styles.floating)}>
      {isDirty && (
        <span className={styles.note}>
          {changes ? texts.dirtyCount(changes.length) : texts.dirty}
          {changes && <small className="cut">{changes.join('、')}</small>}
        </span>
      )}
      <Button onClick={onCancel}>{texts.cancel}</Button>
      <Button variant="primary" busy={isSaving} onClick={onSave}>
        {texts.save}
      </Button>
    </footer>
  )
}
