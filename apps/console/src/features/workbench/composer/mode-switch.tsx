import { cx } from '@ruwu/ui'
import type { KeyboardEvent } from 'react'
import type { DraftMode } from './draft/draft.ts'
import { texts } from './texts.ts'
import styles from './mode-switch.module.css'

const MODES: readonly DraftMode[] = ['reply', 'note']

type ModeSwitchProps = {
  mode: DraftMode
  /** The id of the text box; undefined while it is not rendered. */
  boxId: string | undefined
  onChange: (mode: DraftMode) => void
  /** After a mouse click focus moves to the text; the arrow keys keep it here. */
  onPick: () => void
}

/** Reply to the customer, or internal note. */
export function ModeSwitch({ mode, boxId, onChange, onPick }: ModeSwitchProps) {
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = MODES.find((it) => it !== mode) ?? mode
    onChange(next)
    event.currentTarget.querySelector<HTMLButtonElement>(`[data-mode="${next}"]`)?.focus()
  }
  return (
    <div className={styles.switch} role="tablist" aria-label={texts.mode} tabIndex={-1} onKeyDown={walk}>
      {MODES.map((it) => (
        <button
          key={it}
          type="button"
          role="tab"
          data-mode={it}
          className={cx(it === mode && styles.on)}
          aria-selected={it === mode}
          aria-controls={boxId}
          tabIndex={it === mode ? 0 : -1}
          onClick={() => {
            onChange(it)
            onPick()
          }}
        >
          {texts.modes[it]}
        </button>
      ))}
    </div>
  )
}
