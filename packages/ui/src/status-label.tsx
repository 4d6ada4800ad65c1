import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './status-label.module.css'

export type Tone = 'success' | 'warning' | 'error' | 'quiet'

/** A state as icon, label and colour. */
export function StatusLabel({ tone, icon: Icon, children }: { tone: Tone; icon?: LucideIcon; children: ReactNode }) {
  return (
    <span className={cx(styles.state, styles[tone])}>
      {Icon && <Icon size={13} strokeWidth={2} aria-hidden="true" />}
      {children}
    </span>
  )
}
