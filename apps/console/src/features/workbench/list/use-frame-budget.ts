import { useEffect, useState } from 'react'
import { createTurns } from './frame-budget.ts'

/** A row takes about 3 ms on a slow machine, a frame 16 ms. */
const ROWS_PER_FRAME = 5

const turns = createTurns(ROWS_PER_FRAME, (run) => requestAnimationFrame(run))

/** Whether a row that enters the viewport may render in this frame. */
export function useRowTurn(): boolean {
  const [isDue, setIsDue] = useState(turns.take)
  useEffect(() => (isDue ? undefined : turns.wait(() => setIsDue(true))), [isDue])
  return isDue
}
