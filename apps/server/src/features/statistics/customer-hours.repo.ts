import type { AgentId, CustomerId, EntId, RelationId, TagId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { FACT_FAMILIES, factFamilies, msBetween } from './fact-families.repo.ts'
import {
  customerMatches,
  DIMENSIONS,
  dimensionsOf,
  type FactFilter,
  factsWithin,
  flagsOf,
  type Span,
  spans,
} from './figures.repo.ts'

/** Numbers per row. */
export const CUSTOMER_ROW = 4
export const WAIT_ROW = 4
export const TURN_ROW = 4

/** What answered a turn: bits of the third number of its row, after which are the milliseconds since the hour began. */
export const TURN_KIND = { human: 1, ai: 2, aiFirst: 4, bits: 3 } as const

/** Bits of a number of 4 bytes without its sign: a row of `sums` has two such numbers after the customer and the dimension. */
export const MASK_BITS = 31

export type Dimension = { relationId: RelationId; agentIds: AgentId[]; receptions: number; byAd: boolean }
export type Origin = { contentId: string; adId: string; adName: string }
/** Rows of numbers, see `stat_hour`. */
export type Hour = { at: number; customers: Int32Array; waits: Int32Array }
export type SumHour = { at: number; sums: Int32Array }
export type TimeHour = { at: number; waits: Int32Array; turns: Int32Array }
/** What is read together. */
const PARTS = { customers: ['customers', 'waits'], sums: ['sums'], times: ['waits', 'turns'] } as const
export type HourPart = keyof typeof PARTS
export type HourOf<Part extends HourPart> = { customers: Hour; sums: SumHour; times: TimeHour }[Part]
export type StoredHour<Part extends HourPart> = HourOf<Part> & { version: number }

export const ORIGIN = sql`content_id, ad_id, ad_name`
/** Numbers of 4 bytes hold 24 days in milliseconds. */
export const MOST = sql.raw(String(2 ** 31 - 1))

/** Rows `a, customer_id`, dimensions, origin and `flags` of what counts customers within the spans. */
export const customerFacts = (entId: EntId, also?: (customerId: SQL) => SQL | undefined): SQL =>
  sql.join(
    FACT_FAMILIES.map((name) => factFamilies()[name])
      .filter(({ flags }) => Object.keys(flags).length > 0)
      .map((family) => {
        const { customerId, contentId, adId, adName } = family
        const columns = sql`span.a, ${customerId} as customer_id, ${dimensionsOf(family)}, ${contentId} as content_id,
          ${adId} as ad_id, ${adName} as ad_name, ${flagsOf(family)} as flags`
        return factsWithin(entId, family, columns, also?.(customerId))
      }),
    sql` union all `,
  )

/** Rows `a, customer_id`, dimensions, `from_ms` after `a` and `ms` of first responses by the wall clock. */
export const waitFacts = (entId: EntId, also?: (customerId: SQL) => SQL | undefined): SQL => {
  const family = factFamilies().firstHuman
  const { customerId } = family
  const columns = sql`span.a, ${customerId} as customer_id, ${dimensionsOf(family)},
    greatest(-${MOST}, least(${msBetween(sql`span.a`, sql`s.first_human_from`)}, ${MOST}))::int as from_ms, waited.ms::int as ms`
  return factsWithin(entId, family, columns, also?.(customerId))
}

/** Numbers that `int4send` wrote. What has memory of its own stays in it: hours are not held twice while they are read. */
function numbersIn(bytes: Buffer): Int32Array {
  const isAlone = bytes.length === bytes.buffer.byteLength
  const { buffer } = (isAlone ? bytes : Buffer.from(new Uint8Array(bytes).buffer)).swap32()
  return new Int32Array(buffer)
}

type Wanted<Part> = { part: Part; entId: EntId; newerThan: number; span: Span }

export async function readStoredHours<Part extends HourPart>(
  db: Queryable,
  { part, entId, newerThan, span: { start, end } }: Wanted<Part>,
): Promise<StoredHour<Part>[]> {
  const columns = PARTS[part]
  const { rows } = await db.execute<{ at: number; version: string } & Record<string, Buffer>>(sql`
    select (extract(epoch from start_at) * 1000)::float8 as at, version, ${sql.raw(columns.join(', '))} from stat_hour
    where ent_id = ${entId} and version > ${newerThan} and start_at >= ${start} and start_at < ${end}`)
  return rows.map((row) => {
    const numbers = Object.fromEntries(columns.map((column) => [column, numbersIn(row[column]!)]))
    return { at: row.at, version: Number(row.version), ...numbers } as unknown as StoredHour<Part>
  })
}

const HEX = (column: string): SQL => sql.raw(`replace(${column}::text, '-', '')`)
const DIMENSION_VALUES = sql`${HEX('relation_id')} as "relationId", array(select ${HEX('g')} from unnest(agent_ids) g) as "agentIds",
  receptions::int as receptions, by_ad as "byAd"`
const ORIGIN_VALUES = sql`content_id as "contentId", ad_id as "adId", ad_name as "adName"`

/** Those that are numbered from `first` on, in their order. */
export async function readDimensions(db: Queryable, entId: EntId, first: number): Promise<Dimension[]> {
  const { rows } = await db.execute<Dimension>(
    sql`select ${DIMENSION_VALUES} from stat_dimension where ent_id = ${entId} and no >= ${first} order by no`,
  )
  return rows
}

export async function readOriginNames(db: Queryable, entId: EntId, first: number): Promise<Origin[]> {
  const { rows } = await db.execute<Origin>(
    sql`select ${ORIGIN_VALUES} from stat_origin where ent_id = ${entId} and no >= ${first} order by no`,
  )
  return rows
}

type LiveRow = Dimension & { at: number; no: number | null; customerId: string }
export type LiveCustomer = LiveRow & Origin & { flags: number }
export type LiveWait = LiveRow & { fromMs: number; ms: number }

const LIVE = sql`(extract(epoch from a) * 1000)::float8 as at, n.no, ${HEX('r.customer_id')} as "customerId", ${DIMENSION_VALUES}`
const withNumber = (entId: EntId) =>
  sql`left join customer_no n on n.ent_id = ${entId} and n.customer_id = r.customer_id`

/** More customers are not numbered while an answer is made: its own numbers must not be those of others in its next statements. */
export const NUMBERED_MEANWHILE = 10_000

/** A customer number that stays unassigned during this request, as do all above it. */
export async function readFirstFree(db: Queryable, entId: EntId): Promise<number> {
  const { rows } = await db.execute<{ first: number }>(
    sql`select coalesce(max(no), -1) + 1 as first from customer_no where ent_id = ${entId}`,
  )
  return (rows[0]?.first ?? 0) + NUMBERED_MEANWHILE
}

export type LiveHours = { customers: LiveCustomer[]; waits: LiveWait[] }

/** The same rows of hours that are not rolled up, of customers that the filter lets pass. */
export async function readLiveHours(db: Queryable, filter: FactFilter, hours: readonly Span[]): Promise<LiveHours> {
  const { entId } = filter
  const also = (customerId: SQL) => customerMatches(filter, customerId)
  const [customers, waits] = await Promise.all([
    db.execute<LiveCustomer>(sql`with ${spans(hours)} select ${LIVE}, ${ORIGIN_VALUES}, flags from (
        select a, customer_id, ${DIMENSIONS}, ${ORIGIN}, bit_or(flags) as flags from (${customerFacts(entId, also)}) f
        where flags <> 0 group by a, customer_id, ${DIMENSIONS}, ${ORIGIN}) r ${withNumber(entId)}`),
    db.execute<LiveWait>(
      sql`with ${spans(hours)} select ${LIVE}, from_ms as "fromMs", ms from (${waitFacts(entId, also)}) r ${withNumber(entId)}`,
    ),
  ])
  return { customers: customers.rows, waits: waits.rows }
}

/** Bindings of tags in the span, by tag. */
export async function countBound(db: Queryable, entId: EntId, { start, end }: Span): Promise<Map<TagId, number>> {
  const { rows } = await db.execute<{ tagId: TagId; count: number }>(sql`
    select ${HEX('tag_id')} as "tagId", count(*)::int as count from customer_tag
    where ent_id = ${entId} and bound_at >= ${start} and bound_at < ${end} group by tag_id`)
  return new Map(rows.map(({ tagId, count }) => [tagId, count]))
}

/** Customers that tags were bound to in the span, by tag: numbers, and the ids of those without one. */
export async function readBound(
  db: Queryable,
  entId: EntId,
  { start, end }: Span,
): Promise<{ tagId: TagId; numbers: Int32Array; ids: CustomerId[] }[]> {
  const inSpan = sql`t.ent_id = ${entId} and t.bound_at >= ${start} and t.bound_at < ${end}`
  const { rows } = await db.execute<{ tagId: TagId; numbers: Buffer | null; ids: CustomerId[] | null }>(sql`
    select ${HEX('b.tag_id')} as "tagId", string_agg(int4send(b.no), ''::bytea) as numbers,
      array_agg(${HEX('b.customer_id')}) filter (where b.no is null) as ids
    from (
      select t.tag_id, t.customer_no as no, null::uuid as customer_id from customer_tag t where ${inSpan} and t.customer_no is not null
      union all
      select t.tag_id, n.no, t.customer_id
      from customer_tag t left join customer_no n on n.ent_id = t.ent_id and n.customer_id = t.customer_id
      where ${inSpan} and t.customer_no is null) b
    group by b.tag_id`)
  return rows.map(({ tagId, numbers, ids }) => ({
    tagId,
    numbers: numbersIn(numbers ?? Buffer.alloc(0)),
    ids: ids ?? [],
  }))
}
