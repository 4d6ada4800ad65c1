import { useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'
import styles from './dialog.module.css'
import { useModalLayer } from './modal-layer.ts'

type DialogProps = {
  title: string
  children?: ReactNode
  footer?: ReactNode
  /** Wider, for content longer than a question. */
  wide?: boolean
  /** Called on Esc; undefined for a dialog that must be answered. */
  onCancel?: () => void
  role?: 'dialog' | 'alertdialog'
}

/** A centred modal; mounted while open. */
export function Dialog({ title, children, footer, wide = false, onCancel, role = 'dialog' }: DialogProps) {
  const ref = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const bodyId = useId()
  useModalLayer(ref, () => onCancel?.())
  return createPortal(
    <div className={styles.mask}>
      <div
        ref={ref}
        className={cx(styles.dialog, wide && styles.wide)}
        role={role}
        aria-modal="true"
        aria-labelledby={titleId}
        aria-describedby={children ? bodyId : undefined}
        tabIndex={-1}
      >
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children && (
          <div id={bodyId} className={styles.body}>
            {children}
          </div>
        )}
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </div>,
    document.body,
  )
}
