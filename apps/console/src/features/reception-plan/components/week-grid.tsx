import { PLAN_CELLS, PLAN_DAYS, type PlanGrid, type PlanMode } from '@ruwu/contract'
import { cellTime, type GridArea, paintCells, runsOf, WEEKDAYS } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { texts } from '../texts.ts'
import { ModeMark, modeClass } from './mode-mark.tsx'
import styles from './week-grid.module.css'

type Cell = { day: number; cell: number }

type WeekGridProps = {
  grid: PlanGrid
  /** The mode that is painted. */
  brush: PlanMode
  disabled: boolean
  /** Present day and cell of the plan's time zone. */
  now: Cell
  /** Name of a mode's flow. */
  flowOf: (mode: PlanMode) => string | undefined
  onPaint: (grid: PlanGrid) => void
}

const AXIS = [0, 6, 12, 18, 24, 30, 36, 42, 48]
const STEPS: Record<string, Cell> = {
  ArrowUp: { day: -1, cell: 0 },
  ArrowDown: { day: 1, cell: 0 },
  ArrowLeft: { day: 0, cell: -1 },
  ArrowRight: { day: 0, cell: 1 },
  PageUp: { day: 0, cell: -6 },
  PageDown: { day: 0, cell: 6 },
}
const within = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))

/** A week of half hours. Dragging paints a rectangle; with keys: arrows move, Shift extends, Space or Enter paints, Esc gives up. */
export function WeekGrid({ grid, brush, disabled, now, flowOf, onPaint }: WeekGridProps) {
  const [cursor, setCursor] = useState<Cell>({ day: 0, cell: 18 })
  const [anchor, setAnchor] = useState<Cell>(cursor)
  const [isDragging, setIsDragging] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const id = useId()
  const area: GridArea = { days: [anchor.day, cursor.day], cells: [anchor.cell, cursor.cell] }
  const isShown = isDragging || (isFocused && !disabled)

  const place = (to: Cell, isExtending: boolean) => {
    setCursor(to)
    if (!isExtending) setAnchor(to)
  }
  const paint = (painted: GridArea) => onPaint(paintCells(grid, painted, brush))

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (disabled || event.button !== 0) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    setIsDragging(true)
    place(cellAt(event), event.shiftKey)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => isDragging && place(cellAt(event), true)
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (!isDragging) return
    setIsDragging(false)
    const end = cellAt(event)
    setCursor(end)
    paint({ days: [anchor.day, end.day], cells: [anchor.cell, end.cell] })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (disabled || event.nativeEvent.isComposing) return
    const step = STEPS[event.key]
    const edge = event.key === 'Home' ? 0 : event.key === 'End' ? PLAN_CELLS - 1 : undefined
    if (step)
      place(
        { day: within(cursor.day + step.day, PLAN_DAYS), cell: within(cursor.cell + step.cell, PLAN_CELLS) },
        event.shiftKey,
      )
    else if (edge !== undefined) place({ ...cursor, cell: edge }, event.shiftKey)
    else if (event.key === ' ' || event.key === 'Enter') paint(area)
    else if (event.key === 'Escape' && (isDragging || anchor !== cursor)) {
      setIsDragging(false)
      setAnchor(cursor)
    } else return
    event.preventDefault()
  }

  const mode = grid[cursor.day]?.[cursor.cell]?.mode ?? 'ai_agent'
  const [from, to] = [Math.min(...area.cells), Math.max(...area.cells) + 1]
  return (
    <div className={styles.scroller}>
      <div className={styles.grid}>
        <div className={styles.days} aria-hidden="true">
          {WEEKDAYS.map((name, day) => (
            <span key={name} className={cx(day === now.day && styles.today)}>
              {name}
            </span>
          ))}
        </div>
        <div
          role="grid"
          tabIndex={0}
          aria-label={texts.fields.grid}
          aria-describedby={`${id}-cell`}
          aria-readonly={disabled}
          className={cx(styles.tracks, !disabled && styles.open)}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => setIsDragging(false)}
          onKeyDown={onKeyDown}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
        >
          {grid.map((row, day) => (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- periods are placed by their times, which cells of a table cannot be
            <div key={WEEKDAYS[day]} role="row" aria-label={WEEKDAYS[day]} className={styles.track}>
              {runsOf(row).map((run) => (
                <div
                  key={run.from}
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                  role="gridcell"
                  className={cx(styles.run, modeClass(run.mode.mode))}
                  style={{ left: percent(run.from), width: percent(run.to - run.from) }}
                >
                  <span className="sr-only">
                    {cellTime(run.from)}–{cellTime(run.to)}
                  </span>
                  <ModeMark mode={run.mode.mode} size={markSize(run.to - run.from)} flow={flowOf(run.mode)} />
                </div>
              ))}
              {day === now.day && <span className={styles.now} style={{ left: percent(now.cell) }} />}
            </div>
          ))}
          {isShown && <span className={cx(styles.chosen, isDragging && modeClass(brush.mode))} style={placeOf(area)} />}
        </div>
        <div className={styles.axis} aria-hidden="true">
          {AXIS.map((cell) => (
            <span key={cell} style={{ left: percent(cell) }}>
              {cellTime(cell)}
            </span>
          ))}
        </div>
        <output id={`${id}-cell`} className="sr-only">
          {texts.cell(dayText(area), cellTime(from), cellTime(to), texts.modes[mode])}
        </output>
      </div>
    </div>
  )
}

/** The cell under the pointer; outside the week the nearest one. */
const cellAt = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>): Cell => {
  const box = currentTarget.getBoundingClientRect()
  return {
    day: within(Math.floor(((clientY - box.top) / box.height) * PLAN_DAYS), PLAN_DAYS),
    cell: within(Math.floor(((clientX - box.left) / box.width) * PLAN_CELLS), PLAN_CELLS),
  }
}

/** Rows and cells of the chosen rectangle. */
const placeOf = ({ days, cells }: GridArea) => ({
  top: `${(Math.min(...days) / PLAN_DAYS) * 100}%`,
  height: `${((Math.abs(days[0] - days[1]) + 1) / PLAN_DAYS) * 100}%`,
  left: percent(Math.min(...cells)),
  width: percent(Math.abs(cells[0] - cells[1]) + 1),
})

const percent = (cells: number) => `${(cells / PLAN_CELLS) * 100}%`

const markSize = (cells: number) => (cells >= 7 ? 'full' : cells >= 4 ? 'short' : 'bare')

const dayText = ({ days }: GridArea) => {
  const [from, to] = [Math.min(...days), Math.max(...days)]
  return from === to ? (WEEKDAYS[from] ?? '') : `${WEEKDAYS[from]}–${WEEKDAYS[to]}`
}
