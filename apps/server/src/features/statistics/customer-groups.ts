import type { Dimension, Origin } from './customer-hours.repo.ts'
import type { FactFilter } from './figures.repo.ts'

/** What customers are grouped by: the hour, or what they are counted under. */
export type CustomerGrouping =
  | { ofHour: (at: number) => string }
  /** `isOfCustomer`: all rows of a customer are in exactly one group. */
  | { ofDimension: (dimension: Dimension) => readonly string[]; isOfCustomer?: true }
  | { ofOrigin: (origin: Origin) => string | undefined }

export const ALL_CUSTOMERS: CustomerGrouping = { ofDimension: () => [''], isOfCustomer: true }

export type Filter = Pick<FactFilter, 'relationIds' | 'agentIds' | 'receptions' | 'traffic'>

/** The conditions of `dimensionsMatch`. */
export const matches = ({ relationIds, agentIds, receptions, traffic }: Filter, each: Dimension): boolean =>
  (!relationIds || relationIds.includes(each.relationId)) &&
  (agentIds.length === 0 || agentIds.some((id) => each.agentIds.includes(id))) &&
  (receptions === 0 || (receptions & each.receptions) !== 0) &&
  (!traffic || (traffic === 'ad') === each.byAd)

type Names = { dimensions: readonly Dimension[]; origins?: readonly Origin[] }

/** Groups by number, and the groups of each row. */
export type CustomerGroups = ReturnType<typeof customerGroups>

/**
 * The groups of a row whose dimension is a match are `list[from[key]]` to before `list[to[key]]`, where the key is what the row has in
 * `column`. Plain arrays of numbers: they are read for each of a million rows.
 */
export function customerGroups(filter: Filter, grouping: CustomerGrouping) {
  const keys: string[] = []
  const numbers = new Map<string, number>()
  const numberOf = (key: string): number => {
    const no = numbers.get(key)
    if (no !== undefined) return no
    numbers.set(key, keys.length)
    return keys.push(key) - 1
  }
  const known = { dimensions: -1, origins: -1 }
  const groups = {
    keys,
    column: 'ofOrigin' in grouping ? 2 : 1,
    isMatch: new Uint8Array(),
    from: new Int32Array(),
    to: new Int32Array(),
    list: new Int32Array(1),
    /** Numbers mean the same in every batch: there are only more of them. */
    extend({ dimensions, origins = [] }: Names): void {
      if (known.dimensions === dimensions.length && known.origins === origins.length) return
      Object.assign(known, { dimensions: dimensions.length, origins: origins.length })
      groups.isMatch = Uint8Array.from(dimensions, (each) => Number(matches(filter, each)))
      if ('ofHour' in grouping) {
        groups.from = new Int32Array(dimensions.length)
        groups.to = new Int32Array(dimensions.length).fill(1)
        return
      }
      const found =
        'ofOrigin' in grouping
          ? origins.map((each) => [grouping.ofOrigin(each)].filter((key) => key !== undefined))
          : dimensions.map((each, no) => (groups.isMatch[no] ? grouping.ofDimension(each) : []))
      let listed = 0
      groups.to = Int32Array.from(found, ({ length }) => (listed += length))
      groups.from = Int32Array.from(found, ({ length }, no) => groups.to[no]! - length)
      groups.list = Int32Array.from(found.flat(), numberOf)
    },
    /** Before the rows of an hour. */
    enter(at: number): void {
      if ('ofHour' in grouping) groups.list[0] = numberOf(grouping.ofHour(at))
    },
  }
  return groups
}

/** Without groups that nothing was counted in: one that is there is shown, and the keys are those of the whole enterprise. */
export const foundGroups = <Value>(
  keys: readonly string[],
  isFound: Uint8Array,
  valueOf: (group: number) => Value,
): Map<string, Value> => new Map(keys.flatMap((key, group) => (isFound[group] ? [[key, valueOf(group)] as const] : [])))

/** With room for so many numbers: the same, or a longer copy. */
export function withRoom<T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(
  numbers: T,
  length: number,
): T {
  if (numbers.length >= length) return numbers
  const longer = new (numbers.constructor as new (length: number) => T)(Math.max(length, numbers.length * 2))
  longer.set(numbers)
  return longer
}
