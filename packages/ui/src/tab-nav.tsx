import type { ReactNode } from 'react'
import styles from './tab-nav.module.css'

/** Parts of one page as links, each in an `li`; the current one has `aria-current`. Scrolls sideways where there is no room. */
export function TabNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.nav} aria-label={label}>
      <ul>{children}</ul>
    </nav>
  )
}
