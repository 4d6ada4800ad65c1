import { useRef, type PointerEvent } from 'react'
import { LIST_WIDTH, withinWidth } from '../pane-widths.ts'
import { texts } from '../texts.ts'
import styles from './width-handle.module.css'

const STEP_PX = 10

type WidthHandleProps = { width: number; onChange: (width: number) => void; onDone: (width: number) => void }

/** Resizes the list by dragging or arrow keys. */
export function WidthHandle({ width, onChange, onDone }: WidthHandleProps) {
  const start = useRef<{ x: number; width: number }>(undefined)

  const widthAt = (event: PointerEvent) =>
    start.current && withinWidth(start.current.width + event.clientX - start.current.x)
  const onPointerDown = (event: PointerEvent) => {
    // Relative dragging; the native slider would jump to the pointer.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent) => {
    const next = widthAt(event)
    if (next !== undefined) onChange(next)
  }
  const onPointerUp = (event: PointerEvent) => {
    const next = widthAt(event)
    start.current = undefined
    if (next !== undefined) onDone(next)
  }
  return (
    <div className={styles.edge}>
      <input
        type="range"
        className={styles.handle}
        aria-label={texts.listWidth}
        min={LIST_WIDTH.min}
        max={LIST_WIDTH.max}
        step={STEP_PX}
        value={width}
        onChange={(event) => onDone(withinWidth(event.target.valueAsNumber))}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onDoubleClick={() => onDone(LIST_WIDTH.usual)}
      />
    </div>
  )
}
