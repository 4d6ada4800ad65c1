import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './info-note.module.css'

/** A sentence above what it is about, such as why nothing can be changed there. */
export const InfoNote = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <p className={cx(styles.note, className)}>{children}</p>
)
