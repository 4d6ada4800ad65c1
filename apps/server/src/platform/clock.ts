/** The only source of time, so that tests can control it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that can be set by another one, such as the database's: leases of several nodes are then compared by one time. */
export function adjustableClock(): Clock & { adjust(byMs: number): void } {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    adjust: (byMs) => {
      offsetMs += byMs
    },
  }
}
