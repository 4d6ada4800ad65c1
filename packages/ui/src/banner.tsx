import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { cx } from './cx.ts'

/** A warning strip above the content, with an action. */
export function Banner({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className={styles.banner} role="alert">
      <CircleAlert size={16} strokeWidth={2} aria-hidden="true" />
      <p>
        <b>{title}</b>
        {text}
      </p>
      {action}
    </div>
  )
}

/** An info box above content, for example why it is read-only. */
export const InfoNote = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <p className={cx(styles.note, className)}>{children}</p>
)
