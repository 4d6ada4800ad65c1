import { type CustomerFilter, type ReceptionType, type RelationId, type Scope, SCOPE } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import {
  all,
  groupConditions,
  hasLead,
  isAi,
  isUnread,
  isWaiting,
  optionConditions,
  otherConditions,
  seatOf,
} from './list.conditions.ts'
import { accountsOf, type Sight } from './list.sight.ts'
import { readBefore } from './seat.repo.ts'

/** Customers who are alike in everything that is counted beforehand. */
export type TallyRow = {
  scope: Scope
  archive: boolean
  receptionType: ReceptionType
  relationId: RelationId
  count: number
  waiting: number
  leads: number
  failed: number
}

export type Measure = 'count' | 'waiting' | 'leads' | 'failed'

/** What the tally knows about a filter: which of its numbers answers it; undefined where only the rows themselves can tell. */
export function measureOf(filter: CustomerFilter): Measure | undefined {
  const { tagIds, keyword, offReason, ad, unread, hasLead: lead, sendResult, replyState } = filter
  if (tagIds?.length || keyword || offReason || ad !== undefined || unread !== undefined) return undefined
  if (lead === false || sendResult === 1) return undefined
  const asked: Measure[] = [
    ...(replyState ? ['waiting' as const] : []),
    ...(lead ? ['leads' as const] : []),
    ...(sendResult ? ['failed' as const] : []),
  ]
  return asked.length > 1 ? undefined : (asked[0] ?? 'count')
}

export async function readTally(
  db: Queryable,
  { entId, me, colleagues }: Sight,
  { agentId }: CustomerFilter,
): Promise<TallyRow[]> {
  const { rows } = await db.execute<Omit<TallyRow, 'relationId'> & { relation: string }>(sql`select
      case when agent_id is null then ${SCOPE.unassigned}::int when agent_id = ${me} then ${SCOPE.mine}::int else ${SCOPE.colleagues}::int end as scope,
      archive, reception_type as "receptionType", relation_id as relation,
      sum(count)::int as count, sum(waiting)::int as waiting, sum(leads)::int as leads, sum(failed)::int as failed
    from customer_tally
    where ent_id = ${entId} ${agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`}
      ${colleagues ? sql`` : sql`and (agent_id is null or agent_id = ${me})`}
    group by 1, 2, 3, 4`)
  return rows.map(({ relation, ...row }) => ({ ...row, relationId: relation.replaceAll('-', '') as RelationId }))
}

/** How many of the tally's customers fit; what else the filter asks for is in the measure. */
export function sumTally(rows: readonly TallyRow[], filter: CustomerFilter, sight: Sight, measure: Measure): number {
  const accounts = accountsOf(filter, sight)
  const known = accounts && new Set(accounts)
  const fits = (row: TallyRow) =>
    row.scope === filter.scope &&
    row.archive === filter.archive &&
    (filter.enableAi === undefined || (row.receptionType === 'ai_agent') === filter.enableAi) &&
    (filter.receptionType === undefined || row.receptionType === filter.receptionType) &&
    (known === null || known.has(row.relationId))
  return rows.reduce((sum, row) => sum + (fits(row) ? row[measure] : 0), 0)
}

/** How many customers fit. */
export async function countFitting(db: Queryable, sight: Sight, filter: CustomerFilter): Promise<number> {
  const measure = measureOf(filter)
  if (measure) return sumTally(await readTally(db, sight, filter), filter, sight, measure)
  const fitting = selectFitting(sight, filter, sql`count(*)::int as count`, filter.unread !== undefined)
  if (!fitting) return 0
  return (await db.execute<{ count: number }>(fitting)).rows[0]?.count ?? 0
}

export type Chips = { waiting: number; unread: number; lead: number; failed: number }

/** Of those who fit: how many there are of each that a quick chip would leave. */
export async function countChips(db: Queryable, sight: Sight, filter: CustomerFilter): Promise<Chips> {
  const chips = selectFitting(
    sight,
    filter,
    sql`count(c.waiting_since)::int as waiting, count(c.lead_status)::int as lead,
      count(*) filter (where c.last_outbound_status = 2)::int as failed, count(*) filter (where ${isUnread(sight)})::int as unread`,
    true,
  )
  const [row] = chips ? (await db.execute<Chips>(chips)).rows : []
  return row ?? { waiting: 0, unread: 0, lead: 0, failed: 0 }
}

function selectFitting(sight: Sight, filter: CustomerFilter, what: SQL, needsSeat: boolean): SQL | undefined {
  const group = groupConditions(filter, sight)
  return (
    group &&
    sql`select ${what} from customer c ${needsSeat ? seatOf(sight) : sql``}
      where ${all([sql`c.ent_id = ${sight.entId}`, group.owner, ...group.accounts, ...optionConditions(filter, sight), ...otherConditions(filter, sight)])}`
  )
}

/** Customers who are alike in everything that has options with a count. */
export type GroupRow = {
  scope: Scope
  archive: boolean
  ai: boolean
  waiting: boolean
  lead: boolean
  result: 0 | 1 | 2 | null
  unread: boolean
  count: number
}

/**
 * Everybody of whom an option's number may consist, alike ones together: in the group that is picked whatever else they are, in the
 * others only who would fit if that group were picked.
 */
export async function countGroups(db: Queryable, sight: Sight, filter: CustomerFilter): Promise<GroupRow[]> {
  const pieces = Object.values(SCOPE).flatMap((scope) => {
    const group = groupConditions({ ...filter, scope }, sight)
    if (!group) return []
    const conditions = [
      sql`c.ent_id = ${sight.entId}`,
      group.owner,
      ...group.accounts,
      ...otherConditions(filter, sight),
      ...(scope === filter.scope ? [] : optionConditions(filter, sight)),
    ]
    return [
      sql`select ${scope}::int as scope, c.archive, ${isAi} as ai, ${isWaiting} as waiting, ${hasLead} as lead,
          c.last_outbound_status as result, ${isUnread(sight)} as unread
        from customer c ${seatOf(sight)} where ${all(conditions)}`,
    ]
  })
  if (pieces.length === 0) return []
  const { rows } =
    await db.execute<GroupRow>(sql`select scope, archive, ai, waiting, lead, result, unread, count(*)::int as count
    from (${sql.join(pieces, sql` union all `)}) c group by 1, 2, 3, 4, 5, 6, 7`)
  return rows
}

/** Those who would fit if another account were picked, by the account. */
export async function countByAccount(
  db: Queryable,
  sight: Sight,
  filter: CustomerFilter,
): Promise<Map<RelationId, number>> {
  const anyAccount = { ...filter, source: undefined, subSourceId: undefined }
  const fitting = selectFitting(
    sight,
    anyAccount,
    sql`c.relation_id as relation, count(*)::int as count`,
    filter.unread !== undefined,
  )
  if (!fitting) return new Map()
  const { rows } = await db.execute<{ relation: string; count: number }>(sql`${fitting} group by 1`)
  return new Map(rows.map((row) => [row.relation.replaceAll('-', '') as RelationId, row.count]))
}

/** Unread messages of the agent's own customers. */
export async function countMyUnread(db: Queryable, sight: Sight): Promise<number> {
  const { rows } = await db.execute<{ unread: number }>(sql`select coalesce(sum(greatest(
      c.inbound_count - coalesce(s.read_inbound, ${readBefore(sql`c`, sight.since)}), coalesce(s.marked_unread, false)::int)), 0)::int as unread
    from customer c ${seatOf(sight)}
    where c.ent_id = ${sight.entId} and c.agent_id = ${sight.me} and not c.archive`)
  return rows[0]?.unread ?? 0
}
