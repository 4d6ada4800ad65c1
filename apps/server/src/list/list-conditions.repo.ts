import type { CustomerFilter } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import { accountsOf, type ListScope, ownersOf } from './list-scope.repo.ts'

/** SQL conditions on a customer `c` and on the viewing agent's `customer_seat` row `s`. */

export const seatOf = ({ me }: ListScope): SQL =>
  sql`left join customer_seat s on s.ent_id = c.ent_id and s.agent_id = ${me} and s.customer_id = c.id`

/** The same for ordered scans that stop early: a lateral join, so that the planner does not hash all seats first. */
export const eachSeatOf = ({ me }: ListScope): SQL => sql`left join lateral (
  select s.customer_id, s.read_inbound, s.marked_unread from customer_seat s
  where s.ent_id = c.ent_id and s.agent_id = ${me} and s.customer_id = c.id offset 0) s on true`

export const isUnread = ({ since }: { since: Date | SQL }): SQL => sql`(case when s.customer_id is null
  then coalesce(c.last_inbound_at > ${since}, false) else s.marked_unread or c.inbound_count > s.read_inbound end)`

// Equals reception_type = 'ai_agent' (check constraint customer_off_reason).
export const isAi = sql`c.ai_off_reason is null`
export const isWaiting = sql`c.waiting_since is not null`
export const isAnswered = sql`c.waiting_since is null`
export const isHandedOver = sql`c.handoff_at is not null`
export const hasLead = sql`c.lead_status is not null`
export const hasFailed = sql`c.last_outbound_status = 2`

export const all = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

export const isNoneOf = (ids: readonly string[]): SQL => sql`c.id <> all(${sql.param(ids)}::uuid[])`

/** `=` for a single id: the planner estimates it better than `any`. */
export const isOneOf = (column: SQL, ids: readonly string[]): SQL =>
  ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = any(${sql.param(ids)}::uuid[])`

export const either = (wanted: boolean | undefined, condition: SQL): SQL[] =>
  wanted === undefined ? [] : [wanted ? condition : sql`not (${condition})`]

/** Owner condition of the list; undefined: no customer can match. */
export function ownerCondition(listScope: ListScope): SQL | undefined {
  const owners = ownersOf(listScope)
  if (!owners || accountsOf(listScope)?.length === 0) return undefined
  if (owners === 'anybody') return visibleOwners(listScope)
  return owners === 'nobody' ? sql`c.agent_id is null` : isOneOf(sql`c.agent_id`, owners)
}

/** 全部: the authorisation rule of `seesCustomer`, of one owner where the filter names one. */
function visibleOwners({ me, colleagues, accountScope, filter: { agentId } }: ListScope): SQL {
  const others = [
    ...(colleagues ? [] : [sql`c.agent_id is null`]),
    ...(accountScope === null ? [] : [isOneOf(sql`c.relation_id`, accountScope)]),
  ]
  const visible = others.length === 0 ? [] : [sql`(c.agent_id = ${me} or (${all(others)}))`]
  return all([...visible, ...(agentId === undefined ? [] : [sql`c.agent_id = ${agentId}`])])
}

function accountCondition(listScope: ListScope): SQL[] {
  const accounts = accountsOf(listScope)
  return accounts ? [isOneOf(sql`c.relation_id`, accounts)] : []
}

/** Erased customers are archived (check constraint `customer_erased`), so that the other lists need no condition of their own. */
export const isKept = sql`c.erased_at is null`

const archiveCondition = ({ filter }: ListScope): SQL[] => [
  ...either(filter.archive, sql`c.archive`),
  ...(filter.archive ? [isKept] : []),
]

/** Conditions of the filter options that show a count of their own. */
export type Options = Record<'ai' | 'waiting' | 'handoff' | 'lead' | 'result' | 'unread' | 'postponed', SQL[]>

export const optionConditions = (listScope: ListScope): Options => {
  const { enableAi, replyState, handoff, hasLead: lead, sendResult, unread } = listScope.filter
  return {
    ai: either(enableAi, isAi),
    waiting: either(replyState && true, isWaiting),
    handoff: either(handoff, isHandedOver),
    lead: either(lead, hasLead),
    result: sendResult === undefined ? [] : [sql`c.last_outbound_status = ${sendResult}`],
    unread: either(unread, isUnread(listScope)),
    postponed: postponedCondition(listScope),
  }
}

/** By id: the covering indexes of lists need no column for it, and an agent has few. */
export const isPostponed = ({ postponed }: ListScope): SQL => sql`c.id = any(${sql.param(postponed)}::uuid[])`

function postponedCondition(listScope: ListScope): SQL[] {
  const { filter, postponed } = listScope
  if (filter.postponed) return [isPostponed(listScope)]
  return postponed.length === 0 || filter.keyword ? [] : [isNoneOf(postponed)]
}

/** Conditions of the filter options without a count. */
export const otherConditions = ({ filter }: { filter: Partial<CustomerFilter> }): SQL[] => [
  ...(filter.receptionType === undefined ? [] : [sql`c.reception_type = ${filter.receptionType}`]),
  ...(filter.offReason === undefined ? [] : [sql`c.ai_off_reason = ${filter.offReason}`]),
  ...either(filter.ad, sql`c.by_ad`),
  ...tagCondition(filter),
]

/** For few ids: an array, so that the planner looks each up by the primary key. */
export const isAmong = (ids: SQL): SQL => sql`c.id = any(array(${ids}))`

/** For possibly many ids: a semi-join whose order the planner chooses. Materialised, so the ids are read once. */
const isIn = (ids: SQL): SQL => sql`c.id in (with few as materialized (${ids}) select * from few)`

/** `= any(tag_ids)` per tag is cheaper than an array overlap. */
function tagCondition({ tagIds = [], tagMode }: Partial<CustomerFilter>): SQL[] {
  const holds = tagIds.map((id) => sql`${id} = any(c.tag_ids)`)
  if (holds.length < 2 || tagMode === 'all') return holds
  return [sql`(${sql.join(holds, sql` or `)})`]
}

/** All conditions of the filter but the owner's. */
export const conditionsOf = (listScope: ListScope): SQL[] => [
  ...archiveCondition(listScope),
  ...accountCondition(listScope),
  ...Object.values(optionConditions(listScope)).flat(),
  ...otherConditions(listScope),
  ...listScope.unmapped,
  ...(listScope.named ? [isIn(listScope.named)] : []),
]
