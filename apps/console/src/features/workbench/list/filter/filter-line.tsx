import type { ReactNode } from 'react'
import styles from './filter-line.module.css'

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
