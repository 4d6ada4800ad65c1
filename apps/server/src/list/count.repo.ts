import type { RelationId, Scope } from '@ruwu/contract'
import { SCOPE } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import {
  all,
  hasFailed,
  hasLead,
  isAi,
  isAmong,
  isHandedOver,
  isKept,
  isNoneOf,
  isPostponed,
  isUnread,
  isWaiting,
  type Options,
  optionConditions,
  otherConditions,
} from './list-conditions.repo.ts'
import type { ListScope } from './list-scope.repo.ts'
import { readBefore } from '../customer/seat.repo.ts'

/** Counts of one account's customers in one group and archive, per filter option. */
export type OptionCounts = {
  scope: Scope
  archive: boolean
  relationId: RelationId
  fitting: number
  ai: number
  notAi: number
  waiting: number
  handoff: number
  unread: number
  lead: number
  failed: number
  postponed: number
}

/** As the database returns it. */
export type CountedRow = Omit<OptionCounts, 'relationId'> & { relation: string }

export const toOptionCounts = ({ relation, ...row }: CountedRow): OptionCounts => ({
  ...row,
  relationId: relation.replaceAll('-', '') as RelationId,
})

/** From the rows, in all groups and both archives; each option's count ignores the filter of that option. */
export async function countOptions(db: Queryable, listScope: ListScope): Promise<OptionCounts[]> {
  const { named, unmapped } = listScope
  const candidates = all([...(named ? [isAmong(named)] : []), ...unmapped])
  const { rows } = await db.execute<CountedRow>(selectOptions(listScope, candidates))
  return rows.map(toOptionCounts)
}

/** Counts of the customers `c` that a condition selects. */
export function selectOptions(listScope: ListScope, candidates: SQL): SQL {
  const { entId, me, colleagues, filter } = listScope
  const where = [
    isKept,
    ...(filter.agentId === undefined ? [] : [sql`c.agent_id = ${filter.agentId}`]),
    ...(colleagues ? [] : [sql`(c.agent_id is null or c.agent_id = ${me})`]),
    ...otherConditions(listScope),
  ]
  const scope = sql`case when c.agent_id is null then ${SCOPE.unassigned}::int when c.agent_id = ${me} then ${SCOPE.mine}::int
    else ${SCOPE.colleagues}::int end`
  return sql`select ${scope} as scope, c.archive, c.relation_id as relation, ${optionSums(listScope)}
    from (select * from customer c where c.ent_id = ${entId} and ${candidates} offset 0) c
      left join (select * from customer_seat s where s.ent_id = ${entId} and s.agent_id = ${me} offset 0) s on s.customer_id = c.id
    where ${all(where)} group by 3, 2, 1`
}

function optionSums(listScope: ListScope): SQL {
  const asked = Object.entries(optionConditions(listScope))
  const count = (place: keyof Options | undefined, picked: SQL[]) => {
    const others = asked.flatMap(([name, conditions]) => (name === place ? [] : conditions))
    return sql`count(*) filter (where ${all([...others, ...picked])})::int`
  }
  return sql`${count(undefined, [])} as fitting, ${count('ai', [isAi])} as ai, ${count('ai', [sql`not (${isAi})`])} as "notAi",
    ${count('waiting', [isWaiting])} as waiting, ${count('handoff', [isHandedOver])} as handoff,
    ${count('unread', [isUnread(listScope)])} as unread, ${count('lead', [hasLead])} as lead, ${count('result', [hasFailed])} as failed,
    ${count('postponed', [isPostponed(listScope)])} as postponed`
}

/** Unread messages of the agent's own customers, but postponed ones. The rows themselves are only needed where there is no seat. */
export async function countMyUnread(db: Queryable, { entId, me, since, postponed }: ListScope): Promise<number> {
  const unseated = sql`(select k.inbound_count - ${readBefore(sql`k`, since)} from customer k where k.ent_id = ${entId} and k.id = c.id)`
  const { rows } = await db.execute<{ unread: number }>(sql`with mine as materialized (
      select c.id, c.inbound_count from customer c where c.ent_id = ${entId} and c.agent_id = ${me} and not c.archive
        ${postponed.length > 0 ? sql`and ${isNoneOf(postponed)}` : sql``}
    ), seat as materialized (
      select s.customer_id, s.read_inbound, s.marked_unread from customer_seat s
      where s.ent_id = ${entId} and s.agent_id = ${me} and s.customer_id = any(array(select id from mine))
    )
    select coalesce(sum(case when s.customer_id is null then ${unseated}
      else greatest(c.inbound_count - s.read_inbound, s.marked_unread::int) end), 0)::int as unread
    from mine c left join seat s on s.customer_id = c.id`)
  return rows[0]?.unread ?? 0
}
