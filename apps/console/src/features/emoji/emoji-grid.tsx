import { type Emoji, PICKER_EMOJI_SIZE_PX } from '@ruwu/domain'
import { type KeyboardEvent, useState } from 'react'
import { EmojiArt } from './emoji.tsx'
import styles from './emoji-picker.module.css'
import { gridStep } from './grid-step.ts'

type EmojiGridProps = { emoji: readonly Emoji[]; onPick: (code: string) => void }

/** Roving tabindex: one tab stop, arrow keys inside. */
export function EmojiGrid({ emoji, onPick }: EmojiGridProps) {
  const [current, setCurrent] = useState(0)
  const moveByArrowKey = (event: KeyboardEvent<HTMLButtonElement>, from: number) => {
    const grid = event.currentTarget.parentElement
    if (!grid) return
    const next = gridStep(event.key, from, { count: emoji.length, columns: columnsOf(grid) })
    if (next === undefined) return
    event.preventDefault()
    grid.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className={styles.grid}>
      {emoji.map(({ code, art }, index) => (
        <button
          key={code}
          type="button"
          className={styles.choice}
          title={code}
          aria-label={code}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setCurrent(index)}
          onKeyDown={(event) => moveByArrowKey(event, index)}
          onClick={() => onPick(code)}
        >
          <EmojiArt art={art} size={PICKER_EMOJI_SIZE_PX} />
        </button>
      ))}
    </div>
  )
}

/** The number of columns is decided by CSS. */
const columnsOf = (grid: Element) => getComputedStyle(grid).gridTemplateColumns.split(' ').length
