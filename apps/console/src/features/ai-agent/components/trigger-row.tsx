import { Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import styles from './trigger-row.module.css'

type TriggerRowProps = {
  label: string
  enabled: boolean
  /** The condition as text, with its numeric inputs. */
  note: ReactNode
  error?: string | undefined
  /** Undefined: the condition cannot be switched off. */
  onToggle?: (enabled: boolean) => void
  /** Extra fields, shown while enabled. */
  children?: ReactNode
}

/** One handoff condition. */
export function TriggerRow({ label, enabled, note, error, onToggle, children }: TriggerRowProps) {
  const labelId = useId()
  return (
    <li className={styles.row}>
      <Switch
        size="small"
        className={styles.switch}
        aria-labelledby={labelId}
        checked={enabled}
        {...(!onToggle && { disabled: true })}
        onChange={(checked) => onToggle?.(checked)}
      />
      <b id={labelId}>{label}</b>
      <div className={styles.note}>{note}</div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {enabled && children && <div className={styles.more}>{children}</div>}
    </li>
  )
}
