import * as Radix from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'
import styles from './tooltip.module.css'

// A tooltip explains what is already named, so it waits long and never interrupts reading.
const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  )
}

type TooltipProps = { text: ReactNode; side?: 'top' | 'right' | 'bottom' | 'left'; children: ReactElement }

/** Words about one focusable element; nothing is drawn when there are none. */
export function Tooltip({ text, side, children }: TooltipProps) {
  return text ? (
    <LateTooltip text={text} side={side}>
      {children}
    </LateTooltip>
  ) : (
    children
  )
}

/** For words that may come and go under the pointer: the element stays the same one, so that a click on it is not lost. */
export function LateTooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      {text && (
        <Radix.Portal>
          <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}
