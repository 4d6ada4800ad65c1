import type { ReactNode } from 'react'
import styles from './bulk-bar.module.css'
import { texts } from './texts.ts'

/** Stands at the foot while rows are being selected: how many, and what can be done with them. */
export function BulkBar({ count, children }: { count: number; children: ReactNode }) {
  return (
    <footer className={styles.bar}>
      <output>{texts.selected(count)}</output>
      {children}
    </footer>
  )
}
