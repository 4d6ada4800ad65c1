import type { MissId, RelationId, TagId } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { BY_FLOW } from '../../db/schema/index.ts'
import { readTagged, type VisibleCustomers } from '../../list/index.ts'
import { factFamilies } from './fact-families.repo.ts'
import type { TagCounting } from './customer-count.ts'
import { countBound, readBound } from './customer-hours.repo.ts'
import { missedIn } from './moments.repo.ts'
import {
  asksForConversations,
  asksForCustomers,
  dimensionsOf,
  type FactFilter,
  rowMatches,
  type Span,
} from './figures.repo.ts'

const MISSES_SHOWN = 20

/** Sessions that the AI handed over, also without having answered, by trigger; a session handed over twice for two reasons counts for both. */
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
        and h.reason <> ${BY_FLOW}) r
    where ${rowMatches(filter)} group by 1 order by 2 desc, 1`)
  return rows
}

type Miss = {
  missId: MissId
  question: string
  times: number
  subSourceId: RelationId
  lastAt: Date
  isOpen: boolean
}

/** Questions that were missed in the span, the most frequent first, as they were last asked in it. */
export async function readMisses(db: Queryable, filter: FactFilter, span: Span): Promise<Miss[]> {
  const { rows } = await db.execute<Omit<Miss, 'lastAt'> & { lastAt: string }>(sql`
    with asked as (
      select r.miss_id, count(*)::int as times, max(r.at) as last_at, (array_agg(r.question order by r.at desc))[1] as question,
        (array_agg(r.relation_id order by r.at desc))[1] as relation_id
      from (${missedIn(filter, span)}) r where ${rowMatches(filter)} group by r.miss_id
      order by times desc, last_at desc, r.miss_id limit ${MISSES_SHOWN})
    select replace(a.miss_id::text, '-', '') as "missId", a.question, a.times, a.last_at as "lastAt",
      replace(coalesce(m.relation_id, a.relation_id)::text, '-', '') as "subSourceId", m.status is not distinct from 'open' as "isOpen"
    from asked a left join knowledge_miss m on m.ent_id = ${filter.entId} and m.id = a.miss_id
    order by a.times desc, a.last_at desc, a.miss_id`)
  return rows.map((row) => ({ ...row, lastAt: new Date(row.lastAt) }))
}

type TagCounts = { tagId: TagId; customers: number; talkCustomers: number; leadCustomers: number; added: number }

type TagsAsked = {
  filter: FactFilter
  span: Span
  /** Undefined: all customers. */
  visible: Promise<VisibleCustomers | undefined>
  counting: Promise<TagCounting>
}

/** Bindings of the span by tag. Their customers, who may be many, are looked up only where the filter has conditions on them. */
async function countAdded(db: Queryable, { filter, span, ...asked }: TagsAsked): Promise<Map<TagId, number>> {
  const { entId, relationIds } = filter
  if (!asksForCustomers(filter) && !asksForConversations(filter) && !relationIds) return countBound(db, entId, span)
  const [bound, visible, { isCounted, numberOf }] = await Promise.all([
    readBound(db, entId, span),
    asked.visible,
    asked.counting,
  ])
  const isSeen = (no: number | undefined) => !asksForConversations(filter) || isCounted(no)
  return new Map(
    bound.map(({ tagId, numbers, ids }) => {
      const known = numbers.filter((no) => (!visible || visible.numbers[no] === 1) && isSeen(no))
      const others = ids.filter((id) => (!visible || visible.unnumbered.has(id)) && isSeen(numberOf(id)))
      return [tagId, known.length + others.length]
    }),
  )
}

/**
 * Customers of the period by their present tags, and bindings of the period: also of customers who did not enter in it, unless the filter
 * asks for conversations.
 */
export async function readTags(db: Queryable, asked: TagsAsked): Promise<TagCounts[]> {
  const [tagged, added, { ofTags }] = await Promise.all([
    readTagged(db, asked.filter),
    countAdded(db, asked),
    asked.counting,
  ])
  const counts = ofTags(tagged)
  const empty = { enterCustomers: 0, talkCustomers: 0, leadCustomers: 0 }
  const all = [
    ...counts,
    ...[...added.keys()].filter((tagId) => !tagged.has(tagId)).map((tagId) => ({ tagId, ...empty })),
  ]
  return all
    .map(({ enterCustomers: customers, ...each }) => ({ customers, ...each, added: added.get(each.tagId) ?? 0 }))
    .filter(
      ({ customers, talkCustomers, leadCustomers, added }) => customers + talkCustomers + leadCustomers + added > 0,
    )
    .toSorted((a, b) => b.customers - a.customers || (a.tagId < b.tagId ? -1 : 1))
}
