import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { factFamilies, MISSED } from './fact-families.repo.ts'
import {
  dimensionsOf,
  type FactFilter,
  factsIn,
  type Grouping,
  grouped,
  rowMatches,
  type Span,
  spans,
} from './figures.repo.ts'

/** Rows `at, session_id` of open sessions that began in the span and whose customer has waited since before `since`. */
export const openUnanswered = ({ entId }: FactFilter, { start, end }: Span, since: Date): SQL => {
  const { session } = factFamilies()
  return sql`select s.start_at as at, s.id as session_id, s.customer_id, ${dimensionsOf(session)},
      ${session.contentId} as content_id, ${session.adId} as ad_id
    from customer w join session s on s.ent_id = w.ent_id and s.id = w.session_id
    where w.ent_id = ${entId} and w.waiting_since < ${since} and not w.archive and s.end_at is null
      and s.start_at >= ${start} and s.start_at < ${end}`
}

/** The same of an earlier moment, the span's end: sessions whose customer waited then, whatever came later. */
export const unansweredThen = ({ entId }: FactFilter, { start, end }: Span, since: Date): SQL => {
  const { session } = factFamilies()
  return sql`select s.start_at as at, s.customer_id, ${dimensionsOf(session)}
    from turn t join session s on s.ent_id = t.ent_id and s.id = t.session_id
    where t.ent_id = ${entId} and t.start_at >= ${start} and t.start_at < ${since} and (t.reply_at is null or t.reply_at >= ${end})
      and s.start_at >= ${start}`
}

/** Rows `at, miss_id, question, customer_id` of questions that were missed in the span. */
export const missedIn = ({ entId }: FactFilter, span: Span): SQL =>
  factsIn(entId, MISSED, span, sql`q.at, q.miss_id, q.question, q.customer_id, ${dimensionsOf(MISSED)}`)

export async function countRows(
  db: Queryable,
  filter: FactFilter,
  rows: SQL,
  grouping: Grouping,
): Promise<Map<string, number>> {
  const { rows: found } = await db.execute<{ key: string; count: number }>(
    grouped(grouping, sql`count(*)::int as count`, rows, rowMatches(filter)),
  )
  return new Map(found.map((row) => [row.key, row.count]))
}

/** Seconds that agents were 在线 with a console within the span, by group. They belong to no account and no customer. */
export async function readOnline(
  db: Queryable,
  { entId, agentIds, onlyAgentId }: FactFilter,
  span: Span,
  grouping: Grouping,
): Promise<Map<string, number>> {
  const starts = (grouping.starts ?? [span.start]).filter((start) => start < span.end)
  const parts = starts.map((start, index) => ({ start, end: starts[index + 1] ?? span.end }))
  const online = sql`select greatest(o.start_at, span.a) as at, null::uuid as relation_id, array[o.agent_id] as agent_ids,
      extract(epoch from least(o.end_at, span.b) - greatest(o.start_at, span.a)) as seconds
    from span join agent_online o on o.ent_id = ${entId}::uuid and o.start_at < span.b and o.end_at > span.a
    where ${agentIds.length > 0 ? sql`o.agent_id = any(${sql.param(agentIds)}::uuid[])` : sql`true`}
      and ${onlyAgentId ? sql`o.agent_id = ${onlyAgentId}::uuid` : sql`true`}`
  const { rows } = await db.execute<{ key: string; seconds: number }>(
    sql`with ${spans(parts)} ${grouped(grouping, sql`sum(r.seconds)::float8 as seconds`, online, sql`true`)}`,
  )
  return new Map(rows.map((row) => [row.key, row.seconds]))
}
