import {
  type AgentId,
  type CustomerFilter,
  type ReceptionType,
  type RelationId,
  type Scope,
  SCOPE,
} from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { accountsOf, type Inquiry } from './list.inquiry.ts'

/** Customers who are alike in everything that is counted beforehand. */
export type TallyRow = {
  scope: Scope
  archive: boolean
  receptionType: ReceptionType
  relationId: RelationId
  count: number
  waiting: number
  leads: number
  ads: number
  sent: number
  failed: number
}

/** Which of a row's customers fit. */
export type Measure = (row: TallyRow) => number

/** What answers a filter from the tally; undefined where only the customers themselves can tell. */
export function measureOf(filter: CustomerFilter): Measure | undefined {
  const { tagIds, keyword, offReason, unread, hasLead, ad, sendResult, replyState } = filter
  if (tagIds?.length || keyword || offReason || unread !== undefined) return undefined
  const asked: Measure[] = [
    ...(replyState ? [(row: TallyRow) => row.waiting] : []),
    ...(hasLead === undefined ? [] : [(row: TallyRow) => (hasLead ? row.leads : row.count - row.leads)]),
    ...(ad === undefined ? [] : [(row: TallyRow) => (ad ? row.ads : row.count - row.ads)]),
    ...(sendResult === undefined ? [] : [(row: TallyRow) => (sendResult === 1 ? row.sent : row.failed)]),
  ]
  // Of two at once it knows how many are one or the other, not how many are both.
  return asked.length > 1 ? undefined : (asked[0] ?? ((row) => row.count))
}

/** To whose group an owner belongs. */
export const scopeOf = (me: AgentId, owner: SQL): SQL =>
  sql`case when ${owner} is null then ${SCOPE.unassigned}::int when ${owner} = ${me} then ${SCOPE.mine}::int else ${SCOPE.colleagues}::int end`

/** The whole of it, or only of the group and the archive that are picked. */
export async function readTally(db: Queryable, inquiry: Inquiry, only?: 'picked'): Promise<TallyRow[]> {
  const { entId, me, colleagues, filter } = inquiry
  const { agentId, scope, archive } = filter
  const group = {
    [SCOPE.mine]: sql`agent_id = ${me}`,
    [SCOPE.colleagues]: sql`agent_id <> ${me}`,
    [SCOPE.unassigned]: sql`agent_id is null`,
  }[scope]
  const { rows } = await db.execute<Omit<TallyRow, 'relationId'> & { relation: string }>(sql`select
      ${scopeOf(me, sql`agent_id`)} as scope,
      archive, reception_type as "receptionType", relation_id as relation, sum(count)::int as count, sum(waiting)::int as waiting,
      sum(leads)::int as leads, sum(ads)::int as ads, sum(sent)::int as sent, sum(failed)::int as failed
    from customer_tally
    where ent_id = ${entId} ${agentId === undefined ? sql`` : sql`and agent_id = ${agentId}`}
      ${colleagues ? sql`` : sql`and (agent_id is null or agent_id = ${me})`}
      ${only ? sql`and ${group} and archive = ${archive}` : sql``}
    group by 1, 2, 3, 4`)
  return rows.map(({ relation, ...row }) => ({ ...row, relationId: relation.replaceAll('-', '') as RelationId }))
}

/** How many of the tally's customers fit; what else is asked is in the measure. */
export function sumTally(rows: readonly TallyRow[], inquiry: Inquiry, measure: Measure): number {
  const { filter } = inquiry
  const accounts = accountsOf(inquiry)
  const known = accounts && new Set(accounts)
  const fits = (row: TallyRow) =>
    row.scope === filter.scope &&
    row.archive === filter.archive &&
    (filter.enableAi === undefined || (row.receptionType === 'ai_agent') === filter.enableAi) &&
    (filter.receptionType === undefined || row.receptionType === filter.receptionType) &&
    (known === null || known.has(row.relationId))
  return rows.reduce((sum, row) => sum + (fits(row) ? measure(row) : 0), 0)
}

/** Whether the tally tells also how many fit with each of the options besides (but for what is unread, of which it knows nothing). */
export function isTallied(filter: CustomerFilter): boolean {
  const { hasLead, ad, sendResult, replyState } = filter
  return measureOf(filter) !== undefined && [hasLead, ad, sendResult, replyState].every((each) => each === undefined)
}

/** The customers behind every option, as far as the tally knows them. */
export function tallyOptions(rows: readonly TallyRow[], { filter }: Inquiry) {
  return rows
    .filter(({ receptionType }) => filter.receptionType === undefined || receptionType === filter.receptionType)
    .map((row) => {
      const isAi = row.receptionType === 'ai_agent'
      const ifFits = (count: number) => (filter.enableAi === undefined || filter.enableAi === isAi ? count : 0)
      return {
        scope: row.scope,
        archive: row.archive,
        relationId: row.relationId,
        fitting: ifFits(row.count),
        ai: isAi ? row.count : 0,
        notAi: isAi ? 0 : row.count,
        waiting: ifFits(row.waiting),
        unread: 0,
        lead: ifFits(row.leads),
        failed: ifFits(row.failed),
      }
    })
}
