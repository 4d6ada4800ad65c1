import { cx } from '@ruwu/ui'
import { useId, type ReactNode } from 'react'
import styles from './choice-chips.module.css'

type ChoiceChipsProps<T extends string> = {
  label: string
  value: T | undefined
  options: { value: T; label: string; count?: number | undefined }[]
  className?: string
  onChange: (value: T) => void
}

/** Single choice with counts. */
export function ChoiceChips<T extends string>({ label, value, options, className, onChange }: ChoiceChipsProps<T>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={cx(styles.chips, className)}>
      {options.map((option) => (
        <label key={option.value} className={styles.chip}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className={styles.radio}
          />
          {option.label}
          {option.count !== undefined && <b>{option.count}</b>}
        </label>
      ))}
    </div>
  )
}

/** A filter below its label. The control has its own aria-label. */
export function FilterLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  )
}
