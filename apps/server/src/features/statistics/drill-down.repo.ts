import type {
  AgentId,
  CustomerId,
  EntId,
  ReceptionType,
  RelationId,
  ResponseBucket,
  SessionId,
  SessionPageBody,
  Source,
  TagId,
} from '@ruwu/contract'
import { type CountName, countsBehind, CUSTOMER_COUNTS, type CustomerCount, type SumName } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import {
  endOf,
  FACT_FAMILIES,
  type FactFamily,
  factFamilies,
  FIRST_HUMAN,
  joinFirstHuman,
  MISSED,
  msBetween,
  type ResponseClock,
} from './fact-families.repo.ts'
import {
  asksForConversations,
  clockTable,
  customerMatches,
  dimensionsOf,
  type FactFilter,
  factsIn,
  rowMatches,
  type Span,
} from './figures.repo.ts'
import { CUSTOMER_FIGURES } from './customer-count.ts'
import { openUnanswered } from './moments.repo.ts'

export const BUCKET_COUNTS = {
  in30s: 'firstIn30s',
  in1m: 'firstIn1m',
  in3m: 'firstIn3m',
  over3m: 'firstOver3m',
  none: 'firstNone',
} as const satisfies Record<ResponseBucket, SumName>

/** Which list, and its order. */
export type DrillList = Pick<
  SessionPageBody,
  | 'metric'
  | 'weekday'
  | 'hour'
  | 'bucket'
  | 'reason'
  | 'missId'
  | 'lastReception'
  | 'contentId'
  | 'adId'
  | 'addedTagId'
  | 'sort'
>
export type Drill = DrillList & Pick<SessionPageBody, 'page'> & { pageSize: number }

export type DrillQuery = { filter: FactFilter; span: Span; timeZone: string; unansweredBefore: Date }

export type CountedRow = {
  key: string
  at: string
  sessionId: SessionId | null
  customerId: CustomerId
  name: string
  remark: string
  source: Source
  relationId: RelationId
  accountName: string
  startAt: string | null
  endAt: string | null
  startSeq: number | null
  receptionPath: ReceptionType[] | null
  firstAgentId: AgentId | null
  agentIds: AgentId[] | null
  ownMessages: number | null
  replies: number | null
  humanFirst: number | null
  aiFirst: number | null
  length: number | null
  tagIds: TagId[]
  hasLead: boolean | null
  points: number
}

/**
 * What a figure counted, one row each: as many rows as the figure says, which need not be counted again where it is `known`. A page beyond
 * the end answers the last one.
 */
export async function readCounted(
  db: Queryable,
  query: DrillQuery,
  drill: Drill,
  known?: number,
): Promise<{ rows: CountedRow[]; total: number; page: number }> {
  const total = known ?? (await countUnits(db, query, drill))
  const page = shownPage(total, drill)
  const offset = (page - 1) * drill.pageSize
  // One row more tells whether there is a further page.
  const paging = sql`limit ${drill.pageSize + 1} offset ${offset}`
  const { rows } = await db.execute<CountedRow>(countedRows(query, drill, paging))
  // Facts have changed since the figure was read.
  if (known !== undefined && rows.length !== Math.min(drill.pageSize + 1, total - offset))
    return readCounted(db, query, drill)
  return { rows: rows.slice(0, drill.pageSize), total, page }
}

async function countUnits(db: Queryable, query: DrillQuery, drill: DrillList): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`${unitsOf(query, drill)} select count(*)::int as total from unit`,
  )
  return rows[0]?.total ?? 0
}

/** What the rows are counted by; undefined where rollups do not know their number. */
export function knownCounts(drill: DrillList): readonly CountName[] | undefined {
  const { weekday, hour, reason, missId, lastReception, contentId, adId, addedTagId } = drill
  const parts = [weekday, hour, reason, missId, lastReception, contentId, adId, addedTagId]
  return parts.every((each) => each === undefined) ? countsOf(drill) : undefined
}

const countsOf = ({ bucket, metric }: DrillList): readonly CountName[] =>
  bucket ? [BUCKET_COUNTS[bucket]] : countsBehind(metric)

/** Rows of the list in its order; `paging` cuts a page out of it. */
export function countedRows(query: DrillQuery, drill: DrillList, paging = sql``): SQL {
  const { clock } = query.filter
  const { joins, value } = sortOf(drill, clock)
  // An index has nothing else than `desc`; only the sorts by a session's column meet nulls.
  const descending = drill.sort.field === 'at' ? 'desc' : 'desc nulls last'
  const direction = sql.raw(drill.sort.order === 'asc' ? 'asc' : descending)
  return sql`${unitsOf(query, drill)}, shown as (
      select u.*, ${value} as sorted from unit u
        left join session s on s.ent_id = ${query.filter.entId} and s.id = u.session_id ${joins}
      order by sorted ${direction}, u.key ${paging})
    select u.key, u.at, ${hex('u.session_id')} as "sessionId", ${hex('u.customer_id')} as "customerId", c.name, c.remark, c.source,
      ${hex('c.relation_id')} as "relationId", a.name as "accountName", s.start_at as "startAt", s.end_at as "endAt",
      s.start_seq as "startSeq", s.reception_path as "receptionPath", ${hex('s.first_agent_id')} as "firstAgentId",
      ${hexes('s.agent_ids')} as "agentIds", s.own_messages as "ownMessages", ${REPLIES} as replies, (select ${HUMAN_FIRST} from (select) one ${joinFirstHuman(clock)}) as "humanFirst",
      ${aiFirst(clock)} as "aiFirst", ${LENGTH} as length, ${hexes('c.tag_ids')} as "tagIds", s.has_lead as "hasLead", ${POINTS} as points
    from shown u
      join customer c on c.ent_id = ${query.filter.entId} and c.id = u.customer_id
      join channel_account a on a.ent_id = c.ent_id and a.id = c.relation_id
      left join session s on s.ent_id = c.ent_id and s.id = u.session_id
    order by u.sorted ${direction}, u.key`
}

const hex = (column: string): SQL => sql.raw(`replace(${column}::text, '-', '')`)
const hexes = (column: string): SQL => sql.raw(`array(select replace(x::text, '-', '') from unnest(${column}) x)`)
const REPLIES = sql`s.human_messages + s.ai_messages`
const LENGTH = sql`${msBetween(sql`s.first_own_at`, endOf(sql`s.first_own_at`, sql`s.last_talk_at`))}::float8 / 1000`
const HUMAN_FIRST = sql`case when ${FIRST_HUMAN} then waited.ms::float8 / 1000 end`

/** Of the session `s`, looked up by its index. */
const aiFirst = (clock: ResponseClock): SQL =>
  sql`(select waited.ms::float8 / 1000 from turn t ${clock.join(sql`t.start_at`, sql`t.reply_at`, sql`t.relation_id`)}
    where t.ent_id = s.ent_id and t.session_id = s.id and t.no = 1 and t.reply_kind = 'ai')`
const POINTS = sql`coalesce((select -sum(p.delta) from point_ledger p
  where p.ent_id = s.ent_id and p.session_id = s.id and p.type in ('consume', 'refund')), 0)::int`

const sortOf = ({ sort: { field } }: DrillList, clock: ResponseClock): { joins: SQL; value: SQL } => {
  const values: Record<Drill['sort']['field'], SQL> = {
    at: sql`u.at`,
    endAt: sql`s.end_at`,
    humanFirst: HUMAN_FIRST,
    aiFirst: aiFirst(clock),
    length: LENGTH,
    ownMessages: sql`s.own_messages`,
    replies: REPLIES,
    points: POINTS,
  }
  return { joins: field === 'humanFirst' ? joinFirstHuman(clock) : sql``, value: values[field] }
}

/** `with unit as (…)`: rows `key, at, customer_id, session_id`. */
function unitsOf(query: DrillQuery, drill: DrillList): SQL {
  const { addedTagId } = drill
  const units = addedTagId ? bindings(query, addedTagId) : countedUnits(query, drill, countsOf(drill))
  return sql`with ${clockTable(query.filter.clock)} unit as (${units})`
}

/** Bindings of a tag, also of customers who did not enter in the span, unless the filter asks for conversations; with the session they were made in, if any. */
function bindings(query: DrillQuery, tagId: TagId): SQL {
  const { filter, span } = query
  const { entId, relationIds } = filter
  const conditions = [
    sql`t.ent_id = ${entId} and t.tag_id = ${tagId} and t.bound_at >= ${span.start} and t.bound_at < ${span.end}`,
    customerMatches(filter, sql`t.customer_id`),
    relationIds &&
      sql`exists (select 1 from customer o where o.ent_id = t.ent_id and o.id = t.customer_id and o.relation_id = any(${sql.param(relationIds)}::uuid[]))`,
    asksForConversations(filter)
      ? sql`t.customer_id in (select e.customer_id from (${countedUnits(query, {}, CUSTOMER_FIGURES)}) e)`
      : undefined,
  ].filter((each) => each !== undefined)
  return sql`select t.customer_id::text as key, t.bound_at as at, t.customer_id, (select b.id from session b
      where b.ent_id = t.ent_id and b.customer_id = t.customer_id and b.start_at <= t.bound_at
        and (b.end_at is null or b.end_at >= t.bound_at) order by b.start_at desc limit 1) as session_id
    from customer_tag t where ${sql.join(conditions, sql` and `)}`
}

type Place = Omit<DrillList, 'metric' | 'sort'>

function countedUnits(
  { filter, span, timeZone, unansweredBefore }: DrillQuery,
  drill: Place,
  counts: readonly CountName[],
): SQL {
  const families = factFamilies(filter.clock)
  const within = conditionsOf(drill, timeZone, filter.entId)
  const parts = counts.map((name) => {
    if (name === 'openUnanswered')
      return sql`select r.session_id::text as key, r.at, r.customer_id, r.session_id
        from (${openUnanswered(filter, span, unansweredBefore)}) r where ${rowMatches(filter)} and ${within}`
    if (name === 'misses')
      return sql`select r.key, r.at, r.customer_id, r.session_id
        from (${factsIn(filter.entId, MISSED, span, columnsOf(MISSED, name, sql`true`))}) r where ${rowMatches(filter)} and ${within}`
    const rows = FACT_FAMILIES.flatMap((each) => {
      const counted = countedBy(families[each], name)
      return counted ? [factsIn(filter.entId, families[each], span, columnsOf(families[each], name, counted))] : []
    })
    const matching = sql`select r.* from (${sql.join(rows, sql` union all `)}) r
      where r.is_counted and ${rowMatches(filter)} and ${within}`
    if (CUSTOMER_COUNTS.some((each) => each === name)) return onePerCustomer(matching, drill, timeZone)
    // A fact is the messages of a quarter of an hour.
    if (name === 'replies')
      return sql`select r.key || ' ' || n as key, r.at, r.customer_id, r.session_id
        from (${matching}) r cross join generate_series(1, r.times) n`
    return sql`select r.key, r.at, r.customer_id, r.session_id from (${matching}) r`
  })
  return sql.join(parts, sql` union all `)
}

const countedBy = ({ sums, flags }: FactFamily, name: CountName): SQL | undefined => {
  const sum = sums[name as SumName]
  return sum ? sql`${sum} > 0` : flags[name as CustomerCount]
}

const columnsOf = (
  family: FactFamily,
  name: CountName,
  counted: SQL,
): SQL => sql`${family.key} as key, ${family.at} as at,
  ${family.customerId} as customer_id, ${family.sessionId} as session_id, ${dimensionsOf(family)}, ${family.contentId} as content_id,
  ${family.adId} as ad_id, ${counted} as is_counted, ${family.sums[name as SumName] ?? sql`1`} as times`

/** Its newest row stands for a customer; in a cell of the heat map a customer counts once an hour. */
function onePerCustomer(rows: SQL, { hour }: Place, timeZone: string): SQL {
  const each = hour === undefined ? sql`''::text` : sql`to_char(r.at at time zone ${timeZone}, 'YYYY-MM-DD HH24')`
  // The hour is a column: as an expression it would stand thrice, each with a parameter of its own, and not be the same.
  return sql`(select distinct on (h.customer_id, h.hour) h.customer_id::text || h.hour as key, h.at, h.customer_id, h.session_id
    from (select r.*, ${each} as hour from (${rows}) r) h order by h.customer_id, h.hour, h.at desc, h.key)`
}

function conditionsOf(drill: Place, timeZone: string, entId: EntId): SQL {
  const { weekday, hour, reason, missId, lastReception, contentId, adId } = drill
  const local = sql`r.at at time zone ${timeZone}`
  const conditions = [
    weekday === undefined ? undefined : sql`extract(isodow from ${local}) = ${weekday}::int`,
    hour === undefined ? undefined : sql`extract(hour from ${local}) = ${hour}::int`,
    reason === undefined
      ? undefined
      : sql`exists (select 1 from ai_handoff h where h.ent_id = ${entId} and h.customer_id = r.customer_id
          and h.session_id = r.session_id and h.reason = ${reason})`,
    // Only what was missed has such a key.
    missId === undefined ? undefined : sql`r.key like ${missId}::uuid || ' %'`,
    lastReception === undefined
      ? undefined
      : sql`exists (select 1 from session e where e.ent_id = ${entId} and e.id = r.session_id
          and e.reception_path[cardinality(e.reception_path)] = ${lastReception})`,
    contentId === undefined ? undefined : sql`r.content_id = ${contentId}`,
    adId === undefined ? undefined : sql`r.ad_id = ${adId}`,
  ].filter((each) => each !== undefined)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}
