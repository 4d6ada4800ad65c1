import type { Queryable } from '../../db/database.ts'
import {
  CUSTOMER_ROW,
  type Dimension,
  type Hour,
  type HourOf,
  type HourPart,
  type Origin,
  readFirstFree,
  readLiveHours,
  WAIT_ROW,
} from './customer-hours.repo.ts'
import type { FactFilter, Span } from './figures.repo.ts'
import { storedHours } from './hour-cache.ts'
import { type Counter, type HourPass, hourPass } from './hour-pass.ts'
import { liveNumbering } from './live-numbering.ts'

/** Customers of some hours of a period, ready to be counted. */
export type CustomerHours = {
  /** In their order. */
  hours: readonly Hour[]
  dimensions: readonly Dimension[]
  origins: readonly Origin[]
  /** By customer's number: 1 where the filter's conditions on customers let it pass, else not; undefined: all do. */
  passing: Uint8Array | undefined
  /** Above every customer's number. */
  size: number
  /** Numbers, for this answer only, of customers that have none yet and were not in the batches before. */
  temporary: ReadonlyMap<string, number>
}
export type CustomerCounter<Result> = Counter<CustomerHours, Result>
export type CustomerPass = HourPass<CustomerHours>

type Names = Pick<CustomerHours, 'dimensions' | 'origins'>

/** The hours that are rolled up, and those that are not. */
type Asked = {
  filter: FactFilter
  epoch: number
  rolled: Span | undefined
  live: readonly Span[]
  /** By customer's number: 1 where the filter lets it pass; undefined: all. */
  passing: () => Promise<Uint8Array | undefined>
}

const rowsOf = ({ customers, waits }: Hour): number => customers.length / CUSTOMER_ROW + waits.length / WAIT_ROW

export const customerPass = (db: Queryable, asked: Asked): CustomerPass =>
  hourPass(asked.filter.entId, () => customerBatches(db, asked), rowsOf)

const NO_NUMBERS: ReadonlyMap<string, number> = new Map()
/** Hours that are read from facts together: without rollups a period has thousands, and their rows are objects. More where they have few. */
const LIVE_HOURS = { first: 24, most: 8 * 24 }
const FEW_ROWS = 10_000

async function* customerBatches(
  db: Queryable,
  { filter, epoch, rolled, live, passing }: Asked,
): AsyncGenerator<CustomerHours> {
  const readLive = (from: number, hours: number) => readLiveHours(db, filter, live.slice(from, from + hours))
  const [known, firstFree, firstLive] = await Promise.all([
    rolled && passing(),
    live.length > 0 ? readFirstFree(db, filter.entId) : 0,
    live.length > 0 ? readLive(0, LIVE_HOURS.first) : undefined,
  ])
  let names: Names = { dimensions: [], origins: [] }
  if (rolled)
    for await (const batch of storedHours(db, { part: 'customers', entId: filter.entId, epoch, span: rolled })) {
      names = batch
      yield { ...batch, passing: known, size: sizeOf(batch.hours), temporary: NO_NUMBERS }
    }
  if (!firstLive) return
  const numbering = liveNumbering(firstFree, names)
  let hours = LIVE_HOURS.first
  for (let from = 0; from < live.length;) {
    const found = from === 0 ? firstLive : await readLive(from, hours)
    from += hours
    const isMuch = found.customers.length + found.waits.length > FEW_ROWS
    hours = isMuch ? LIVE_HOURS.first : Math.min(hours * 2, LIVE_HOURS.most)
    // Rows of facts were chosen by the filter's conditions.
    yield { ...(await numbering.number(found)), passing: undefined }
  }
}

/** Rows of an hour are in the order of customers. */
const sizeOf = (hours: readonly Hour[]): number =>
  hours.reduce((size, { customers, waits }) => {
    const ofWaits = (waits.at(-WAIT_ROW) ?? -1) + 1
    return Math.max(size, (customers.at(-CUSTOMER_ROW) ?? -1) + 1, ofWaits)
  }, 0)

/** One part of some hours of a period; `passing` as above. */
export type PartHours<Part extends HourPart> = Pick<CustomerHours, 'dimensions' | 'passing'> & {
  hours: readonly HourOf<Part>[]
}

/** A row of sums has about so many numbers; those of times are as long as those of customers. */
const SUM_ROW = 8

const PART_ROWS: { [Part in 'sums' | 'times']: (hour: HourOf<Part>) => number } = {
  sums: ({ sums }) => sums.length / SUM_ROW,
  times: ({ waits, turns }) => (waits.length + turns.length) / WAIT_ROW,
}

export const partPass = <Part extends 'sums' | 'times'>(
  db: Queryable,
  part: Part,
  asked: Omit<Asked, 'live' | 'rolled'> & { rolled: Span },
): HourPass<PartHours<Part>> => hourPass(asked.filter.entId, () => partBatches(db, part, asked), PART_ROWS[part])

async function* partBatches<Part extends HourPart>(
  db: Queryable,
  part: Part,
  { filter, epoch, rolled, passing }: Omit<Asked, 'live' | 'rolled'> & { rolled: Span },
): AsyncGenerator<PartHours<Part>> {
  const known = await passing()
  for await (const { hours, dimensions } of storedHours(db, { part, entId: filter.entId, epoch, span: rolled }))
    yield { hours, dimensions, passing: known }
}
