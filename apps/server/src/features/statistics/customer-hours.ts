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

/** Decoded hours of all enterprises together, per process. */
const KEPT_BYTES = 128 * 2 ** 20
/** Hours are read and dropped by so many. */
const CHUNK_MS = 32 * 24 * 3_600_000

type HourOf<Part extends HourPart> = Omit<StoredHour<Part>, 'version'>

/** Hours of a chunk as they were at `version`. */
type Chunk<Part extends HourPart = HourPart> = {
  version: number
  hours: Map<number, HourOf<Part>>
  bytes: number
  reading: Promise<void>
}

/** What the numbers in an enterprise's hours stand for. */
type Names = { dimensions: Dimension[]; origins: Origin[]; reading: Promise<void> }

/** By part, enterprise, epoch and chunk; what was read last is at the end. Names by enterprise and epoch. */
type Cache = { chunks: Map<string, Chunk>; names: Map<string, Names> }

const caches = new WeakMap<Queryable, Cache>()

function cacheOf(db: Queryable): Cache {
  const cache = caches.get(db) ?? { chunks: new Map(), names: new Map() }
  caches.set(db, cache)
  return cache
}

/** The hours that are rolled up, and those that are not. */
type Asked = {
  filter: FactFilter
  epoch: number
  rolled: Span | undefined
  live: readonly Span[]
  /** Numbers of the customers that the filter lets pass; undefined: all. */
  passing: () => Promise<Int32Array | undefined>
}

export async function readCustomerHours(
  db: Queryable,
  { filter, epoch, rolled, live, passing }: Asked,
): Promise<CustomerHours> {
  const [kept, numbers, found] = await Promise.all([
    rolled && readKept(db, 'customers', { entId: filter.entId, epoch, span: rolled }),
    rolled && passing(),
    live.length > 0 ? readLiveHours(db, filter, live) : undefined,
  ])
  const { hours, dimensions, origins, temporary } = found
    ? numberLive(found, kept)
    : { hours: [], dimensions: kept?.dimensions ?? [], origins: kept?.origins ?? [], temporary: new Map() }
  const all = [...(kept?.hours ?? []), ...hours]
  const size = largest(all) + 1
  return { hours: all, dimensions, origins, size, temporary, passing: numbers && passes(numbers, hours, size) }
}

/** Sums of customers of a period by hour; `passing` by number. */
export type SumHours = { hours: readonly SumHour[]; dimensions: readonly Dimension[]; passing: Uint8Array }

export async function readSumHours(
  db: Queryable,
  { filter, epoch, rolled, passing }: Omit<Asked, 'live' | 'rolled'> & { rolled: Span },
): Promise<SumHours> {
  const [{ hours, dimensions }, numbers = new Int32Array()] = await Promise.all([
    readKept(db, 'sums', { entId: filter.entId, epoch, span: rolled }),
    passing(),
  ])
  const size = numbers.reduce((most, no) => Math.max(most, no + 1), 0)
  return { hours, dimensions, passing: passes(numbers, [], size) }
}

type Wanted = { entId: EntId; epoch: number; span: Span }

async function readKept<Part extends HourPart>(db: Queryable, part: Part, { entId, epoch, span }: Wanted) {
  const cache = cacheOf(db)
  const [start, end] = [span.start.getTime(), span.end.getTime()]
  const names = namesOf(cache, entId, epoch)
  const chunks: Promise<Chunk<Part>>[] = []
  for (let at = Math.floor(start / CHUNK_MS) * CHUNK_MS; at < end; at += CHUNK_MS)
    chunks.push(readChunk(db, cache, { part, entId, epoch, at, names }))
  const hours = (await Promise.all(chunks)).flatMap(({ hours: kept }) =>
    [...kept.values()].filter(({ at }) => at >= start && at < end),
  )
  evict(cache)
  return { hours: hours.toSorted((a, b) => a.at - b.at), dimensions: names.dimensions, origins: names.origins }
}

function namesOf({ names }: Cache, entId: EntId, epoch: number): Names {
  const key = `${entId} ${epoch}`
  const found = names.get(key) ?? { dimensions: [], origins: [], reading: Promise.resolve() }
  names.set(key, found)
  return found
}

type ChunkAsked<Part> = { part: Part; entId: EntId; epoch: number; at: number; names: Names }

async function readChunk<Part extends HourPart>(
  db: Queryable,
  { chunks }: Cache,
  { part, entId, epoch, at, names }: ChunkAsked<Part>,
): Promise<Chunk<Part>> {
  const key = [part, entId, epoch, at].join(' ')
  const found = chunks.get(key) as Chunk<Part> | undefined
  const chunk = found ?? { version: 0, hours: new Map(), bytes: 0, reading: Promise.resolve() }
  chunks.delete(key)
  chunks.set(key, chunk)
  // One at a time: two would both add the same hours.
  const read = async () => {
    const span = { start: new Date(at), end: new Date(at + CHUNK_MS) }
    const newer = await readStoredHours(db, { part, entId, newerThan: chunk.version, span })
    if (newer.length > 0) await readNames(db, entId, names)
    put(chunk, newer)
  }
  chunk.reading = chunk.reading.then(read, read)
  await chunk.reading
  return chunk
}

/** Versions are drawn under the enterprise's rollup lock: what is not seen yet has a higher one than what is. */
function put<Part extends HourPart>(chunk: Chunk<Part>, newer: readonly StoredHour<Part>[]): void {
  for (const { version, ...hour } of newer) {
    chunk.bytes += bytesOf(hour) - bytesOf(chunk.hours.get(hour.at))
    chunk.hours.set(hour.at, hour)
    chunk.version = Math.max(chunk.version, version)
  }
}

/** Adds what was numbered since: before hours that use it are kept. */
function readNames(db: Queryable, entId: EntId, names: Names): Promise<void> {
  const { dimensions, origins } = names
  const read = async () => {
    const [newDimensions, newOrigins] = await Promise.all([
      readDimensions(db, entId, dimensions.length),
      readOriginNames(db, entId, origins.length),
    ])
    for (const each of newDimensions) dimensions.push(each)
    for (const each of newOrigins) origins.push(each)
  }
  names.reading = names.reading.then(read, read)
  return names.reading
}

const bytesOf = (hour: object | undefined): number =>
  Object.values(hour ?? {}).reduce<number>((sum, each) => sum + (each instanceof Int32Array ? each.byteLength : 0), 0)

function evict({ chunks }: Cache): void {
  let bytes = [...chunks.values()].reduce((sum, each) => sum + each.bytes, 0)
  for (const [key, chunk] of chunks) {
    if (bytes <= KEPT_BYTES) return
    chunks.delete(key)
    bytes -= chunk.bytes
  }
}

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

type Found = { customers: LiveCustomer[]; waits: LiveWait[]; firstFree: number }

/** Gives rows of facts the form of stored ones. What has no number yet gets the next one. */
function numberLive({ customers, waits, firstFree }: Found, kept: Pick<Names, 'dimensions' | 'origins'> | undefined) {
  let next = firstFree
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
