import { cx } from '@ruwu/ui'
import type { ReactNode } from 'react'
import styles from './bulk-bar.module.css'
import { texts } from './texts.ts'

/** Maximum number of rows of a batch. */
export const BULK_MAX = 200

type BulkBarProps = {
  count: number
  /** A dark bar over the rows instead of one at their end. */
  floating?: boolean
  children: ReactNode
}

/** Shown in selection mode: the number of selected rows and their actions. */
export function BulkBar({ count, floating = false, children }: BulkBarProps) {
  return (
    <footer className={cx(styles.bar, floating && styles.floating)} data-bottom-bar>
      <output>
        {texts.selected(count)}
        {count > BULK_MAX && <small>{texts.bulkMost(BULK_MAX)}</small>}
      </output>
      {children}
    </footer>
  )
}
