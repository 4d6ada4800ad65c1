import { Button, cx } from '@ruwu/ui'
import { SaveButton } from './save-button.tsx'
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

/** Appears with the first change. */
export function SaveBar({ isDirty, isSaving, changes, floating = false, onCancel, onSave }: SaveBarProps) {
  return (
    <footer className={cx(styles.bar, floating && styles.floating)}>
      {isDirty && (
        <span className={styles.note}>
          {changes ? texts.dirtyCount(changes.length) : texts.dirty}
          {changes && <small className="cut">{changes.join('、')}</small>}
        </span>
      )}
      <Button onClick={onCancel}>{texts.cancel}</Button>
      <SaveButton busy={isSaving} onClick={onSave} />
    </footer>
  )
}
