/** Differences up to this come from the way of an answer and from dates without fractions of a second. */
const TOLERANCE_MS = 3_000

let aheadMs = 0

/** Compares the browser's clock with the date of an answer; clocks of offices are often minutes wrong. */
export function noteServerDate(date: string | null): void {
  const measured = Date.now() - Date.parse(date ?? '')
  if (Number.isNaN(measured)) return
  // A new difference only when the known one is wrong, so that a countdown does not jump to and fro.
  if (Math.abs(measured - aheadMs) > TOLERANCE_MS) aheadMs = Math.abs(measured) > TOLERANCE_MS ? measured : 0
}

/** The server's time when the browser's clock shows `now`: for deadlines that the server decides on. */
export const serverTime = (now: number): Date => new Date(now - aheadMs)
