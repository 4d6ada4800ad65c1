import type { EntId } from '@ruwu/contract'
import type { Queryable } from '../../db/database.ts'
import {
  CUSTOMER_ROW,
  type Dimension,
  type Hour,
  type HourPart,
  type LiveCustomer,
  type LiveWait,
  type Origin,
  readDimensions,
  readLiveHours,
  readOriginNames,
  readStoredHours,
  type StoredHour,
  type SumHour,
  WAIT_ROW,
} from './customer-hours.repo.ts'
import type { FactFilter, Span } from './figures.repo.ts'

/** Customers of a period by hour, ready to be counted. */
export type CustomerHours = {
  /** In their order. */
  hours: readonly Hour[]
  dimensions: readonly Dimension[]
  origins: readonly Origin[]
  /** By customer's number: 1 where the filter's conditions on customers let it pass; undefined: all do. */
  passing: Uint8Array | undefined
  /** Above every customer's number. */
  size: number
  /** Numbers, for this answer only, of customers that have none yet. */
  temporary: ReadonlyMap<string, number>
}

/** Decoded hours of all enterprises together, per process. The largest enterprise in use may exceed it alone. */
const KEPT_BYTES = 128 * 2 ** 20

type Kept<Part extends HourPart = HourPart> = {
  part: Part
  epoch: number
  /** Hours from here on are kept, as they were at `version`. */
  from: number
  version: number
  hours: Map<number, HourOf<Part>>
  dimensions: Dimension[]
  origins: Origin[]
  bytes: number
  reading: Promise<void>
}
type HourOf<Part extends HourPart> = Omit<StoredHour<Part>, 'version'>

/** One cache per database; what was read last is at the end. */
const caches = new WeakMap<Queryable, Map<string, Kept>>()

/** The hours that are rolled up, and those that are not. */
type Asked = {
  filter: FactFilter
  epoch: number
  rolled: Span | undefined
  live: readonly Span[]
  /** Numbers of the customers that the filter lets pass; undefined: all. */
  passing: Promise<Int32Array | undefined>
}

export async function readCustomerHours(
  db: Queryable,
  { filter, epoch, rolled, live, passing }: Asked,
): Promise<CustomerHours> {
  const [kept, numbers, found] = await Promise.all([
    rolled && readKept(db, filter.entId, 'customers', epoch, rolled.start),
    rolled && passing,
    live.length > 0 ? readLiveHours(db, filter, live) : undefined,
  ])
  const stored = rolled && kept ? within(kept, rolled) : []
  const { hours, dimensions, origins, temporary } = found
    ? numberLive(found, kept, largest(stored) + 1)
    : { hours: [], dimensions: kept?.dimensions ?? [], origins: kept?.origins ?? [], temporary: new Map() }
  const all = [...stored, ...hours]
  const size = largest(all) + 1
  return { hours: all, dimensions, origins, size, temporary, passing: numbers && passes(numbers, hours, size) }
}

/** Sums of customers of a period by hour. */
export type SumHours = { hours: readonly SumHour[]; dimensions: readonly Dimension[]; passing: ReadonlySet<number> }

export async function readSumHours(
  db: Queryable,
  { filter, epoch, rolled, passing }: Omit<Asked, 'live' | 'rolled'> & { rolled: Span },
): Promise<SumHours> {
  const [kept, numbers] = await Promise.all([readKept(db, filter.entId, 'sums', epoch, rolled.start), passing])
  return { hours: within(kept, rolled), dimensions: kept.dimensions, passing: new Set(numbers) }
}

async function readKept<Part extends HourPart>(
  db: Queryable,
  entId: EntId,
  part: Part,
  epoch: number,
  from: Date,
): Promise<Kept<Part>> {
  const cache = caches.get(db) ?? new Map<string, Kept>()
  caches.set(db, cache)
  const key = `${part} ${entId}`
  const found = cache.get(key) as Kept<Part> | undefined
  const kept = found?.epoch === epoch ? found : emptyOf(part, epoch)
  cache.delete(key)
  cache.set(key, kept)
  // One at a time: two would both add the same hours.
  kept.reading = kept.reading.catch(() => {}).then(() => refresh(db, entId, kept, from))
  await kept.reading
  evict(cache)
  return kept
}

const emptyOf = <Part extends HourPart>(part: Part, epoch: number): Kept<Part> => ({
  part,
  epoch,
  from: Number.POSITIVE_INFINITY,
  version: 0,
  hours: new Map(),
  dimensions: [],
  origins: [],
  bytes: 0,
  reading: Promise.resolve(),
})

/** Versions are drawn under the enterprise's rollup lock: what is not seen yet has a higher one than what is. */
async function refresh<Part extends HourPart>(
  db: Queryable,
  entId: EntId,
  kept: Kept<Part>,
  from: Date,
): Promise<void> {
  const { part } = kept
  const isFirst = kept.from === Number.POSITIVE_INFINITY
  const to = isFirst ? {} : { to: new Date(kept.from) }
  const older = from.getTime() < kept.from ? await readStoredHours(db, { part, entId, newerThan: 0, from, ...to }) : []
  const start = new Date(Math.min(kept.from, from.getTime()))
  const newer = isFirst ? [] : await readStoredHours(db, { part, entId, newerThan: kept.version, from: start })
  for (const { version, ...hour } of [...older, ...newer]) {
    kept.bytes += bytesOf(hour) - bytesOf(kept.hours.get(hour.at))
    kept.hours.set(hour.at, hour)
    kept.version = Math.max(kept.version, version)
  }
  kept.from = start.getTime()
  if (older.length + newer.length === 0) return
  kept.dimensions.push(...(await readDimensions(db, entId, kept.dimensions.length)))
  if (part === 'customers') kept.origins.push(...(await readOriginNames(db, entId, kept.origins.length)))
}

const bytesOf = (hour: object | undefined): number =>
  Object.values(hour ?? {}).reduce<number>((sum, each) => sum + (each instanceof Int32Array ? each.byteLength : 0), 0)

function evict(cache: Map<string, Kept>): void {
  let bytes = [...cache.values()].reduce((sum, each) => sum + each.bytes, 0)
  for (const [key, kept] of cache) {
    if (bytes <= KEPT_BYTES || cache.size === 1) return
    cache.delete(key)
    bytes -= kept.bytes
  }
}

const within = <Part extends HourPart>({ hours }: Kept<Part>, { start, end }: Span): HourOf<Part>[] =>
  [...hours.values()].filter(({ at }) => at >= start.getTime() && at < end.getTime()).toSorted((a, b) => a.at - b.at)

function largest(hours: readonly Hour[]): number {
  let most = -1
  for (const { customers, waits } of hours) {
    for (let n = 0; n < customers.length; n += CUSTOMER_ROW) most = Math.max(most, customers[n]!)
    for (let n = 0; n < waits.length; n += WAIT_ROW) most = Math.max(most, waits[n]!)
  }
  return most
}

function passes(numbers: Int32Array, live: readonly Hour[], size: number): Uint8Array {
  const passing = new Uint8Array(size)
  for (const no of numbers) if (no < size) passing[no] = 1
  // Rows of facts were chosen by the same conditions.
  for (const { customers, waits } of live) {
    for (let n = 0; n < customers.length; n += CUSTOMER_ROW) passing[customers[n]!] = 1
    for (let n = 0; n < waits.length; n += WAIT_ROW) passing[waits[n]!] = 1
  }
  return passing
}

type Found = { customers: LiveCustomer[]; waits: LiveWait[] }

/** Gives rows of facts the form of stored ones. What has no number yet gets the next one. */
function numberLive({ customers, waits }: Found, kept: Kept<'customers'> | undefined, firstFree: number) {
  const numbers = [...customers, ...waits].flatMap(({ no }) => (no === null ? [] : [no]))
  let next = numbers.reduce((most, no) => Math.max(most, no + 1), firstFree)
  const temporary = new Map<string, number>()
  const numberOf = ({ no, customerId }: LiveCustomer | LiveWait): number => {
    const known = no ?? temporary.get(customerId)
    if (known !== undefined) return known
    temporary.set(customerId, next)
    return next++
  }
  const dimensions = numberer(kept?.dimensions ?? [], ({ relationId, agentIds, receptions, byAd }: Dimension) =>
    JSON.stringify([relationId, agentIds, receptions, byAd]),
  )
  const origins = numberer(kept?.origins ?? [], ({ contentId, adId, adName }: Origin) =>
    JSON.stringify([contentId, adId, adName]),
  )
  const rows = new Map<number, { customers: number[]; waits: number[] }>()
  const hourOf = (at: number) => {
    const hour = rows.get(at) ?? { customers: [], waits: [] }
    rows.set(at, hour)
    return hour
  }
  for (const row of customers)
    hourOf(row.at).customers.push(numberOf(row), dimensions.numberOf(row), origins.numberOf(row), row.flags)
  for (const row of waits) hourOf(row.at).waits.push(numberOf(row), dimensions.numberOf(row), row.ms)
  const hours = [...rows]
    .map(([at, hour]) => ({ at, customers: Int32Array.from(hour.customers), waits: Int32Array.from(hour.waits) }))
    .toSorted((a, b) => a.at - b.at)
  return { hours, dimensions: dimensions.all, origins: origins.all, temporary }
}

function numberer<T>(known: readonly T[], keyOf: (value: T) => string) {
  const all = [...known]
  const numbers = new Map(all.map((value, no) => [keyOf(value), no]))
  return {
    all,
    numberOf(value: T): number {
      const key = keyOf(value)
      const no = numbers.get(key)
      if (no !== undefined) return no
      numbers.set(key, all.length)
      return all.push(value) - 1
    },
  }
}
