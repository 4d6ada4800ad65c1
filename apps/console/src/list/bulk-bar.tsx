import type { ReactNode } from 'react'
import styles from './bulk-bar.module.css'
import { texts } from './texts.ts'

/** Maximum number of rows of a batch. */
export const BULK_MAX = 200

/** Shown in selection mode: the number of selected rows and their actions. */
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
