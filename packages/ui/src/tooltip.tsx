import * as Radix from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'
import styles from './tooltip.module.css'

// A long delay: a tooltip only adds to a visible label.
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

/** Tooltip of one focusable element; none without text. */
export function Tooltip({ text, side, children }: TooltipProps) {
  return text ? (
    <ConditionalTooltip text={text} side={side}>
      {children}
    </ConditionalTooltip>
  ) : (
    children
  )
}

/** For text that appears while hovered: the element is not remounted, so that a click is not lost. */
export function ConditionalTooltip({ text, side = 'top', children }: TooltipProps) {
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
