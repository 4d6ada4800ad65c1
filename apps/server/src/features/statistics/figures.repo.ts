import type { AgentId, CustomerId, EntId, RelationId, TagId, Traffic } from '@ruwu/contract'
import { type CountName, CUSTOMER_COUNTS, type CustomerCount, SUMS, type SumName } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { statSum } from '../../db/schema/index.ts'
import { ALL_CUSTOMERS, type CustomerGrouping } from './customer-groups.ts'
import { FACT_FAMILIES, type FactFamily, factFamilies, type ResponseClock, WALL_CLOCK } from './fact-families.repo.ts'

/** Half-open interval [start, end). */
export type Span = { start: Date; end: Date }

/** Conditions on what is counted; empty lists mean all. */
export type FactFilter = {
  entId: EntId
  /** Undefined: all accounts, and what belongs to none. */
  relationIds: readonly RelationId[] | undefined
  agentIds: readonly AgentId[]
  receptions: number
  traffic: Traffic | undefined
  tagIds: readonly TagId[]
  /** Authorisation: which customers the caller may see; a condition on `customer`. */
  visible: SQL | undefined
  /** All customers that the filter lets pass, where they are so few that facts are looked up by customer instead of by time. */
  few?: readonly CustomerId[]
  /** Authorisation: with the data scope 本人 no colleague is visible but the caller. */
  onlyAgentId: AgentId | undefined
  clock: ResponseClock
}

/** Where rows come from: rollups for `rolled`, facts for `live`. */
export type Sources = {
  filter: FactFilter
  rolled: readonly (Span & { grain: 'hour' | 'day' })[]
  live: Span | undefined
}

/** What rows are grouped by: an expression over a row `r`. Its text is made once per group: per row it would cost more than the counting. */
export type Grouping = {
  key: SQL
  text: (key: SQL) => SQL
  from?: SQL
  /** First instants of the groups, where these are times. */
  starts?: readonly Date[]
  /** The same groups of customers that are counted in memory. */
  customers: CustomerGrouping
}

const hexOf = (key: SQL): SQL => sql`replace(${key}::text, '-', '')`
const KEY = sql`k.group_key`

export const TOGETHER: Grouping = {
  key: sql`0`,
  text: () => sql`''::text`,
  customers: ALL_CUSTOMERS,
}
export const BY_ACCOUNT: Grouping = {
  key: sql`r.relation_id`,
  text: hexOf,
  customers: { ofDimension: ({ relationId }) => [relationId], isOfCustomer: true },
}
export const BY_AGENT: Grouping = {
  key: sql`g.agent_id`,
  text: hexOf,
  from: sql`, unnest(r.agent_ids) g(agent_id)`,
  customers: { ofDimension: ({ agentIds }) => agentIds },
}
/** By number from 1 on. */
export const byBucket = (starts: readonly Date[]): Grouping => ({
  key: sql`width_bucket(r.at, ${sql.param(starts)}::timestamptz[])`,
  text: (key) => sql`${key}::text`,
  starts,
  customers: { ofHour: (at) => String(starts.findLastIndex((start) => start.getTime() <= at) + 1) },
})

/** `values` by group, from rows `r`. */
export const grouped = ({ key, text, from = sql`` }: Grouping, values: SQL, rows: SQL, where: SQL): SQL =>
  sql`select k.*, ${text(KEY)} as key from (select ${key} as group_key, ${values} from (${rows}) r ${from} where ${where} group by 1) k`

const accountMatches = ({ relationIds }: FactFilter): SQL | undefined =>
  relationIds && sql`r.relation_id = any(${sql.param(relationIds)}::uuid[])`

/** Conditions that rollups can answer: their dimensions. */
const dimensionsMatch = (filter: FactFilter): SQL => {
  const { agentIds, receptions, traffic } = filter
  return all([
    accountMatches(filter),
    agentIds.length > 0 ? sql`r.agent_ids && ${sql.param(agentIds)}::uuid[]` : undefined,
    receptions > 0 ? sql`r.receptions & ${receptions}::int <> 0` : undefined,
    traffic && (traffic === 'ad' ? sql`r.by_ad` : sql`not r.by_ad`),
  ])
}

/** Conditions on the customer as it is now; an erased one meets none. */
export const customerMatches = (
  { entId, tagIds, visible, few }: FactFilter,
  customerId = sql`r.customer_id`,
): SQL | undefined =>
  tagIds.length === 0 && !visible
    ? undefined
    : all([
        few && sql`${customerId} = any(${sql.param(few)}::uuid[])`,
        sql`exists (select 1 from customer where customer.ent_id = ${entId} and customer.id = ${customerId} and customer.erased_at is null and ${all(
          [tagIds.length > 0 ? sql`customer.tag_ids && ${sql.param(tagIds)}::uuid[]` : undefined, visible],
        )})`,
      ])

/** Whether the filter has conditions on customers, which rollups of sums do not know. */
export const asksForCustomers = ({ tagIds, visible }: FactFilter): boolean => tagIds.length > 0 || visible !== undefined

export const rowMatches = (filter: FactFilter): SQL => all([dimensionsMatch(filter), customerMatches(filter)])

export const asksForConversations = ({ agentIds, receptions, traffic }: FactFilter): boolean =>
  agentIds.length > 0 || receptions > 0 || traffic !== undefined

const all = (conditions: readonly (SQL | undefined)[]): SQL => {
  const given = conditions.filter((each) => each !== undefined)
  return given.length > 0 ? sql`(${sql.join(given, sql` and `)})` : sql`true`
}

/** Facts of a family within the spans `span(a, b)`. */
export const factsWithin = (entId: EntId, family: FactFamily, columns: SQL, also?: SQL): SQL => {
  const { table, alias, joins, where, at } = family
  return sql`select ${columns} from span join ${sql.raw(`${table} ${alias}`)} on ${sql.raw(alias)}.ent_id = ${entId}::uuid
    and ${at} >= span.a and ${at} < span.b ${joins} where ${all([where, also])}`
}

/** The same within one span, without a join: in the order of its index where a page is asked for in that order. */
export const factsIn = (entId: EntId, family: FactFamily, { start, end }: Span, columns: SQL): SQL => {
  const { table, alias, joins, where, at } = family
  return sql`select ${columns} from ${sql.raw(`${table} ${alias}`)} ${joins}
    where ${sql.raw(alias)}.ent_id = ${entId}::uuid and ${at} >= ${start} and ${at} < ${end} and ${where}`
}

/** Common table expression that a clock reads, if any. */
export const clockTable = ({ table }: ResponseClock): SQL => (table ? sql`${table},` : sql``)

/** Tables that `factsWithin` reads; the clock's where response times are among the columns. */
export const spans = (
  list: readonly Span[],
  { table }: ResponseClock = WALL_CLOCK,
): SQL => sql`span(a, b) as (select * from unnest(
  ${sql.param(list.map((each) => each.start))}::timestamptz[], ${sql.param(list.map((each) => each.end))}::timestamptz[]))${table ? sql`, ${table}` : sql``}`

export const DIMENSIONS = sql`relation_id, agent_ids, receptions, by_ad`
export const dimensionsOf = ({ relationId, agentIds, receptions, byAd }: FactFamily): SQL =>
  sql`${relationId} as relation_id, ${agentIds} as agent_ids, ${receptions} as receptions, ${byAd} as by_ad`

/** The same without what nothing asks for: a session that only brings these need not be joined. */
const dimensionsFor = ({ agentIds, receptions, traffic }: FactFilter, grouping: Grouping, family: FactFamily): SQL =>
  dimensionsOf({
    ...family,
    ...(agentIds.length > 0 || grouping === BY_AGENT ? {} : { agentIds: sql`null::uuid[]` }),
    ...(receptions > 0 ? {} : { receptions: sql`0` }),
    ...(traffic ? {} : { byAd: sql`false` }),
  })

export const sumColumn = (name: SumName): SQL => sql.identifier(statSum[name].name) as unknown as SQL
const flagBit = (name: CustomerCount): SQL => sql.raw(String(1 << CUSTOMER_COUNTS.indexOf(name)))
export const flagsOf = ({ flags }: FactFamily, names: readonly CustomerCount[] = CUSTOMER_COUNTS): SQL => {
  const bits = names.flatMap((name) =>
    flags[name] ? [sql`(case when ${flags[name]} then ${flagBit(name)} else 0 end)`] : [],
  )
  return bits.length > 0 ? sql`(${sql.join(bits, sql` | `)})` : sql`0`
}

const familiesWith = (filter: FactFilter, of: (family: FactFamily) => boolean): FactFamily[] => {
  const families = factFamilies(filter.clock)
  return FACT_FAMILIES.map((name) => families[name]).filter(of)
}

type Rows = { parts: SQL[]; withSpan: SQL | undefined }

/** Sums by group. Times come as milliseconds and leave as seconds. */
export async function readSums<Name extends SumName>(
  db: Queryable,
  { filter, rolled, live }: Sources,
  names: readonly Name[],
  grouping: Grouping,
): Promise<Map<string, Record<Name, number>>> {
  if (names.length === 0) return new Map()
  const columns = list(names.map((name) => sumColumn(name)))
  const rows: Rows = { parts: [], withSpan: undefined }
  for (const { grain, start, end } of rolled)
    rows.parts.push(sql`select start_at as at, null::uuid as customer_id, ${DIMENSIONS}, ${columns} from stat_sum
      where ent_id = ${filter.entId} and grain = ${grain} and start_at >= ${start} and start_at < ${end}`)
  if (live) {
    rows.withSpan = spans([live], filter.clock)
    for (const family of familiesWith(filter, ({ sums }) => names.some((name) => sums[name]))) {
      const values = list(names.map((name) => sql`${family.sums[name] ?? sql`0`} as ${sumColumn(name)}`))
      rows.parts.push(
        factsWithin(
          filter.entId,
          family,
          sql`${family.at} as at, ${family.customerId} as customer_id, ${dimensionsFor(filter, grouping, family)}, ${values}`,
          customerMatches(filter, family.customerId),
        ),
      )
    }
  }
  if (rows.parts.length === 0) return new Map()
  const totals = list(
    names.map((name) => sql`coalesce(sum(r.${sumColumn(name)}), 0)::float8 as ${sql.identifier(name)}`),
  )
  const { rows: found } = await db.execute<{ key: string } & Record<Name, number>>(
    sql`${withSpan(rows)} ${grouped(grouping, totals, union(rows), dimensionsMatch(filter))}`,
  )
  return new Map(found.map((row) => [row.key, inSeconds(row, names)]))
}

const withSpan = ({ withSpan: span }: Rows): SQL => (span ? sql`with ${span}` : sql``)
const union = ({ parts }: Rows): SQL => sql.join(parts, sql` union all `)
export const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `)

/** Times come as milliseconds and leave as seconds. */
export const inSeconds = <Name extends SumName>(
  row: Record<Name, number>,
  names: readonly Name[],
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, name.endsWith('Sec') ? row[name] / 1000 : row[name]])) as Record<
    Name,
    number
  >

export const sumsAmong = (counts: readonly CountName[]): SumName[] => SUMS.filter((name) => counts.includes(name))
export const customersAmong = (counts: readonly CountName[]): CustomerCount[] =>
  CUSTOMER_COUNTS.filter((name) => counts.includes(name))
