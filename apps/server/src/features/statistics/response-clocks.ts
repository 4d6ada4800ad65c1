import { clockAt, type WorkingPeriods } from '@ruwu/domain'
import { type Filter, matches } from './customer-groups.ts'
import type { Dimension } from './customer-hours.repo.ts'
import type { FactFilter } from './figures.repo.ts'

export type Clocked = Filter & Pick<FactFilter, 'clock'>

export type ShownClock = ReturnType<typeof clockAt>

const WALL: ShownClock = { runs: Infinity, stands: 0, worked: (_from, ms) => ms }

export type ResponseClocks = ReturnType<typeof responseClocks>

/** The clocks of what the filter lets pass, by a number that dimensions have: 0 is the wall's. */
export function responseClocks(filter: Clocked) {
  const clocks: WorkingPeriods[] = []
  const numberOf = (each: Dimension): number => {
    const clock = matches(filter, each) ? filter.clock.periods.get(each.relationId) : undefined
    if (!clock) return 0
    const known = clocks.indexOf(clock) + 1
    return known > 0 ? known : clocks.push(clock)
  }
  const found = {
    numbers: new Int32Array(),
    /** Numbers mean the same in every batch: there are only more of them. */
    extend(dimensions: readonly Dimension[]): void {
      if (dimensions.length !== found.numbers.length) found.numbers = Int32Array.from(dimensions, numberOf)
    },
    shownAt: (at: number): ShownClock[] => [WALL, ...clocks.map((clock) => clockAt(clock, at))],
    isWall: (): boolean => clocks.length === 0,
  }
  return found
}

/** Milliseconds of a time as the clock shows them. */
export function workedOf(clock: ShownClock, from: number, ms: number): number {
  if (from >= 0 && from + ms <= clock.runs) return ms
  return from >= 0 && from + ms <= clock.stands ? 0 : clock.worked(from, ms)
}
