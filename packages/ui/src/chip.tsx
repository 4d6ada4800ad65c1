import type { ReactNode } from 'react'
import styles from './chip.module.css'

/** A muted label beside a name. */
export function Chip({ children }: { children: ReactNode }) {
  return <span className={styles.chip}>{children}</span>
}
