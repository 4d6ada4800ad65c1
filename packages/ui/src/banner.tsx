import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { cx } from './cx.ts'

/** A strip over the content that something is not as it should be, with what one can do. */
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

/** A sentence above what it is about, such as why nothing can be changed there. */
export const InfoNote = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <p className={cx(styles.note, className)}>{children}</p>
)
