import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { factFamilies, firstHumanMs } from './fact-families.repo.ts'
import {
  dimensionsOf,
  type FactFilter,
  factsWithin,
  type Grouping,
  grouped,
  rowMatches,
  type Span,
  spans,
} from './figures.repo.ts'

const rank = (share: number): SQL =>
  sql`(percentile_disc(${share}::float8) within group (order by r.ms))::float8 / 1000`

type Ranks = { humanFirstMedian: number; humanFirstP90: number }

/** Nearest rank of the first response times of sessions that began in the span, in seconds, by group. */
export async function readRanks(
  db: Queryable,
  filter: FactFilter,
  span: Span,
  grouping: Grouping,
): Promise<Map<string, Ranks>> {
  const family = factFamilies(filter.elapsed).firstHuman
  const columns = sql`${family.at} as at, ${family.customerId} as customer_id, ${dimensionsOf(family)}, ${firstHumanMs(filter.elapsed)} as ms`
  const ranks = sql`${rank(0.5)} as "humanFirstMedian", ${rank(0.9)} as "humanFirstP90"`
  const { rows } = await db.execute<{ key: string } & Ranks>(
    sql`with ${spans([span])} ${grouped(grouping, ranks, factsWithin(filter.entId, family, columns), rowMatches(filter))}`,
  )
  return new Map(rows.map(({ key, humanFirstMedian, humanFirstP90 }) => [key, { humanFirstMedian, humanFirstP90 }]))
}

/** Rows `at, session_id` of open sessions that began in the span and whose customer has waited since before `since`. */
export const openUnanswered = ({ entId }: FactFilter, { start, end }: Span, since: Date): SQL => {
  const { session } = factFamilies()
  return sql`select s.start_at as at, s.id as session_id, s.customer_id, ${dimensionsOf(session)},
      ${session.contentId} as content_id, ${session.adId} as ad_id
    from customer w join session s on s.ent_id = w.ent_id and s.id = w.session_id
    where w.ent_id = ${entId} and w.waiting_since < ${since} and not w.archive and s.end_at is null
      and s.start_at >= ${start} and s.start_at < ${end}`
}

export async function countOpenUnanswered(
  db: Queryable,
  filter: FactFilter,
  span: Span,
  since: Date,
  grouping: Grouping,
): Promise<Map<string, number>> {
  const open = openUnanswered(filter, span, since)
  const { rows } = await db.execute<{ key: string; count: number }>(
    grouped(grouping, sql`count(*)::int as count`, open, rowMatches(filter)),
  )
  return new Map(rows.map((row) => [row.key, row.count]))
}

/** Seconds that agents were 在线 with a console within the span. */
export async function readOnline(
  db: Queryable,
  { entId, agentIds }: FactFilter,
  span: Span,
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ key: string; seconds: number }>(sql`
    select replace(agent_id::text, '-', '') as key,
      sum(extract(epoch from least(end_at, ${span.end}) - greatest(start_at, ${span.start})))::float8 as seconds
    from agent_online where ent_id = ${entId} and start_at < ${span.end} and end_at > ${span.start}
      and ${agentIds.length > 0 ? sql`agent_id = any(${sql.param(agentIds)}::uuid[])` : sql`true`}
    group by 1`)
  return new Map(rows.map((row) => [row.key, row.seconds]))
}
