import { X } from 'lucide-react'
import { useId, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { useModalLayer } from './modal-layer.ts'
import { texts } from './texts.ts'
import styles from './side-sheet.module.css'

type SideSheetProps = {
  title: string
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  closeText?: string
  width?: 'md' | 'lg' | 'xl'
  /** The page stays readable beside it, on a phone above it: for a choice that depends on what is there. */
  isClear?: boolean
}

/** A layer at the right edge for a short form; mounted while open. On a phone it takes the whole width. */
export function SideSheet(props: SideSheetProps) {
  const { title, onClose, children, footer, closeText = texts.close, width = 'md', isClear = false } = props
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModalLayer(ref, onClose)
  return createPortal(
    <div className={cx(styles.mask, isClear && styles.clear)}>
      <button type="button" className={styles.outside} tabIndex={-1} aria-hidden="true" onClick={onClose} />
      <dialog
        open
        ref={ref}
        className={cx(styles.sheet, styles[width])}
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={closeText} title={closeText} onClick={onClose}>
            <X size={18} strokeWidth={1.75} />
          </IconButton>
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </dialog>
    </div>,
    document.body,
  )
}
