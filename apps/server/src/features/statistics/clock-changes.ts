import type { SumName } from '@ruwu/domain'
import { type CustomerGrouping, customerGroups, type Filter, foundGroups, withRoom } from './customer-groups.ts'
import { type TimeHour, TURN_KIND, TURN_ROW, WAIT_ROW } from './customer-hours.repo.ts'
import type { PartHours } from './customer-hours.ts'
import type { Counter } from './hour-pass.ts'
import { type Clocked, type ResponseClocks, responseClocks, workedOf } from './response-clocks.ts'

/** Sums that depend on the clock (wall or working hours). */
const TIMES = [
  'humanFirstSec',
  'firstIn30s',
  'firstIn1m',
  'firstIn3m',
  'firstOver3m',
  'turnsIn30s',
  'turnsIn1m',
  'turnsIn3m',
  'humanTurnSec',
  'aiTurnSec',
  'aiFirstSec',
] as const satisfies readonly SumName[]
type Time = (typeof TIMES)[number]
const WIDTH = TIMES.length

const AT = Object.fromEntries(TIMES.map((name, index) => [name, index])) as Record<Time, number>
const { humanFirstSec, firstIn30s, firstIn1m, firstIn3m, firstOver3m } = AT
const { turnsIn30s, turnsIn1m, turnsIn3m, humanTurnSec, aiTurnSec, aiFirstSec } = AT

export const isTime = (name: SumName): name is Time => name in AT

/** Adds a first response to the sums of a cell, or with -1 takes it away. */
function addWait(sums: Float64Array, cell: number, ms: number, sign: 1 | -1): void {
  sums[cell + humanFirstSec]! += sign * ms
  const bucket = ms <= 30_000 ? firstIn30s : ms <= 60_000 ? firstIn1m : ms <= 180_000 ? firstIn3m : firstOver3m
  sums[cell + bucket]! += sign
}

/** Makes a turn one of another time. */
function changeTurn(sums: Float64Array, cell: number, started: number, from: number, to: number): void {
  if (from > 30_000 !== to > 30_000) sums[cell + turnsIn30s]! += to > 30_000 ? -1 : 1
  if (from > 60_000 !== to > 60_000) sums[cell + turnsIn1m]! += to > 60_000 ? -1 : 1
  if (from > 180_000 !== to > 180_000) sums[cell + turnsIn3m]! += to > 180_000 ? -1 : 1
  if (started & TURN_KIND.human) sums[cell + humanTurnSec]! += to - from
  if (started & TURN_KIND.ai) sums[cell + aiTurnSec]! += to - from
  if (started & TURN_KIND.aiFirst) sums[cell + aiFirstSec]! += to - from
}

export type ClockChanges = ReturnType<typeof clockChanges>

/**
 * What the filter's clock adds in an hour to sums by the wall clock, by dimension. Only times during which a clock stood still are looked
 * at, and once for all counters that are at the same hour.
 */
export function clockChanges(filter: Clocked) {
  const clocks = responseClocks(filter)
  let passing: Uint8Array | undefined
  let last: TimeHour | undefined
  const changes: Changes = { dimensions: [], isChanged: new Uint8Array(), sums: new Float64Array() }
  const begin = (batch: PartHours<'times'>): void => {
    clocks.extend(batch.dimensions)
    changes.isChanged = withRoom(changes.isChanged, batch.dimensions.length)
    changes.sums = withRoom(changes.sums, batch.dimensions.length * WIDTH)
    passing = batch.passing
  }
  const of = (hour: TimeHour) => {
    if (hour === last) return changes
    last = hour
    for (const dimension of changes.dimensions) {
      changes.isChanged[dimension] = 0
      changes.sums.fill(0, dimension * WIDTH, (dimension + 1) * WIDTH)
    }
    changes.dimensions.length = 0
    if (!clocks.isWall()) lookAt(hour, clocks, passing, changes)
    return changes
  }
  return { begin, of }
}

/** `dimensions`: those of which `isChanged` is 1. A set would take longer than the sums: it is asked for each time that is changed. */
type Changes = { dimensions: number[]; isChanged: Uint8Array; sums: Float64Array }

function noteChanged({ dimensions, isChanged }: Changes, dimension: number): void {
  if (isChanged[dimension] === 1) return
  isChanged[dimension] = 1
  dimensions.push(dimension)
}

function lookAt(
  { at, waits, turns }: TimeHour,
  clocks: ResponseClocks,
  passing: Uint8Array | undefined,
  changes: Changes,
): void {
  const { numbers } = clocks
  const { sums } = changes
  const shown = clocks.shownAt(at)
  const running = shown.reduce((least, { runs }) => Math.min(least, runs), Infinity)
  for (let n = 0; n < waits.length; n += WAIT_ROW) {
    const dimension = waits[n + 1]!
    const ms = waits[n + 3]!
    const changed = workedOf(shown[numbers[dimension]!]!, waits[n + 2]!, ms)
    if (changed === ms || (passing && passing[waits[n]!] !== 1)) continue
    noteChanged(changes, dimension)
    addWait(sums, dimension * WIDTH, ms, -1)
    addWait(sums, dimension * WIDTH, changed, 1)
  }
  for (let n = 0; n < turns.length; n += TURN_ROW) {
    const started = turns[n + 2]!
    const ms = turns[n + 3]!
    const from = started >> TURN_KIND.bits
    if (from + ms <= running) break
    const dimension = turns[n + 1]!
    const changed = workedOf(shown[numbers[dimension]!]!, from, ms)
    if (changed === ms || (passing && passing[turns[n]!] !== 1)) continue
    noteChanged(changes, dimension)
    changeTurn(sums, dimension * WIDTH, started, ms, changed)
  }
}

/** The changes by group. */
export function clockCounter<Name extends SumName>(
  changes: ClockChanges,
  filter: Filter,
  names: readonly Name[],
  grouping: CustomerGrouping,
): Counter<PartHours<'times'>, Map<string, Record<Name, number>>> {
  const groups = customerGroups(filter, grouping)
  let sums = new Float64Array()
  let isChanged = new Uint8Array()
  const valueOf = (group: number, name: SumName) => (isTime(name) ? sums[group * WIDTH + AT[name]]! : 0)
  return {
    begin(batch) {
      groups.extend(batch)
      changes.begin(batch)
    },
    add(hour) {
      groups.enter(hour.at)
      sums = withRoom(sums, groups.keys.length * WIDTH)
      isChanged = withRoom(isChanged, groups.keys.length)
      const { isMatch, from, to, list } = groups
      const { dimensions, sums: changed } = changes.of(hour)
      for (const dimension of dimensions) {
        if (isMatch[dimension] === 0) continue
        for (let place = from[dimension]!; place < to[dimension]!; place += 1) {
          const group = list[place]!
          isChanged[group] = 1
          for (let time = 0; time < WIDTH; time += 1) sums[group * WIDTH + time]! += changed[dimension * WIDTH + time]!
        }
      }
    },
    result() {
      return foundGroups(
        groups.keys,
        isChanged,
        (group) => Object.fromEntries(names.map((name) => [name, valueOf(group, name)])) as Record<Name, number>,
      )
    },
  }
}
