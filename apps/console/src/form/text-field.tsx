import { cx } from '@ruwu/ui'
import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './text-field.module.css'

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  id: string
  label: string
  error?: string
  hint?: string
  /** Inside the input's border, at its end. */
  end?: ReactNode
  /** Beside the input. */
  beside?: ReactNode
}

/** 42 px input with label above and error below. */
export function TextField({ id, label, error, hint, end, beside, ...input }: TextFieldProps) {
  return (
    <div className={styles.group}>
      <label htmlFor={id}>{label}</label>
      <div className={cx(beside !== undefined && styles.pair)}>
        <span className={cx(styles.field, error && styles.bad)}>
          <input
            {...input}
            id={id}
            aria-invalid={Boolean(error)}
            aria-describedby={error || hint ? `${id}-hint` : undefined}
          />
          {end}
        </span>
        {beside}
      </div>
      <p id={`${id}-hint`} className={cx(styles.words, error && styles.error)} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </div>
  )
}
