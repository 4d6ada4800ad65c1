import { sql } from 'drizzle-orm'

/**
 * Column of the reception plan that applies to a row of `channel_account`, by its alias: its own plan, else its main account's, else the
 * default one; null where the enterprise has no plan. A plan that is switched off does not apply. Names are written out: drizzle leaves
 * the table away where a query has one, and here they would mean the plan's columns.
 */
export function planColumn<T>(column: string, account = 'channel_account') {
  const own = (name: string) => sql.raw(`${account}.${name}`)
  return sql<T | null>`(
  select plan.${sql.identifier(column)} from reception_plan plan
    left join reception_plan_account member on member.ent_id = plan.ent_id and member.plan_id = plan.id
      and member.relation_id in (${own('id')}, ${own('parent_id')})
  where plan.ent_id = ${own('ent_id')} and plan.enabled and (member.relation_id is not null or plan.is_default)
  order by member.relation_id is not null desc, member.relation_id = ${own('id')} desc limit 1)`
}
