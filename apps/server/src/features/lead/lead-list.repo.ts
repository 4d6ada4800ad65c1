import {
  type AgentId,
  type ContactKind,
  LEAD_STATUSES,
  type LeadCounts,
  type LeadFilter,
  type LeadId,
  NO_OWNER,
} from '@ruwu/contract'
import { isLastFour } from '@ruwu/domain'
import { and, asc, count, desc, eq, getTableColumns, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isInScope } from '../../customer/account-scope.repo.ts'
import { maskFor } from '../../customer/customer.view.ts'
import { selectNamed } from '../../customer/name-index.repo.ts'
import { visibleBy } from '../../customer/visibility.repo.ts'
import type { Queryable } from '../../db/database.ts'
import { readFilterNames, readTraitCondition } from '../../list/index.ts'
import { agent, channelAccount, customer, lead } from '../../db/schema/index.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { statedContact } from './find-contacts.ts'

const other = alias(lead, 'other')

/** Predicate of the list's indexes: a contact with a value, found without doubt. */
const isListed = sql`${lead.state} = 'valid' and ${lead.kind} <> 'wechat_copy'`

const isVisible = (caller: Caller): SQL | undefined => visibleBy(caller, lead.ownerId, lead.relationId)

/** Leads of other customers with the same contact, as far as the caller may see them. */
const others = (caller: Caller, which: SQL): SQL =>
  sql`from ${lead} other where ${and(eq(other.entId, caller.entId), which, visibleBy(caller, other.ownerId, other.relationId))}`

/** One row per contact: a duplicate is shown with the first one, or by itself where the caller may not see that one. */
function isFirst(caller: Caller): SQL {
  const isOtherVisible = visibleBy(caller, other.ownerId, other.relationId)
  if (!isOtherVisible) return sql`${lead.dupOf} is null`
  // A scalar subquery: looked up by key for the few duplicates, where EXISTS would be hashed from all leads.
  return sql`(${lead.dupOf} is null or not coalesce((select ${isOtherVisible} from ${lead} other
    where ${and(eq(other.entId, caller.entId), eq(other.id, lead.dupOf))}), false))`
}

/** A masked contact is found by the digits that its mask shows, otherwise by the whole of it. */
function contactCondition(caller: Caller, keyword: string): SQL | undefined {
  const mask = maskFor(caller)
  const isWhole = eq(lead.normalised, statedContact('phone', keyword, 'manual').normalised)
  return or(
    isLastFour(keyword) ? and(eq(lead.kind, 'phone'), sql`right(${lead.normalised}, 4) = ${keyword}`) : undefined,
    mask === 'contacts' ? undefined : and(mask === 'wechat' ? eq(lead.kind, 'phone') : undefined, isWhole),
  )
}

/** Leads that the keyword finds, each way by its own index; read once. */
function keywordCondition(caller: Caller, keyword: string): SQL {
  const contact = contactCondition(caller, keyword)
  const named = sql`select l.id from lead l where l.ent_id = ${caller.entId}
    and l.customer_id in (${selectNamed(caller.entId, keyword, maskFor(caller) !== 'contacts')})`
  const found = contact
    ? sql`${named} union select ${lead.id} from ${lead} where ${and(eq(lead.entId, caller.entId), contact)}`
    : named
  return sql`${lead.id} in (with found as materialized (${found}) select id from found)`
}

const agentsOf = (owners: LeadFilter['owners']): AgentId[] =>
  owners.flatMap((owner) => (owner === NO_OWNER ? [] : [owner]))

function ownerCondition(owners: LeadFilter['owners']): SQL | undefined {
  if (owners.length === 0) return undefined
  const agents = agentsOf(owners)
  return or(
    agents.length > 0 ? inArray(lead.ownerId, agents) : undefined,
    agents.length < owners.length ? isNull(lead.ownerId) : undefined,
  )
}

/** A main account's id stands for its sub-accounts too. */
function accountCondition({ entId }: Caller, { source, subSourceIds: ids }: LeadFilter): SQL | undefined {
  if (ids.length === 0 && source === undefined) return undefined
  const chosen = sql`${sql.param(ids)}::uuid[]`
  const isChosen = and(
    sql`a.ent_id = ${entId}`,
    ids.length === 0 ? undefined : sql`(a.id = any(${chosen}) or a.parent_id = any(${chosen}))`,
    source && sql`a.source = ${source}`,
  )
  return sql`${lead.relationId} in (select a.id from ${channelAccount} a where ${isChosen})`
}

/** Conditions of the filter but its status. */
async function conditionOf(db: Queryable, caller: Caller, filter: LeadFilter): Promise<SQL | undefined> {
  const { kind, from, to, hasDuplicates, keyword, leadIds } = filter
  const isRepeated = sql`exists (select ${others(caller, eq(other.dupOf, lead.id))})`
  return and(
    eq(lead.entId, caller.entId),
    isListed,
    isVisible(caller),
    // Asked for by its id, a duplicate is found as well.
    leadIds ? undefined : isFirst(caller),
    kind && eq(lead.kind, kind),
    from ? gte(lead.createdAt, new Date(from)) : undefined,
    to ? lt(lead.createdAt, new Date(to)) : undefined,
    accountCondition(caller, filter),
    ownerCondition(filter.owners),
    hasDuplicates === undefined ? undefined : hasDuplicates ? isRepeated : sql`not ${isRepeated}`,
    keyword ? keywordCondition(caller, keyword) : undefined,
    leadIds && inArray(lead.id, leadIds),
    await readTraitCondition(db, caller, filter, lead.customerId),
  )
}

/** Leads by status, whatever status the filter names. */
export async function countLeads(db: Queryable, caller: Caller, filter: LeadFilter): Promise<LeadCounts> {
  const rows = await db
    .select({ status: lead.status, count: count() })
    .from(lead)
    .where(await conditionOf(db, caller, filter))
    .groupBy(lead.status)
  const counts = new Map(rows.map((row) => [row.status, row.count]))
  return Object.fromEntries(LEAD_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as LeadCounts
}

/** 新线索 beside the menu item. */
export async function countNewLeads(db: Queryable, caller: Caller): Promise<number> {
  const where = and(await conditionOf(db, caller, { subSourceIds: [], owners: [] }), eq(lead.status, 'new'))
  const [row] = await db.select({ count: count() }).from(lead).where(where)
  return row?.count ?? 0
}

const SORTS = { createdAt: lead.createdAt, lastHitAt: lead.lastHitAt } as const

/** In the order of the list. */
export async function pageLeadIds(
  db: Queryable,
  caller: Caller,
  filter: LeadFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<LeadId[]> {
  const { field, order } = filter.sort ?? { field: 'lastHitAt', order: 'desc' }
  const direction = order === 'desc' ? desc : asc
  const rows = await db
    .select({ id: lead.id })
    .from(lead)
    .where(and(await conditionOf(db, caller, filter), filter.status && eq(lead.status, filter.status)))
    .orderBy(direction(SORTS[field]), direction(lead.id))
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

/** The rows of these leads, in any order, as far as the caller may see their customers. */
export const selectLeadItems = (db: Queryable, caller: Caller, ids: readonly LeadId[]) =>
  db
    .select({
      lead: { ...getTableColumns(lead), kind: sql<ContactKind>`${lead.kind}` },
      customer: {
        id: customer.id,
        name: customer.name,
        remark: customer.remark,
        avatar: customer.avatar,
        source: customer.source,
        lastHumanAt: customer.lastHumanAt,
      },
      agentName: agent.name,
      accountName: channelAccount.name,
      duplicates: sql<number>`(select count(*)::int ${others(caller, eq(other.dupOf, lead.id))})`,
    })
    .from(lead)
    .innerJoin(customer, and(eq(customer.entId, lead.entId), eq(customer.id, lead.customerId)))
    .innerJoin(channelAccount, and(eq(channelAccount.entId, lead.entId), eq(channelAccount.id, lead.relationId)))
    .leftJoin(agent, and(eq(agent.entId, lead.entId), eq(agent.id, lead.ownerId)))
    .where(and(eq(lead.entId, caller.entId), inArray(lead.id, [...ids]), isListed, isVisible(caller)))

/** Names of what a filter holds by id, for its words. */
export async function readLeadFilterNames(db: Queryable, caller: Caller, filter: LeadFilter) {
  const { entId } = caller
  const { subSourceIds, owners, tagIds, stageId } = filter
  const accountIds = subSourceIds.filter((id) => isInScope(caller, id))
  const agentIds = agentsOf(owners)
  const accounts = await db
    .select({ name: channelAccount.name })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), inArray(channelAccount.id, accountIds)))
  const agents = await db
    .select({ name: agent.name })
    .from(agent)
    .where(and(eq(agent.entId, entId), inArray(agent.id, agentIds)))
  const unassigned = agentIds.length < owners.length ? ['未分配'] : []
  const { stage, tags } = await readFilterNames(db, caller, { tagIds, stageId })
  return {
    stage,
    tags,
    accounts: accounts.map(({ name }) => name),
    owners: [...agents.map(({ name }) => name), ...unassigned],
  }
}
