import { type SumName, SUMS } from '@ruwu/domain'
import {
  type CustomerGrouping,
  type CustomerGroups,
  customerGroups,
  type Filter,
  foundGroups,
  withRoom,
} from './customer-groups.ts'
import type { PartHours } from './customer-hours.ts'
import { MASK_BITS, type SumHour } from './customer-hours.repo.ts'
import type { Counter } from './hour-pass.ts'

const WIDTH = SUMS.length

/** Number of the bits that are set. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Sums by group. */
export function sumCounter<Name extends SumName>(
  filter: Filter,
  names: readonly Name[],
  grouping: CustomerGrouping,
): Counter<PartHours<'sums'>, Map<string, Record<Name, number>>> {
  const groups = customerGroups(filter, grouping)
  const at = names.map((name) => SUMS.indexOf(name))
  let sums = new Float64Array()
  let isFound = new Uint8Array()
  let passing: Uint8Array | undefined
  const valuesOf = (group: number) => names.map((name, index) => [name, sums[group * WIDTH + at[index]!]!])
  return {
    begin(batch) {
      groups.extend(batch)
      passing = batch.passing
    },
    add({ at: hour, sums: rows }: SumHour) {
      groups.enter(hour)
      sums = withRoom(sums, groups.keys.length * WIDTH)
      isFound = withRoom(isFound, groups.keys.length)
      addRows(rows, groups, passing, { sums, isFound })
    },
    result() {
      return foundGroups(groups.keys, isFound, (group) => Object.fromEntries(valuesOf(group)) as Record<Name, number>)
    },
  }
}

type Sums = { sums: Float64Array; isFound: Uint8Array }

function addRows(rows: Int32Array, groups: CustomerGroups, passing: Uint8Array | undefined, into: Sums): void {
  const { isMatch, from, to, list } = groups
  const { sums, isFound } = into
  for (let n = 0; n < rows.length;) {
    const dimension = rows[n + 1]!
    const low = rows[n + 2]!
    const high = rows[n + 3]!
    const values = n + 4
    const isCounted = isMatch[dimension] === 1 && (!passing || passing[rows[n]!] === 1)
    n = values + bitCount(low) + bitCount(high)
    if (!isCounted) continue
    for (let place = from[dimension]!; place < to[dimension]!; place += 1) {
      const group = list[place]!
      isFound[group] = 1
      const base = group * WIDTH
      // All of them: to pass over some takes longer.
      let value = values
      for (let bits = low; bits !== 0; bits &= bits - 1) sums[base + 31 - Math.clz32(bits & -bits)]! += rows[value++]!
      for (let bits = high; bits !== 0; bits &= bits - 1)
        sums[base + MASK_BITS + 31 - Math.clz32(bits & -bits)]! += rows[value++]!
    }
  }
}
