import { setImmediate } from 'node:timers/promises'

/** Rows processed, over all running counts, before yielding to the event loop. */
const ROWS_AT_ONCE = 100_000

/** Await after each batch with its row count; yields when due. */
export type Rest = (rows: number) => Promise<void> | undefined

let looked = 0
const rest: Rest = (rows) => {
  looked += rows
  if (looked < ROWS_AT_ONCE) return undefined
  looked = 0
  return setImmediate()
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Counts of all requests run one after the other, and give way to messages and pushes meanwhile. Side by side none of them would be done
 * sooner, and the tables of all of them would be in memory at once.
 */
export function inTurn<T>(count: (rest: Rest) => Promise<T>): Promise<T> {
  const counted = last.then(() => count(rest))
  last = counted.catch(() => undefined)
  return counted
}
