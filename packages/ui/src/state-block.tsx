import { CircleAlert, Inbox, type LucideIcon } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { texts } from './texts.ts'
import styles from './state-block.module.css'

type EmptyProps = { icon?: LucideIcon; text: string; action?: ReactNode }

/** Empty state: icon, one sentence, next action. */
export function Empty({ icon: Icon = Inbox, text, action }: EmptyProps) {
  return (
    <div className={styles.block}>
      <Icon size={40} strokeWidth={1.25} aria-hidden="true" />
      <p>{text}</p>
      {action}
    </div>
  )
}

type ErrorBlockProps = {
  message: string
  /** The button is busy until the returned promise settles. */
  onRetry?: () => unknown
}

/** Error state of one panel; the rest of the page stays usable. */
export function ErrorBlock({ message, onRetry }: ErrorBlockProps) {
  const [isRetrying, setIsRetrying] = useState(false)
  const block = useRef<HTMLDivElement>(null)
  const retry = async () => {
    setIsRetrying(true)
    await Promise.resolve(onRetry?.()).catch(() => {})
    setIsRetrying(false)
  }
  // On success the button unmounts: focus moves to the loaded content.
  useLayoutEffect(() => {
    const element = block.current
    return () => {
      if (element?.contains(document.activeElement)) element.closest('main')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={block} className={cx(styles.block, styles.error)} role="alert">
      <CircleAlert size={40} strokeWidth={1.25} aria-hidden="true" />
      <p>
        {texts.failed}
        <span>{message}</span>
      </p>
      {onRetry && (
        <Button onClick={retry} busy={isRetrying}>
          {texts.retry}
        </Button>
      )}
    </div>
  )
}
