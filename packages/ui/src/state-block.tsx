import { CircleAlert, Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import styles from './state-block.module.css'

type EmptyProps = { icon?: LucideIcon; text: string; action?: ReactNode }

/** Nothing here: a line icon, one sentence, the next step. */
export function Empty({ icon: Icon = Inbox, text, action }: EmptyProps) {
  return (
    <div className={styles.block}>
      <Icon size={40} strokeWidth={1.25} aria-hidden="true" />
      <p>{text}</p>
      {action}
    </div>
  )
}

type ErrorBlockProps = { message: string; onRetry?: () => void }

/** The panel could not be filled; the rest of the screen stays usable. */
export function ErrorBlock({ message, onRetry }: ErrorBlockProps) {
  return (
    <div className={cx(styles.block, styles.error)} role="alert">
      <CircleAlert size={40} strokeWidth={1.25} aria-hidden="true" />
      <p>
        加载失败
        <span>{message}</span>
      </p>
      {onRetry && <Button onClick={onRetry}>重试</Button>}
    </div>
  )
}
