import type { TagId } from '@ruwu/contract'
import { CUSTOMER_COUNTS, type CustomerCount } from '@ruwu/domain'
import type { readTagged } from '../../list/index.ts'
import {
  ALL_CUSTOMERS,
  type CustomerGrouping,
  type CustomerGroups,
  customerGroups,
  type Filter,
  foundGroups,
  withRoom,
} from './customer-groups.ts'
import type { CustomerCounter, CustomerHours } from './customer-hours.ts'
import { CUSTOMER_ROW, type Dimension, type Hour, type Origin } from './customer-hours.repo.ts'
import { PairFlags } from './pair-flags.ts'

/** Flags are numbers of 16 bits, and so are groups where both are kept in one number: a period has at most 4,416 hours. */
const COUNTS_MAX = 16
const FLAGS = 0xffff
const bitOf = (name: CustomerCount): number => 1 << CUSTOMER_COUNTS.indexOf(name)
const bitsOf = (names: readonly CustomerCount[]): number => names.reduce((bits, name) => bits | bitOf(name), 0)

type Counted<Name extends string> = Record<Name, number>

/** Distinct customers by group. */
export const distinctCounter = <Name extends CustomerCount>(
  filter: Filter,
  names: readonly Name[],
  grouping: CustomerGrouping,
): CustomerCounter<Map<string, Counted<Name>>> =>
  'ofHour' in grouping || ('ofDimension' in grouping && grouping.isOfCustomer)
    ? inLastGroup(filter, names, grouping)
    : inPairs(filter, names, grouping)

/** How many customers have each flag, by group. */
function countTable(groups: CustomerGroups) {
  const table = { counts: new Int32Array(), isFound: new Uint8Array(), makeRoom, ofNames }
  function makeRoom(): void {
    table.counts = withRoom(table.counts, groups.keys.length * COUNTS_MAX)
    table.isFound = withRoom(table.isFound, groups.keys.length)
  }
  function ofNames<Name extends CustomerCount>(names: readonly Name[]): Map<string, Counted<Name>> {
    const bits = names.map((name) => CUSTOMER_COUNTS.indexOf(name))
    const valuesOf = (group: number) =>
      names.map((name, index) => [name, table.counts[group * COUNTS_MAX + bits[index]!]!])
    return foundGroups(groups.keys, table.isFound, (group) => Object.fromEntries(valuesOf(group)) as Counted<Name>)
  }
  return table
}

type Batch = Pick<CustomerHours, 'dimensions' | 'origins' | 'passing' | 'size'>
type Table = ReturnType<typeof countTable>
// The loops over rows are functions of the module and not of a counter: they stay compiled from one request to the next.
type Counting = { groups: CustomerGroups; table: Table; wanted: number; passing: Uint8Array | undefined }

/** Where a customer is in one group after the other, or in one only: the last one and its flags are remembered by customer. */
function inLastGroup<Name extends CustomerCount>(filter: Filter, names: readonly Name[], grouping: CustomerGrouping) {
  const groups = customerGroups(filter, grouping)
  const table = countTable(groups)
  const counting: Counting = { groups, table, wanted: bitsOf(names), passing: undefined }
  let last = new Uint32Array()
  return {
    begin(batch: Batch): void {
      groups.extend(batch)
      last = withRoom(last, batch.size)
      counting.passing = batch.passing
    },
    add({ at, customers }: Hour): void {
      groups.enter(at)
      table.makeRoom()
      countInLast(customers, counting, last)
    },
    result: () => table.ofNames(names),
    /** Of a customer in its last group. */
    flagsOf: (customer: number | undefined): number => (last[customer ?? -1] ?? 0) & FLAGS,
  }
}

function countInLast(customers: Int32Array, { groups, table, wanted, passing }: Counting, last: Uint32Array): void {
  const { isMatch, from, list } = groups
  const { counts, isFound } = table
  for (let n = 0; n < customers.length; n += CUSTOMER_ROW) {
    const flags = customers[n + 3]! & wanted
    const customer = customers[n]!
    const dimension = customers[n + 1]!
    if (flags === 0 || isMatch[dimension] === 0 || (passing && passing[customer] !== 1)) continue
    // A match is in exactly one group.
    const group = list[from[dimension]!]!
    const known = last[customer]!
    const before = known >>> COUNTS_MAX === group + 1 ? known & FLAGS : 0
    const added = flags & ~before
    if (added === 0) continue
    last[customer] = ((group + 1) << COUNTS_MAX) | before | flags
    isFound[group] = 1
    for (let bits = added; bits !== 0; bits &= bits - 1)
      counts[group * COUNTS_MAX + 31 - Math.clz32(bits & -bits)]! += 1
  }
}

type Found = (group: number, dimension: number) => void

/** Where a customer may be in several groups at once. `found` hears of each group and customer once. */
function inPairs<Name extends CustomerCount>(
  filter: Filter,
  names: readonly Name[],
  grouping: CustomerGrouping,
  found?: Found,
) {
  const groups = customerGroups(filter, grouping)
  const table = countTable(groups)
  const counting: Counting = { groups, table, wanted: bitsOf(names), passing: undefined }
  const seen = new PairFlags()
  return {
    keys: groups.keys,
    begin(batch: Batch): void {
      groups.extend(batch)
      counting.passing = batch.passing
    },
    add({ at, customers }: Hour): void {
      groups.enter(at)
      table.makeRoom()
      countInPairs(customers, counting, seen, found)
    },
    result: () => table.ofNames(names),
  }
}

function countInPairs(customers: Int32Array, counting: Counting, seen: PairFlags, found: Found | undefined): void {
  const { groups, table, wanted, passing } = counting
  const { column, isMatch, from, to, list } = groups
  const { counts, isFound } = table
  for (let n = 0; n < customers.length; n += CUSTOMER_ROW) {
    const key = customers[n + column]!
    const end = to[key]!
    if (from[key] === end) continue
    const flags = customers[n + 3]! & wanted
    const customer = customers[n]!
    const dimension = customers[n + 1]!
    if (flags === 0 || isMatch[dimension] === 0 || (passing && passing[customer] !== 1)) continue
    for (let place = from[key]!; place < end; place += 1) {
      const group = list[place]!
      const before = seen.add(group, customer, flags)
      if (before === 0) found?.(group, dimension)
      isFound[group] = 1
      for (let bits = flags & ~before; bits !== 0; bits &= bits - 1)
        counts[group * COUNTS_MAX + 31 - Math.clz32(bits & -bits)]! += 1
    }
  }
}

/** What is counted of the customers of a content, a plan or a tag. */
export const CUSTOMER_FIGURES = ['enterCustomers', 'talkCustomers', 'leadCustomers'] as const
export type OriginCounts = Counted<(typeof CUSTOMER_FIGURES)[number]> &
  Pick<Dimension, 'relationId'> & { id: string; name: string }

/** Customers by the content or the advertising plan they came from, the most first. */
export function originCounter(filter: Filter, origin: 'contentId' | 'adId'): CustomerCounter<OriginCounts[]> {
  let dimensions: readonly Dimension[] = []
  let origins: readonly Origin[] = []
  const accounts: Set<Dimension['relationId']>[] = []
  const grouping = { ofOrigin: (each: Origin) => each[origin] || undefined }
  const counter = inPairs(filter, CUSTOMER_FIGURES, grouping, (group, dimension) =>
    (accounts[group] ??= new Set()).add(dimensions[dimension]!.relationId),
  )
  return {
    begin(batch) {
      ;({ dimensions, origins } = batch)
      counter.begin(batch)
    },
    add: counter.add,
    result() {
      const names = new Map<string, string>()
      for (const { [origin]: id, adName } of origins) if (adName > (names.get(id) ?? '')) names.set(id, adName)
      const accountOf = new Map(counter.keys.map((id, group) => [id, [...(accounts[group] ?? [])].toSorted()[0]!]))
      return [...counter.result()]
        .map(([id, counts]) => ({ id, ...counts }))
        .toSorted((a, b) => b.enterCustomers - a.enterCustomers || (a.id < b.id ? -1 : 1))
        .map(({ id, ...counts }) => ({ id, name: names.get(id) ?? '', relationId: accountOf.get(id)!, ...counts }))
    },
  }
}

type Tagged = Awaited<ReturnType<typeof readTagged>>

/** What is known of the customers of a period: to count those of tags, and by their number or id. */
export type TagCounting = {
  ofTags(tagged: Tagged): ({ tagId: TagId } & Counted<(typeof CUSTOMER_FIGURES)[number]>)[]
  isCounted(customer: number | undefined): boolean
  /** Of customers that have no number of their own yet. */
  numberOf(id: string): number | undefined
}

/** Customers by tag; those with none of the counts are absent. */
export function tagCounter(filter: Filter): CustomerCounter<TagCounting> {
  const counter = inLastGroup(filter, CUSTOMER_FIGURES, ALL_CUSTOMERS)
  const temporary = new Map<string, number>()
  return {
    begin(batch) {
      for (const [id, no] of batch.temporary) temporary.set(id, no)
      counter.begin(batch)
    },
    add: counter.add,
    result: () => ({
      ofTags: (tagged) =>
        [...tagged].map(([tagId, { eachNumber, ids }]) => {
          // By the flags that a customer has.
          const counts = new Int32Array(bitsOf(CUSTOMER_FIGURES) + 1)
          eachNumber((customer) => {
            counts[counter.flagsOf(customer)]! += 1
          })
          for (const id of ids) counts[counter.flagsOf(temporary.get(id))]! += 1
          const countOf = (name: CustomerCount) =>
            counts.reduce((sum, count, flags) => (flags & bitOf(name) ? sum + count : sum), 0)
          const [enterCustomers, talkCustomers, leadCustomers] = CUSTOMER_FIGURES.map(countOf)
          return {
            tagId,
            enterCustomers: enterCustomers!,
            talkCustomers: talkCustomers!,
            leadCustomers: leadCustomers!,
          }
        }),
      isCounted: (customer) => counter.flagsOf(customer) !== 0,
      numberOf: (id) => temporary.get(id),
    }),
  }
}
