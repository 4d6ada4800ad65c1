import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'

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
