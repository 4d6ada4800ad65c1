import type { CustomerFilter } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import { accountsOf, type Inquiry, ownersOf } from './list-scope.repo.ts'

/** Conditions on a customer `c`, and on the caller's seat `s` beside them. */

export const seatOf = ({ me }: Inquiry): SQL =>
  sql`left join customer_seat s on s.ent_id = c.ent_id and s.agent_id = ${me} and s.customer_id = c.id`

/** The same for who reads customers in their order and stops soon: never by gathering all seats first. */
export const eachSeatOf = ({ me }: Inquiry): SQL => sql`left join lateral (
  select s.customer_id, s.read_inbound, s.marked_unread from customer_seat s
  where s.ent_id = c.ent_id and s.agent_id = ${me} and s.customer_id = c.id offset 0) s on true`

export const isUnread = ({ since }: { since: Date | SQL }): SQL => sql`(case when s.customer_id is null
  then coalesce(c.last_inbound_at > ${since}, false) else s.marked_unread or c.inbound_count > s.read_inbound end)`

export const isAi = sql`c.ai_off_reason is null`
export const isWaiting = sql`c.waiting_since is not null`
export const hasLead = sql`c.lead_status is not null`
export const hasFailed = sql`c.last_outbound_status = 2`

export const all = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

/** Fewer keys make the better plan. */
export const isOneOf = (column: SQL, ids: readonly string[]): SQL =>
  ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${sql.param(ids)}::uuid[])`

const either = (wanted: boolean | undefined, condition: SQL): SQL[] =>
  wanted === undefined ? [] : [wanted ? condition : sql`not (${condition})`]

/** Who belongs to the group that is asked for; undefined: nobody can. */
export function ownerCondition(inquiry: Inquiry): SQL | undefined {
  const owners = ownersOf(inquiry)
  if (!owners || accountsOf(inquiry)?.length === 0) return undefined
  return owners === 'nobody' ? sql`c.agent_id is null` : isOneOf(sql`c.agent_id`, owners)
}

function accountCondition(inquiry: Inquiry): SQL[] {
  const accounts = accountsOf(inquiry)
  return accounts ? [isOneOf(sql`c.relation_id`, accounts)] : []
}

const archiveCondition = ({ filter }: Inquiry): SQL[] => either(filter.archive, sql`c.archive`)

/** What the quick chips and the other options with a number of their own ask for. */
export type Options = Record<'ai' | 'waiting' | 'lead' | 'result' | 'unread', SQL[]>

export const optionConditions = (inquiry: Inquiry): Options => {
  const { enableAi, replyState, hasLead: lead, sendResult, unread } = inquiry.filter
  return {
    ai: either(enableAi, isAi),
    waiting: either(replyState && true, isWaiting),
    lead: either(lead, hasLead),
    result: sendResult === undefined ? [] : [sql`c.last_outbound_status = ${sendResult}`],
    unread: either(unread, isUnread(inquiry)),
  }
}

/** What has no number of its own. */
export const otherConditions = ({ filter }: Inquiry): SQL[] => [
  ...(filter.receptionType === undefined ? [] : [sql`c.reception_type = ${filter.receptionType}`]),
  ...(filter.offReason === undefined ? [] : [sql`c.ai_off_reason = ${filter.offReason}`]),
  ...either(filter.ad, sql`c.by_ad`),
  ...tagCondition(filter),
]

/** Only those few who can fit: a list of ids, along which the database goes through its key. */
export const isAmong = (ids: SQL): SQL => sql`c.id = any(array(${ids}))`

/** The same for who can be many, or more than there are to choose from: the database weighs it. They are found once all the same. */
const isIn = (ids: SQL): SQL => sql`c.id in (with few as materialized (${ids}) select * from few)`

/** Looking each tag up in the customer's own costs less than comparing the two lists. */
function tagCondition({ tagIds = [], tagMode }: CustomerFilter): SQL[] {
  const holds = tagIds.map((id) => sql`${id} = any(c.tag_ids)`)
  if (holds.length < 2 || tagMode === 'all') return holds
  return [sql`(${sql.join(holds, sql` or `)})`]
}

/** Everything that is asked, but for whose customers they are. */
export const conditionsOf = (inquiry: Inquiry): SQL[] => [
  ...archiveCondition(inquiry),
  ...accountCondition(inquiry),
  ...Object.values(optionConditions(inquiry)).flat(),
  ...otherConditions(inquiry),
  ...(inquiry.named ? [isIn(inquiry.named)] : []),
]
