import { SideSheet } from '@ruwu/ui'
import { cloneElement, type ReactNode, type RefObject, useRef, useState } from 'react'
import { useIsPhone } from '../../../../browser/media-query.ts'
import { type Opener, PopoverButton } from '../../../../rendering/floating.tsx'
import { texts } from '../../texts.ts'
import styles from './filter-button.module.css'

/** Whether a filter is open; closed from inside, the focus is on its button. */
export function useFilterLayer() {
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLElement>(null)
  const close = () => {
    setIsOpen(false)
    anchor.current?.focus()
  }
  return { isOpen, setIsOpen, anchor, close }
}

type FilterLayerProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
  button: Opener
  children: ReactNode
}

/** A filter below its button, on a phone in a sheet. */
export function FilterLayer({ isOpen, onOpenChange, anchor, onClose, button, children }: FilterLayerProps) {
  const isPhone = useIsPhone()
  if (isPhone)
    return (
      <>
        {cloneElement(button, { ref: anchor, onClick: () => onOpenChange(true) })}
        {isOpen && (
          <SideSheet title={texts.filter} onClose={onClose}>
            {children}
          </SideSheet>
        )}
      </>
    )
  return (
    <PopoverButton
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      anchor={anchor}
      placement="bottomLeft"
      content={
        <dialog open aria-label={texts.filter} className={styles.floating}>
          {children}
        </dialog>
      }
    >
      {button}
    </PopoverButton>
  )
}
