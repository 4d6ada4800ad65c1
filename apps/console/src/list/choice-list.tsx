import type { ReactNode } from 'react'

type ChoiceListProps = { id: string; label: string; className?: string; children: ReactNode }

/** Listbox controlled from a text box, which keeps the focus and references the active row by aria-activedescendant. */
export function ChoiceList({ id, label, className, children }: ChoiceListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take the keyboard from the box
    <div id={id} className={className} role="listbox" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  )
}

export const choiceId = (listId: string, index: number) => `${listId}-${index}`

type ChoiceProps = {
  id: string
  isMarked: boolean
  /** Drawn with its reason; `onPick` does nothing. */
  isDisabled?: boolean
  className?: string
  onHover: () => void
  onPick: (withShift: boolean) => void
  children: ReactNode
}

export function Choice({ id, isMarked, isDisabled = false, className, onHover, onPick, children }: ChoiceProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box has the keys
    <div
      id={id}
      ref={isMarked ? showRow : undefined}
      className={className}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option cannot stand outside of a select
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      aria-disabled={isDisabled || undefined}
      onMouseMove={onHover}
      // Keeps the focus in the text box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => onPick(event.shiftKey)}
    >
      {children}
    </div>
  )
}

const showRow = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' })
