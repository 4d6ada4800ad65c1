import type { ReactNode } from 'react'
import styles from './bulk-bar.module.css'
import { texts } from './texts.ts'

/** Of one bulk action. */
export const BULK_MAX = 200

/** Stands at the foot while rows are being selected: how many, and what can be done with them. */
export function BulkBar({ count, children }: { count: number; children: ReactNode }) {
  return (
    <footer className={styles.bar}>
      <output>
        {texts.selected(count)}
        {count > BULK_MAX && <small>{texts.bulkMost(BULK_MAX)}</small>}
      </output>
      {children}
    </footer>
  )
}
