import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './panel.module.css'

type PanelProps = {
  title?: string
  /** Accessible name without a title. */
  label?: string
  note?: ReactNode
  actions?: ReactNode
  /** Refetching: content stays, a thin progress bar is shown. */
  refreshing?: boolean
  className?: string
  children: ReactNode
}

/** One white box of a page. */
export function Panel({ title, label, note, actions, refreshing = false, className, children }: PanelProps) {
  return (
    <section className={cx(styles.panel, className)} aria-label={title ?? label} aria-busy={refreshing || undefined}>
      {refreshing && <span className={styles.refreshing} />}
      {title && (
        <header className={styles.head}>
          <h2>{title}</h2>
          {note && <small>{note}</small>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
