/** A moment as a Date, as the wire's RFC 3339 string, or as epoch milliseconds. */
export type Instant = Date | string | number

/** Epoch milliseconds; NaN when the moment cannot be read. */
export function timeOf(instant: Instant): number {
  return instant instanceof Date ? instant.getTime() : new Date(instant).getTime()
}
