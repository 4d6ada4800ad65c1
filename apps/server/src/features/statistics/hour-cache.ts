import type { EntId } from '@ruwu/contract'
import type { Queryable } from '../../db/database.ts'
import {
  type Dimension,
  type HourOf,
  type HourPart,
  type Origin,
  readDimensions,
  readOriginNames,
  readStoredHours,
  type StoredHour,
} from './customer-hours.repo.ts'
import type { Span } from './figures.repo.ts'

/** Decoded hours of all enterprises and databases together, per process: a month of ten million messages takes 200 MB. */
const KEPT_BYTES = 256 * 2 ** 20
/** What an hour and a chunk take beside the numbers in them. */
const HOUR_BYTES = 512
const CHUNK_BYTES = 4096
/** Time span of one cache chunk, the unit of reading and eviction. */
const CHUNK_MS = 8 * 24 * 3_600_000

/** What the numbers in an enterprise's hours stand for. Only grows. */
type Names = { dimensions: Dimension[]; origins: Origin[]; reading: Promise<void> }

/** Hours of a chunk as they were at `version`. */
type Chunk<Part extends HourPart = HourPart> = {
  /** Of one database. */
  enterprise: string
  /** The same object in all chunks of an enterprise that are kept. */
  names: Names
  version: number
  hours: Map<number, HourOf<Part>>
  bytes: number
  reading: Promise<void>
}

/** By database, enterprise, part and time; what was read last is at the end. */
const kept = new Map<string, Chunk>()

/** A replica numbers the same, but may have less of it. */
const databases = new WeakMap<Queryable, number>()
let lastDatabase = 0

function numberOf(db: Queryable): number {
  const number = databases.get(db) ?? (lastDatabase += 1)
  databases.set(db, number)
  return number
}

type Wanted<Part> = { part: Part; entId: EntId; epoch: number; span: Span }

/** Hours of the span in their order, a chunk at a time: whatever is not kept by the cache need not be in memory at once. */
export async function* storedHours<Part extends HourPart>(
  db: Queryable,
  { part, entId, epoch, span }: Wanted<Part>,
): AsyncGenerator<{ hours: HourOf<Part>[] } & Pick<Names, 'dimensions' | 'origins'>> {
  const enterprise = `${numberOf(db)} ${entId} ${epoch}`
  const [start, end] = [span.start.getTime(), span.end.getTime()]
  for (let at = Math.floor(start / CHUNK_MS) * CHUNK_MS; at < end; at += CHUNK_MS) {
    const chunk = chunkOf<Part>(enterprise, `${part} ${at}`)
    await readChunk(db, chunk, { part, entId, at })
    evict()
    const { dimensions, origins } = chunk.names
    const hours = [...chunk.hours.values()].filter((hour) => hour.at >= start && hour.at < end)
    yield { hours: hours.toSorted((a, b) => a.at - b.at), dimensions, origins }
  }
}

/** Returns the chunk and marks it most recently used. */
function chunkOf<Part extends HourPart>(enterprise: string, place: string): Chunk<Part> {
  const key = `${enterprise} ${place}`
  const found = kept.get(key) as Chunk<Part> | undefined
  const chunk = found ?? {
    enterprise,
    names: namesOf(enterprise),
    version: 0,
    hours: new Map(),
    bytes: CHUNK_BYTES,
    reading: Promise.resolve(),
  }
  kept.delete(key)
  kept.set(key, chunk)
  return chunk
}

const namesOf = (enterprise: string): Names =>
  [...kept.values()].find((chunk) => chunk.enterprise === enterprise)?.names ?? {
    dimensions: [],
    origins: [],
    reading: Promise.resolve(),
  }

type ChunkAsked<Part> = { part: Part; entId: EntId; at: number }

function readChunk<Part extends HourPart>(
  db: Queryable,
  chunk: Chunk<Part>,
  { part, entId, at }: ChunkAsked<Part>,
): Promise<void> {
  // One at a time: two would both add the same hours.
  const read = async () => {
    const span = { start: new Date(at), end: new Date(at + CHUNK_MS) }
    const newer = await readStoredHours(db, { part, entId, newerThan: chunk.version, span })
    if (newer.length > 0) await readNames(db, entId, chunk.names)
    put(chunk, newer)
  }
  chunk.reading = chunk.reading.then(read, read)
  return chunk.reading
}

/** Versions are drawn under the enterprise's rollup lock: what is not seen yet has a higher one than what is. */
function put<Part extends HourPart>(chunk: Chunk<Part>, newer: readonly StoredHour<Part>[]): void {
  for (const { version, ...hour } of newer) {
    chunk.bytes += bytesOf(hour) - bytesOf(chunk.hours.get(hour.at))
    chunk.hours.set(hour.at, hour as unknown as HourOf<Part>)
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
  Object.values(hour ?? {}).reduce<number>(
    (sum, each) => sum + (each instanceof Int32Array ? each.byteLength : 0),
    hour ? HOUR_BYTES : 0,
  )

/** Drops what was not read for the longest time. */
function evict(): void {
  let bytes = 0
  for (const chunk of kept.values()) bytes += chunk.bytes
  for (const [key, chunk] of kept) {
    if (bytes <= KEPT_BYTES) return
    kept.delete(key)
    bytes -= chunk.bytes
  }
}
