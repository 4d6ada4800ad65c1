import type { ReactNode } from 'react'
import styles from './filter-line.module.css'

/** A choice below its name. The control says the name aloud itself. */
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
