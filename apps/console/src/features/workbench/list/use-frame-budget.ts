import { useEffect, useState } from 'react'
import { createTurns } from './frame-budget.ts'

/** A row takes a slow machine about three milliseconds, and a frame is over after sixteen. */
const ROWS_PER_FRAME = 5

const turns = createTurns(ROWS_PER_FRAME, (run) => requestAnimationFrame(run))

/** Whether a row that comes into sight is to be drawn already. */
export function useRowTurn(): boolean {
  const [isDue, setIsDue] = useState(turns.take)
  useEffect(() => (isDue ? undefined : turns.wait(() => setIsDue(true))), [isDue])
  return isDue
}
