import type { MissId, RelationId, TagId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { BY_FLOW } from '../../db/schema/index.ts'
import { factFamilies } from './fact-families.repo.ts'
import { countTagged } from './customer-count.ts'
import type { CustomerHours } from './customer-hours.ts'
import { readTagged } from './customer-hours.repo.ts'
import {
  asksForConversations,
  dimensionsOf,
  type FactFilter,
  personMatches,
  rowMatches,
  type Span,
} from './figures.repo.ts'

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

type TagCounts = { tagId: TagId; customers: number; talkCustomers: number; leadCustomers: number; added: number }

/**
 * Customers of the period by their present tags, and bindings of the period: also of customers who did not enter in it, unless the filter
 * asks for conversations.
 */
export async function readTags(
  db: Queryable,
  view: CustomerHours,
  filter: FactFilter,
  { start, end }: Span,
): Promise<TagCounts[]> {
  const ofPeriod = sql`t.bound_at >= ${start} and t.bound_at < ${end} and ${personMatches(filter)}`
  const [tagged, bound] = await Promise.all([readTagged(db, filter.entId), readTagged(db, filter.entId, ofPeriod)])
  const { counts, isCounted } = countTagged(view, filter, tagged)
  const added = new Map(
    bound.map(({ tagId, numbers, ids }) => {
      const customers = [...numbers, ...ids.map((id) => view.temporary.get(id) ?? -1)]
      return [tagId, asksForConversations(filter) ? customers.filter(isCounted).length : customers.length]
    }),
  )
  return counts
    .map(({ enterCustomers: customers, ...each }) => ({ customers, ...each, added: added.get(each.tagId) ?? 0 }))
    .filter(
      ({ customers, talkCustomers, leadCustomers, added }) => customers + talkCustomers + leadCustomers + added > 0,
    )
    .toSorted((a, b) => b.customers - a.customers || (a.tagId < b.tagId ? -1 : 1))
}
