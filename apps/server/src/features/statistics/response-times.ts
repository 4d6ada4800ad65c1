import { type CustomerGrouping, type CustomerGroups, customerGroups, withRoom } from './customer-groups.ts'
import { type Hour, WAIT_ROW } from './customer-hours.repo.ts'
import type { CustomerCounter } from './customer-hours.ts'
import { type Clocked, responseClocks, type ShownClock, workedOf } from './response-clocks.ts'

export type Ranks = { humanFirstMedian: number; humanFirstP90: number }

/** Quickselect: puts the value of rank `place` there, none larger before it, and returns it. */
function select(values: Int32Array, place: number): number {
  let [low, high] = [0, values.length - 1]
  while (low < high) {
    const pivot = values[(low + high) >> 1]!
    let [left, right] = [low, high]
    while (left <= right) {
      while (values[left]! < pivot) left += 1
      while (values[right]! > pivot) right -= 1
      if (left > right) break
      const value = values[left]!
      values[left] = values[right]!
      values[right] = value
      left += 1
      right -= 1
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else break
  }
  return values[place]!
}

/** Nearest rank, in seconds, of milliseconds. */
const rank = (times: Int32Array, share: number): number =>
  select(times, Math.max(0, Math.ceil(share * times.length) - 1)) / 1000

/** Ranks of the first response times of sessions that began in the hours by the filter's clock, by group. */
export function rankCounter(filter: Clocked, grouping: CustomerGrouping): CustomerCounter<Map<string, Ranks>> {
  const groups = customerGroups(filter, grouping)
  const clocks = responseClocks(filter)
  const times: Times = { lists: [], lengths: [] }
  let passing: Uint8Array | undefined
  return {
    begin(batch) {
      groups.extend(batch)
      clocks.extend(batch.dimensions)
      passing = batch.passing
    },
    add({ at, waits }: Hour) {
      groups.enter(at)
      putWaits(waits, groups, { shown: clocks.shownAt(at), numbers: clocks.numbers, passing }, times)
    },
    result: () =>
      new Map(
        groups.keys.flatMap((key, group) => {
          const found = times.lists[group]?.subarray(0, times.lengths[group])
          return found ? [[key, { humanFirstMedian: rank(found, 0.5), humanFirstP90: rank(found, 0.9) }] as const] : []
        }),
      ),
  }
}

/** By group; the lists have room for more. */
type Times = { lists: Int32Array[]; lengths: number[] }
type Measured = { shown: readonly ShownClock[]; numbers: Int32Array; passing: Uint8Array | undefined }

function putWaits(waits: Int32Array, groups: CustomerGroups, measured: Measured, times: Times): void {
  const { isMatch, from, to, list } = groups
  const { shown, numbers, passing } = measured
  for (let n = 0; n < waits.length; n += WAIT_ROW) {
    const dimension = waits[n + 1]!
    if (isMatch[dimension] === 0 || (passing && passing[waits[n]!] !== 1)) continue
    const end = to[dimension]!
    if (from[dimension] === end) continue
    const waited = workedOf(shown[numbers[dimension]!]!, waits[n + 2]!, waits[n + 3]!)
    for (let place = from[dimension]!; place < end; place += 1) put(times, list[place]!, waited)
  }
}

function put({ lists, lengths }: Times, group: number, ms: number): void {
  const length = (lengths[group] ??= 0)
  let list = lists[group]
  if (!list || list.length === length) list = lists[group] = withRoom(list ?? new Int32Array(16), length + 1)
  list[length] = ms
  lengths[group] = length + 1
}
