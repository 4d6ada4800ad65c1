import type { TagId } from '@ruwu/contract'
import { CUSTOMER_COUNTS, type CustomerCount, type SumName, SUMS } from '@ruwu/domain'
import type { CustomerHours, SumHours } from './customer-hours.ts'
import { CUSTOMER_ROW, type Dimension, MASK_BITS, type Origin, WAIT_ROW } from './customer-hours.repo.ts'
import type { FactFilter } from './figures.repo.ts'

/** What customers are grouped by: the hour, or what they are counted under. */
export type CustomerGrouping =
  | { ofHour: (at: number) => string | undefined }
  | { ofDimension: (dimension: Dimension) => readonly string[] }
  | { ofOrigin: (origin: Origin) => string | undefined }

export const ALL_CUSTOMERS: CustomerGrouping = { ofDimension: () => [''] }

type Filter = Pick<FactFilter, 'relationIds' | 'agentIds' | 'receptions' | 'traffic'>

const NONE: readonly number[] = []

/** The conditions of `dimensionsMatch`. */
const matches = ({ relationIds, agentIds, receptions, traffic }: Filter, each: Dimension): boolean =>
  (!relationIds || relationIds.includes(each.relationId)) &&
  (agentIds.length === 0 || agentIds.some((id) => each.agentIds.includes(id))) &&
  (receptions === 0 || (receptions & each.receptions) !== 0) &&
  (!traffic || (traffic === 'ad') === each.byAd)

type Countable = Pick<CustomerHours, 'dimensions'> & {
  hours: readonly { at: number }[]
  origins?: readonly Origin[]
}

/** Groups by number, and the numbers of the groups of a row: of its hour, then by its dimension and origin. */
function placesOf({ hours, dimensions, origins = [] }: Countable, filter: Filter, grouping: CustomerGrouping) {
  const keys: string[] = []
  const numbers = new Map<string, number>()
  const numberOf = (key: string): number => {
    const no = numbers.get(key)
    if (no !== undefined) return no
    numbers.set(key, keys.length)
    return keys.push(key) - 1
  }
  const numbered = (found: readonly string[]): readonly number[] => found.map(numberOf)
  const optional = (key: string | undefined) => (key === undefined ? NONE : [numberOf(key)])
  const isMatch = dimensions.map((each) => matches(filter, each))
  const ofDimension =
    'ofDimension' in grouping
      ? dimensions.map((each, no) => (isMatch[no] ? numbered(grouping.ofDimension(each)) : NONE))
      : undefined
  const ofOrigin = 'ofOrigin' in grouping ? origins.map((each) => optional(grouping.ofOrigin(each))) : undefined
  const ofHour = 'ofHour' in grouping ? hours.map(({ at }) => optional(grouping.ofHour(at))) : undefined
  const places = (hour: number, dimension: number, origin: number): readonly number[] => {
    if (ofDimension) return ofDimension[dimension]!
    return isMatch[dimension] ? (ofOrigin ? ofOrigin[origin]! : ofHour![hour]!) : NONE
  }
  return { keys, places }
}

type Group = { key: string; customers: Int32Array; flags: Int32Array; dimensions: Int32Array }

/** Rows that have one of the wanted bits, sorted into groups. */
function sortIntoGroups(view: CustomerHours, filter: Filter, grouping: CustomerGrouping, wanted: number): Group[] {
  const { keys, places } = placesOf(view, filter, grouping)
  const each = (take: (group: number, customer: number, flags: number, dimension: number) => void) => {
    for (const [hour, { customers }] of view.hours.entries())
      for (let n = 0; n < customers.length; n += CUSTOMER_ROW) {
        const flags = customers[n + 3]! & wanted
        if (flags === 0 || (view.passing && view.passing[customers[n]!] === 0)) continue
        const dimension = customers[n + 1]!
        const groups = places(hour, dimension, customers[n + 2]!)
        for (let g = 0; g < groups.length; g += 1) take(groups[g]!, customers[n]!, flags, dimension)
      }
  }
  const lengths = new Int32Array(keys.length)
  each((group) => (lengths[group]! += 1))
  const groups = keys.map((key, group) => {
    const empty = () => new Int32Array(lengths[group]!)
    return { key, customers: empty(), flags: empty(), dimensions: empty() }
  })
  const filled = new Int32Array(keys.length)
  each((group, customer, flags, dimension) => {
    const at = filled[group]!
    const into = groups[group]!
    into.customers[at] = customer
    into.flags[at] = flags
    into.dimensions[at] = dimension
    filled[group] = at + 1
  })
  return groups.filter(({ customers }) => customers.length > 0)
}

const bitOf = (name: CustomerCount): number => 1 << CUSTOMER_COUNTS.indexOf(name)
const bitsOf = (names: readonly CustomerCount[]): number => names.reduce((bits, name) => bits | bitOf(name), 0)

/** Calls with the united flags of each customer of a group; `seen` is all zero before and after. */
function eachCustomer({ customers, flags }: Group, seen: Uint16Array, take: (flags: number, customer: number) => void) {
  for (let n = 0; n < customers.length; n += 1) seen[customers[n]!]! |= flags[n]!
  for (let n = 0; n < customers.length; n += 1) {
    const customer = customers[n]!
    const united = seen[customer]!
    if (united === 0) continue
    seen[customer] = 0
    take(united, customer)
  }
}

type Counted<Name extends string> = Record<Name, number>

const countsOf = <Name extends CustomerCount>(names: readonly Name[], counts: ArrayLike<number>): Counted<Name> =>
  Object.fromEntries(names.map((name, index) => [name, counts[index]!])) as Counted<Name>

/** Distinct customers by group. */
export function countCustomers<Name extends CustomerCount>(
  view: CustomerHours,
  filter: Filter,
  names: readonly Name[],
  grouping: CustomerGrouping,
): Map<string, Counted<Name>> {
  return new Map(
    countGroups(view, filter, names, grouping).map(({ group, counts }) => [group.key, countsOf(names, counts)]),
  )
}

function countGroups(
  view: CustomerHours,
  filter: Filter,
  names: readonly CustomerCount[],
  grouping: CustomerGrouping,
): { group: Group; counts: Int32Array }[] {
  const bits = names.map(bitOf)
  const seen = new Uint16Array(view.size)
  return sortIntoGroups(view, filter, grouping, bitsOf(names)).map((group) => {
    const counts = new Int32Array(bits.length)
    eachCustomer(group, seen, (flags) => {
      for (let index = 0; index < bits.length; index += 1) if (flags & bits[index]!) counts[index]! += 1
    })
    return { group, counts }
  })
}

const ORIGIN_COUNTS = ['enterCustomers', 'talkCustomers', 'leadCustomers'] as const
export type OriginCounts = Counted<(typeof ORIGIN_COUNTS)[number]> &
  Pick<Dimension, 'relationId'> & { id: string; name: string }

/** Customers by the content or the advertising plan they came from, the most first. */
export function countOrigins(
  view: CustomerHours,
  filter: Filter,
  origin: 'contentId' | 'adId',
  most: number,
): OriginCounts[] {
  const grouping = { ofOrigin: (each: Origin) => each[origin] || undefined }
  const names = new Map<string, string>()
  for (const { [origin]: id, adName } of view.origins) if (adName > (names.get(id) ?? '')) names.set(id, adName)
  return countGroups(view, filter, ORIGIN_COUNTS, grouping)
    .map(({ group, counts }) => ({ group, ...countsOf(ORIGIN_COUNTS, counts) }))
    .toSorted((a, b) => b.enterCustomers - a.enterCustomers || (a.group.key < b.group.key ? -1 : 1))
    .slice(0, most)
    .map(({ group: { key: id, dimensions }, ...counts }) => {
      const relations = [...new Set(dimensions)].map((no) => view.dimensions[no]!.relationId)
      return { id, name: names.get(id) ?? '', relationId: relations.toSorted()[0]!, ...counts }
    })
}

export type Tagged = { tagId: TagId; numbers: Int32Array; ids: readonly string[] }

/** Customers by tag; those with none of the counts are absent. */
export function countTagged(view: CustomerHours, filter: Filter, tagged: readonly Tagged[]) {
  const [all] = sortIntoGroups(view, filter, ALL_CUSTOMERS, bitsOf(ORIGIN_COUNTS))
  const flagsOf = new Uint16Array(view.size)
  const found = new Set<number>()
  if (all)
    eachCustomer(all, new Uint16Array(view.size), (flags, customer) => {
      flagsOf[customer] = flags
      found.add(customer)
    })
  const bits = ORIGIN_COUNTS.map(bitOf)
  const counts = tagged.map(({ tagId, numbers, ids }) => {
    const sums = [0, 0, 0]
    const temporary = ids.flatMap((id) => view.temporary.get(id) ?? [])
    for (const list of [numbers, temporary])
      for (const customer of list)
        for (let index = 0; index < bits.length; index += 1)
          if ((flagsOf[customer] ?? 0) & bits[index]!) sums[index]! += 1
    return { tagId, ...countsOf(ORIGIN_COUNTS, sums) }
  })
  return { counts, isCounted: (customer: number) => found.has(customer) }
}

/** Sums by group. */
export function sumCustomers<Name extends SumName>(
  view: SumHours,
  filter: Filter,
  names: readonly Name[],
  grouping: CustomerGrouping,
): Map<string, Record<Name, number>> {
  const { keys, places } = placesOf(view, filter, grouping)
  const sums = keys.map(() => new Float64Array(SUMS.length))
  for (const [hour, { sums: rows }] of view.hours.entries())
    for (let n = 0; n < rows.length;) {
      const groups = view.passing[rows[n]!] === 1 ? places(hour, rows[n + 1]!, 0) : NONE
      const masks = [rows[n + 2]!, rows[n + 3]!]
      n += 4
      for (let half = 0; half < masks.length; half += 1)
        for (let bits = masks[half]!; bits !== 0; bits &= bits - 1) {
          const sum = half * MASK_BITS + (31 - Math.clz32(bits & -bits))
          for (let g = 0; g < groups.length; g += 1) sums[groups[g]!]![sum]! += rows[n]!
          n += 1
        }
    }
  const at = names.map((name) => SUMS.indexOf(name))
  return new Map(
    keys.map((key, group) => [
      key,
      Object.fromEntries(names.map((name, index) => [name, sums[group]![at[index]!]!])) as Record<Name, number>,
    ]),
  )
}

export type Ranks = { humanFirstMedian: number; humanFirstP90: number }

/** Nearest rank, in seconds, of ascending milliseconds. */
const rank = (sorted: Int32Array, share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]! / 1000

/** Ranks of the first response times of sessions that began in the hours, by group. */
export function rankWaits(view: CustomerHours, filter: Filter, grouping: CustomerGrouping): Map<string, Ranks> {
  const { keys, places } = placesOf(view, filter, grouping)
  const times: number[][] = keys.map(() => [])
  for (const [hour, { waits }] of view.hours.entries())
    for (let n = 0; n < waits.length; n += WAIT_ROW) {
      if (view.passing && view.passing[waits[n]!] === 0) continue
      for (const group of places(hour, waits[n + 1]!, 0)) times[group]!.push(waits[n + 2]!)
    }
  return new Map(
    keys.flatMap((key, group) => {
      const sorted = Int32Array.from(times[group]!).toSorted()
      return sorted.length > 0
        ? [[key, { humanFirstMedian: rank(sorted, 0.5), humanFirstP90: rank(sorted, 0.9) }] as const]
        : []
    }),
  )
}
