import type { AgentId, EntId, RelationId, TagId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { FACT_FAMILIES, factFamilies } from './fact-families.repo.ts'
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

/** Numbers per row of `customers` and `waits`. */
export const CUSTOMER_ROW = 4
export const WAIT_ROW = 3

/** Bits of a number of 4 bytes without its sign: a row of `sums` has two such numbers after the customer and the dimension. */
export const MASK_BITS = 31

export type Dimension = { relationId: RelationId; agentIds: AgentId[]; receptions: number; byAd: boolean }
export type Origin = { contentId: string; adId: string; adName: string }
/** Rows of numbers, see `stat_hour`. */
export type Hour = { at: number; customers: Int32Array; waits: Int32Array }
export type SumHour = { at: number; sums: Int32Array }
/** What is read together. */
export type HourPart = 'customers' | 'sums'
export type StoredHour<Part extends HourPart> = (Part extends 'sums' ? SumHour : Hour) & { version: number }

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

/** Rows `a, customer_id`, dimensions and `ms` of first responses. */
export const waitFacts = (entId: EntId, also?: (customerId: SQL) => SQL | undefined): SQL => {
  const family = factFamilies().firstHuman
  const { customerId } = family
  const columns = sql`span.a, ${customerId} as customer_id, ${dimensionsOf(family)}, least(waited.ms, ${MOST})::int as ms`
  return factsWithin(entId, family, columns, also?.(customerId))
}

/** Numbers that `int4send` wrote. */
function numbersIn(bytes: Buffer): Int32Array {
  const copy = new Uint8Array(bytes)
  Buffer.from(copy.buffer).swap32()
  return new Int32Array(copy.buffer)
}

type Wanted<Part> = { part: Part; entId: EntId; newerThan: number; span: Span }

export async function readStoredHours<Part extends HourPart>(
  db: Queryable,
  { part, entId, newerThan, span: { start, end } }: Wanted<Part>,
): Promise<StoredHour<Part>[]> {
  const columns = part === 'sums' ? ['sums'] : ['customers', 'waits']
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
export type LiveWait = LiveRow & { ms: number }

const LIVE = sql`(extract(epoch from a) * 1000)::float8 as at, n.no, ${HEX('r.customer_id')} as "customerId", ${DIMENSION_VALUES}`
const withNumber = (entId: EntId) =>
  sql`left join customer_no n on n.ent_id = ${entId} and n.customer_id = r.customer_id`

/** The same rows of hours that are not rolled up, of customers that the filter lets pass, and the first number that no customer has. */
export async function readLiveHours(
  db: Queryable,
  filter: FactFilter,
  hours: readonly Span[],
): Promise<{ customers: LiveCustomer[]; waits: LiveWait[]; firstFree: number }> {
  const { entId } = filter
  const also = (customerId: SQL) => customerMatches(filter, customerId)
  const [customers, waits, numbers] = await Promise.all([
    db.execute<LiveCustomer>(sql`with ${spans(hours)} select ${LIVE}, ${ORIGIN_VALUES}, flags from (
        select a, customer_id, ${DIMENSIONS}, ${ORIGIN}, bit_or(flags) as flags from (${customerFacts(entId, also)}) f
        where flags <> 0 group by a, customer_id, ${DIMENSIONS}, ${ORIGIN}) r ${withNumber(entId)}`),
    db.execute<LiveWait>(
      sql`with ${spans(hours)} select ${LIVE}, ms from (${waitFacts(entId, also)}) r ${withNumber(entId)}`,
    ),
    db.execute<{ firstFree: number }>(
      sql`select coalesce(max(no), -1) + 1 as "firstFree" from customer_no where ent_id = ${entId}`,
    ),
  ])
  // A customer may have been numbered between these statements.
  const known = [...customers.rows, ...waits.rows].reduce((most, { no }) => Math.max(most, (no ?? -1) + 1), 0)
  const firstFree = Math.max(known, numbers.rows[0]?.firstFree ?? 0)
  return { customers: customers.rows, waits: waits.rows, firstFree }
}

/** Numbers of the customers that the filter's conditions on customers let pass; undefined: all. */
export async function readPassing(db: Queryable, filter: FactFilter): Promise<Int32Array | undefined> {
  const condition = customerMatches(filter, sql`n.customer_id`)
  if (!condition) return undefined
  const { rows } = await db.execute<{
    numbers: Buffer | null
  }>(sql`select string_agg(int4send(n.no), ''::bytea) as numbers
    from customer_no n where n.ent_id = ${filter.entId} and ${condition}`)
  return numbersIn(rows[0]?.numbers ?? Buffer.alloc(0))
}

/** Customers by tag: numbers, and the ids of those without one. `where` is a condition on bindings `t` of customers `r`. */
export async function readTagged(
  db: Queryable,
  entId: EntId,
  where?: SQL,
): Promise<{ tagId: TagId; numbers: Int32Array; ids: string[] }[]> {
  const customers = sql`join (select ent_id, id as customer_id, relation_id from customer) r
    on r.ent_id = t.ent_id and r.customer_id = t.customer_id`
  const { rows } = await db.execute<{ tagId: TagId; numbers: Buffer | null; ids: string[] | null }>(sql`
    select ${HEX('t.tag_id')} as "tagId", string_agg(int4send(n.no), ''::bytea) as numbers,
      array_agg(${HEX('t.customer_id')}) filter (where n.no is null) as ids
    from customer_tag t left join customer_no n on n.ent_id = t.ent_id and n.customer_id = t.customer_id ${where ? customers : sql``}
    where t.ent_id = ${entId} and ${where ?? sql`true`} group by t.tag_id`)
  return rows.map(({ tagId, numbers, ids }) => ({
    tagId,
    numbers: numbersIn(numbers ?? Buffer.alloc(0)),
    ids: ids ?? [],
  }))
}
