import type { RelationId, Scope } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { measureOf, readTally, scopeOf, sumTally } from './count.tally.ts'
import {
  all,
  archiveCondition,
  accountCondition,
  conditionsOf,
  hasFailed,
  hasLead,
  isAi,
  isAmong,
  isUnread,
  isWaiting,
  type Options,
  optionConditions,
  otherConditions,
  ownerCondition,
  seatOf,
} from './list.conditions.ts'
import { type Inquiry, withPicked } from './list.inquiry.ts'
import { readBefore } from './seat.repo.ts'

/** How many customers fit. */
export async function countFitting(db: Queryable, inquiry: Inquiry): Promise<number> {
  const measure = measureOf(inquiry.filter)
  return measure ? sumTally(await readTally(db, inquiry, 'picked'), inquiry, measure) : countRows(db, inquiry)
}

/** The same from the customers themselves. */
export async function countRows(db: Queryable, inquiry: Inquiry): Promise<number> {
  const owner = ownerCondition(inquiry)
  if (!owner) return 0
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count
    from customer c ${inquiry.filter.unread === undefined ? sql`` : seatOf(inquiry)}
    where ${all([sql`c.ent_id = ${inquiry.entId}`, owner, ...conditionsOf(inquiry)])}`)
  return rows[0]?.count ?? 0
}

/** Of one account's customers in one group and archive, who would fit if these were picked, and with which of the options. */
export type OptionCounts = {
  scope: Scope
  archive: boolean
  relationId: RelationId
  fitting: number
  ai: number
  notAi: number
  waiting: number
  unread: number
  lead: number
  failed: number
}

/** Within the group and the archive that are picked, every option leaves out what is asked in its own place. */
export async function countOptions(db: Queryable, inquiry: Inquiry): Promise<OptionCounts[]> {
  const anyAccount = withPicked(inquiry, { source: undefined, subSourceId: undefined })
  const owner = ownerCondition(anyAccount)
  if (!owner) return []
  const { scope, archive } = inquiry.filter
  const where = [
    sql`c.ent_id = ${inquiry.entId}`,
    owner,
    ...accountCondition(anyAccount),
    ...archiveCondition(inquiry),
    ...otherConditions(inquiry),
    ...partOptions(inquiry).hard,
  ]
  const { rows } = await db.execute<Counted>(sql`select c.relation_id as relation, ${optionSums(inquiry)}
    from customer c ${seatOf(inquiry)} where ${all(where)} group by 1`)
  return rows.map((row) => ({ ...withAccount(row), scope, archive }))
}

/** The same in all groups and both archives at once, where only few can fit. */
export async function countEverywhere(db: Queryable, inquiry: Inquiry, few: readonly SQL[]): Promise<OptionCounts[]> {
  const { entId, me, colleagues, filter } = inquiry
  const where = [
    ...(filter.agentId === undefined ? [] : [sql`c.agent_id = ${filter.agentId}`]),
    ...(colleagues ? [] : [sql`(c.agent_id is null or c.agent_id = ${me})`]),
    ...otherConditions(inquiry),
    ...partOptions(inquiry).hard,
  ]
  const { rows } = await db.execute<Counted & Pick<OptionCounts, 'scope' | 'archive'>>(
    sql`select ${scopeOf(me, sql`c.agent_id`)} as scope, c.archive, c.relation_id as relation, ${optionSums(inquiry)}
      from (select * from customer c where ${all([sql`c.ent_id = ${entId}`, ...few.map(isAmong)])} offset 0) c
        left join (select * from customer_seat s where s.ent_id = ${entId} and s.agent_id = ${me} offset 0) s on s.customer_id = c.id
      where ${all(where)} group by 3, 2, 1`,
  )
  return rows.map(withAccount)
}

type Counted = Omit<OptionCounts, 'scope' | 'archive' | 'relationId'> & { relation: string }

const withAccount = <Row extends Counted>({ relation, ...row }: Row) => ({
  ...row,
  relationId: relation.replaceAll('-', '') as RelationId,
})

function optionSums(inquiry: Inquiry): SQL {
  const { soft } = partOptions(inquiry)
  const count = (place: keyof Options | undefined, picked: SQL[]) => {
    const others = Object.entries(soft).flatMap(([name, conditions]) => (name === place ? [] : conditions))
    return sql`count(*) filter (where ${all([...others, ...picked])})::int`
  }
  return sql`${count(undefined, [])} as fitting, ${count('ai', [isAi])} as ai, ${count('ai', [sql`not (${isAi})`])} as "notAi",
    ${count('waiting', [isWaiting])} as waiting, ${count('unread', [isUnread(inquiry)])} as unread, ${count('lead', [hasLead])} as lead,
    ${count('result', [hasFailed])} as failed`
}

/** Where an option asks for the very same as is asked already, who does not fit is in no number at all. */
function partOptions(inquiry: Inquiry): { hard: SQL[]; soft: Options } {
  const { ai, waiting, lead, result, unread } = optionConditions(inquiry)
  const { hasLead: askedLead, sendResult, unread: askedUnread } = inquiry.filter
  const isHard = { lead: askedLead === true, result: sendResult === 2, unread: askedUnread === true }
  return {
    hard: [
      ...waiting,
      ...(isHard.lead ? lead : []),
      ...(isHard.result ? result : []),
      ...(isHard.unread ? unread : []),
    ],
    soft: {
      ai,
      waiting: [],
      lead: isHard.lead ? [] : lead,
      result: isHard.result ? [] : result,
      unread: isHard.unread ? [] : unread,
    },
  }
}

/** Unread messages of the agent's own customers. The rows themselves are only needed where there is no seat. */
export async function countMyUnread(db: Queryable, { entId, me, since }: Inquiry): Promise<number> {
  const unseated = sql`(select k.inbound_count - ${readBefore(sql`k`, since)} from customer k where k.ent_id = ${entId} and k.id = c.id)`
  const { rows } = await db.execute<{ unread: number }>(sql`with mine as materialized (
      select c.id, c.inbound_count from customer c where c.ent_id = ${entId} and c.agent_id = ${me} and not c.archive
    ), seat as materialized (
      select s.customer_id, s.read_inbound, s.marked_unread from customer_seat s
      where s.ent_id = ${entId} and s.agent_id = ${me} and s.customer_id = any(array(select id from mine))
    )
    select coalesce(sum(case when s.customer_id is null then ${unseated}
      else greatest(c.inbound_count - s.read_inbound, s.marked_unread::int) end), 0)::int as unread
    from mine c left join seat s on s.customer_id = c.id`)
  return rows[0]?.unread ?? 0
}
