import type { Source } from '@ruwu/contract'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PopoverButton } from '../../rendering/floating.tsx'
import { onDemand } from '../../rendering/on-demand.tsx'
import { texts } from './texts.ts'

const EmojiPicker = onDemand(async () => (await import('./emoji-picker.tsx')).EmojiPicker)

type EmojiPopoverProps = {
  source: Source
  onPick: (code: string) => void
  /** The focus should return to the text. */
  onDone: () => void
  /** The button. */
  children: (isOpen: boolean) => ReactNode
}

/** Emoji of a source, opened by a button. Stays open for several picks. */
export function EmojiPopover({ source, onPick, onDone, children }: EmojiPopoverProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    setIsOpen(false)
    onDone()
  }
  const pick = (code: string) => {
    onPick(code)
    // After a mouse click focus returns to the text; with the keyboard it stays in the grid.
    if (!document.activeElement?.matches(':focus-visible')) onDone()
  }
  return (
    <PopoverButton
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      placement="topLeft"
      content={<EmojiLayer source={source} onPick={pick} onEscape={close} />}
    >
      <span>{children(isOpen)}</span>
    </PopoverButton>
  )
}

type EmojiLayerProps = { source: Source; onPick: (code: string) => void; onEscape: () => void }

function EmojiLayer({ source, onPick, onEscape }: EmojiLayerProps) {
  const root = useRef<HTMLDivElement>(null)
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    element.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      escape()
    }
    element.addEventListener('keydown', onKeyDown)
    return () => element.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the popover is the layer
    <div ref={root} role="dialog" aria-label={texts.emoji} tabIndex={-1}>
      <EmojiPicker source={source} onPick={onPick} />
    </div>
  )
}
