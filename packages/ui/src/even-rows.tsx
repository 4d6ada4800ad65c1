import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './even-rows.module.css'

const WIDTHS = [8, 6, 4] as const

/** Columns of as few rows as hold the items, filled evenly: no item stands alone below the others. */
export const evenColumns = (count: number, most: number): number =>
  Math.ceil(count / Math.max(1, Math.ceil(count / most)))

type EvenRowsProps = ComponentProps<'ul'> & { count: number }

/** Small boxes side by side: by the width of the page at most 8, 6, 4 or 2 in a row. */
export function EvenRows({ count, className, ...rest }: EvenRowsProps) {
  const columns = Object.fromEntries(WIDTHS.map((most) => [`--of-${most}`, Math.max(1, evenColumns(count, most))]))
  return (
    <div className={styles.box}>
      <ul {...rest} className={cx(styles.rows, className)} style={columns} />
    </div>
  )
}
