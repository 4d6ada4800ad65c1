import type { MissId, RelationId, TagId } from '@ruwu/contract'
import type { CustomerCount } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { BY_FLOW } from '../../db/schema/index.ts'
import { factFamilies } from './fact-families.repo.ts'
import {
  asksForConversations,
  customerRows,
  dimensionsOf,
  type FactFilter,
  flagBit,
  list,
  personMatches,
  rowMatches,
  type Sources,
  type Span,
  union,
  withSpan,
} from './figures.repo.ts'

const ROWS_SHOWN = 50
const MISSES_SHOWN = 20

/** Sessions of the AI that were handed over, by trigger; a session handed over twice for two reasons counts for both. */
export async function readHandoffs(
  db: Queryable,
  filter: FactFilter,
  { start, end }: Span,
): Promise<{ reason: string; value: number }[]> {
  const { session } = factFamilies()
  const { rows } = await db.execute<{ reason: string; value: number }>(sql`
    select r.reason, count(distinct r.session_id)::int as value from (
      select h.reason, s.id as session_id, s.customer_id, ${dimensionsOf(session)}
      from ai_handoff h join session s on s.ent_id = h.ent_id and s.id = h.session_id
      where h.ent_id = ${filter.entId} and h.at >= ${start} and s.start_at >= ${start} and s.start_at < ${end}
        and s.ai_messages > 0 and h.reason <> ${BY_FLOW}) r
    where ${rowMatches(filter)} group by 1 order by 2 desc, 1`)
  return rows
}

type Miss = { missId: MissId; question: string; times: number; subSourceId: RelationId; lastAt: Date }

/** Open questions without a knowledge hit that were last asked in the span. */
export async function readMisses(
  db: Queryable,
  { entId, relationIds, visible }: FactFilter,
  { start, end }: Span,
): Promise<Miss[]> {
  const seen = visible
    ? sql`exists (select 1 from customer where customer.ent_id = m.ent_id and customer.id = m.customer_id and ${visible})`
    : sql`true`
  const { rows } = await db.execute<Omit<Miss, 'lastAt'> & { lastAt: string }>(sql`
    select replace(m.id::text, '-', '') as "missId", m.question, m.times, replace(m.relation_id::text, '-', '') as "subSourceId",
      m.last_at as "lastAt"
    from knowledge_miss m where m.ent_id = ${entId} and m.status = 'open' and m.last_at >= ${start} and m.last_at < ${end}
      and ${relationIds ? sql`m.relation_id = any(${sql.param(relationIds)}::uuid[])` : sql`true`} and ${seen}
    order by m.times desc, m.last_at desc, m.id limit ${MISSES_SHOWN}`)
  return rows.map((row) => ({ ...row, lastAt: new Date(row.lastAt) }))
}

export type OriginCounts = {
  id: string
  name: string
  relationId: RelationId
  enterCustomers: number
  talkCustomers: number
  leadCustomers: number
}

const counted = (name: CustomerCount): SQL => sql`count(*) filter (where flags & ${flagBit(name)} <> 0)::int`

/** Customers by the content or the advertising plan they came from, the most first. */
export async function readOrigins(db: Queryable, sources: Sources, origin: 'content' | 'ad'): Promise<OriginCounts[]> {
  const column = sql.raw(origin === 'content' ? 'content_id' : 'ad_id')
  const rows = customerRows(sources, ['enterCustomers', 'talkCustomers', 'leadCustomers'])
  if (rows.parts.length === 0) return []
  const { rows: found } = await db.execute<OriginCounts>(sql`${withSpan(rows)}
    select id, max(name) as name, replace((min(relation_id::text)), '-', '') as "relationId",
      ${counted('enterCustomers')} as "enterCustomers", ${counted('talkCustomers')} as "talkCustomers",
      ${counted('leadCustomers')} as "leadCustomers"
    from (select r.${column} as id, max(r.ad_name) as name, r.relation_id, r.customer_id, bit_or(r.flags) as flags
      from (${union(rows)}) r where r.${column} <> '' and ${rowMatches(sources.filter)} group by 1, 3, 4) c
    group by id order by 4 desc, id limit ${ROWS_SHOWN}`)
  return found
}

const total = (name: string): SQL => sql`sum(${sql.identifier(name)})::int as ${sql.identifier(name)}`

type TagCounts = { tagId: TagId; customers: number; talkCustomers: number; leadCustomers: number; added: number }

/**
 * Customers of the period by their present tags, and bindings of the period: also of customers who did not enter in it, unless the filter
 * asks for conversations.
 */
export async function readTags(db: Queryable, sources: Sources, { start, end }: Span): Promise<TagCounts[]> {
  const { filter } = sources
  const rows = customerRows(sources, ['enterCustomers', 'talkCustomers', 'leadCustomers'])
  if (rows.parts.length === 0) return []
  const { rows: found } = await db.execute<TagCounts>(sql`${withSpan(rows)}${rows.withSpan ? sql`,` : sql`with`}
    c as materialized (select r.customer_id, bit_or(r.flags) as flags from (${union(rows)}) r where ${rowMatches(filter)} group by 1)
    select replace(tag_id::text, '-', '') as "tagId", ${list(['customers', 'talkCustomers', 'leadCustomers', 'added'].map(total))}
    from (
      select t.tag_id, ${counted('enterCustomers')} as customers, ${counted('talkCustomers')} as "talkCustomers",
        ${counted('leadCustomers')} as "leadCustomers", 0 as added
      from c join customer_tag t on t.ent_id = ${filter.entId} and t.customer_id = c.customer_id group by 1
      union all
      select r.tag_id, 0, 0, 0, count(*)::int
      from (select b.tag_id, b.customer_id, w.relation_id from customer_tag b
        join customer w on w.ent_id = b.ent_id and w.id = b.customer_id
        where b.ent_id = ${filter.entId} and b.bound_at >= ${start} and b.bound_at < ${end}) r
      where ${personMatches(filter)} and ${asksForConversations(filter) ? sql`r.customer_id in (select customer_id from c)` : sql`true`}
      group by 1) n
    group by 1 order by 2 desc, 1`)
  return found
}
