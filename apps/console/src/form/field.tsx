import { cx } from '@ruwu/ui'
import type { ReactNode } from 'react'
import styles from './field.module.css'

/** Props a control needs for its label, hint and error. */
type ControlProps = {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  status: 'error' | undefined
}

type FieldProps = {
  id: string
  label: string
  required?: boolean
  /** Validation message. */
  error?: string
  hint?: ReactNode
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** Label, control, and hint or error below. The label stands above; inside `FieldRows` beside. */
export function Field({ id, label, required = false, error, hint, className, children }: FieldProps) {
  const noteId = error || hint ? `${id}-note` : undefined
  return (
    <div className={cx(styles.field, className)}>
      <label className={cx(styles.label, required && styles.required)} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>
        {children({
          id,
          'aria-invalid': Boolean(error),
          'aria-describedby': noteId,
          status: error ? 'error' : undefined,
        })}
        {error ? (
          <FieldError id={noteId} text={error} />
        ) : (
          hint && (
            <p id={noteId} className={styles.hint}>
              {hint}
            </p>
          )
        )}
      </div>
    </div>
  )
}

/** Why a control's value is refused. */
export const FieldError = ({ id, text }: { id?: string | undefined; text: string }) => (
  <p id={id} className={styles.error} role="alert">
    {text}
  </p>
)

type GroupProps = { label: string; required?: boolean; error?: string; hint?: ReactNode; children: ReactNode }

/** Several controls under one label (fieldset): radios, checkboxes, rows. */
export function FieldGroup({ label, required = false, error, hint, children }: GroupProps) {
  return (
    <fieldset className={styles.field}>
      <legend className={cx(styles.label, required && styles.required)}>{label}</legend>
      <div className={styles.control}>
        {children}
        {error ? <FieldError text={error} /> : hint && <p className={styles.hint}>{hint}</p>}
      </div>
    </fieldset>
  )
}

/** Fields with the label beside the control; above it on narrow screens. */
export function FieldRows({ children }: { children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>
}

/** Fields with the label above. */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}
