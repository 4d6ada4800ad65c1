import type { ReactNode } from 'react'
import styles from './tab-nav.module.css'

/** Tabs of a page as links, each in an `li`; the current one has `aria-current`. Scrolls horizontally. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.nav} aria-label={label}>
      <ul>{children}</ul>
    </nav>
  )
}
