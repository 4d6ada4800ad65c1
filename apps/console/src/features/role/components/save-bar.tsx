import { Button } from 'antd'
import { useEffect } from 'react'
import { texts } from '../texts.ts'
import styles from './save-bar.module.css'

type SaveBarProps = { isDirty: boolean; isSaving: boolean; onCancel: () => void; onSave: () => void }

/** Appears with the first change; Ctrl/⌘+S saves as well. */
export function SaveBar({ isDirty, isSaving, onCancel, onSave }: SaveBarProps) {
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
    <footer className={styles.bar}>
      {isDirty && <span className={styles.note}>{texts.dirty}</span>}
      <Button onClick={onCancel}>{texts.cancel}</Button>
      <Button type="primary" loading={isSaving} onClick={onSave}>
        {texts.save}
      </Button>
    </footer>
  )
}
