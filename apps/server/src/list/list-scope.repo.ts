import {
  type AgentId,
  type CustomerFilter,
  type CustomerId,
  type DayRange,
  type EntId,
  type RelationId,
  SCOPE,
  type Source,
  type StageId,
} from '@ruwu/contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { dayRange, waitedSince } from '@ruwu/domain'
import type { Queryable } from '../db/database.ts'
import { preparedFor } from '../db/prepared.ts'
import { agent } from '../db/schema/index.ts'
import type { Caller } from '../platform/http/caller.ts'
import { readCustomerSetting } from '../customer/customer-setting.repo.ts'
import { maskFor } from '../customer/customer.view.ts'
import { selectNamed } from '../customer/name-index.repo.ts'

type Account = { id: RelationId; source: Source; parentId: RelationId | null }

/** The viewing agent, the authorisation scope (data scope and accounts) and the filter of a list request. */
export type ListScope = {
  entId: EntId
  me: AgentId
  /** When the agent was created: earlier messages do not count as unread. */
  since: Date
  /** Other agents whose customers are visible; undefined with the data scope 本人. */
  colleagues: AgentId[] | undefined
  accounts: Account[]
  /** Authorisation filter: customers of other accounts are visible only if the agent owns them. Null: all accounts. */
  accountScope: readonly RelationId[] | null
  /** Customers the agent pinned. */
  sticky: CustomerId[]
  /** The agent's own customers that are postponed, and those that are back from it. */
  postponed: CustomerId[]
  returned: CustomerId[]
  filter: CustomerFilter
  /** Query of the ids whose name matches the keyword. */
  named: SQL | undefined
  /** Conditions on the customer `c` that the bitmaps do not hold: stage, star, wait and days. */
  unmapped: SQL[]
}

/** Whether rows have to be read to know who matches. */
export const needsRows = ({ named, unmapped }: ListScope): boolean => named !== undefined || unmapped.length > 0

export async function readListScope(
  db: Queryable,
  caller: Caller,
  filter: CustomerFilter,
  now: Date,
): Promise<ListScope> {
  const { entId, agentId, customerScope, accountScope } = caller
  const [known] = await selectKnown(db).execute({ entId, agentId })
  const startStageId = await findStartStage(db, entId, filter)
  return {
    entId,
    me: agentId,
    since: known?.since ?? new Date(0),
    colleagues: customerScope === 'own' ? undefined : (known?.colleagues.map(plainId<AgentId>) ?? []),
    accounts: (known?.accounts ?? []).map(({ id, source, parentId }) => ({
      id: plainId<RelationId>(id),
      source,
      parentId: parentId === null ? null : plainId<RelationId>(parentId),
    })),
    accountScope,
    sticky: known?.sticky.map(plainId<CustomerId>) ?? [],
    postponed: known?.postponed.map(plainId<CustomerId>) ?? [],
    returned: known?.returned.map(plainId<CustomerId>) ?? [],
    filter,
    named: filter.keyword ? selectNamed(entId, filter.keyword, maskFor(caller) !== 'contacts') : undefined,
    unmapped: unmappedConditions(caller, filter, { now, timeZone: known?.timeZone, startStageId }),
  }
}

/** Read only where the filter names a stage. */
export const findStartStage = async (
  db: Queryable,
  entId: EntId,
  { stageId }: Partial<CustomerFilter>,
): Promise<StageId | undefined> => stageId && (await readCustomerSetting(db, entId)).stages[0]?.id

type Moment = { now: Date; timeZone: string | undefined; startStageId: StageId | undefined }

export function unmappedConditions(
  { entId, agentId }: Caller,
  { stageId, isStar, waited, lastMessage, firstContact }: Partial<CustomerFilter>,
  { now, timeZone, startStageId }: Moment,
): SQL[] {
  const within = (column: SQL, range: DayRange): SQL => {
    const { start, end } = dayRange(range, now, timeZone)
    return sql`${column} >= ${start} and ${column} < ${end}`
  }
  const starred = sql`c.id = any(array(select s.customer_id from customer_seat s
    where s.ent_id = ${entId} and s.agent_id = ${agentId} and s.is_star))`
  return [
    ...(stageId === undefined ? [] : [isInStage(stageId, stageId === startStageId)]),
    ...(isStar === undefined ? [] : [isStar ? starred : sql`not (${starred})`]),
    ...(waited === undefined ? [] : [sql`c.waiting_since <= ${waitedSince(waited, now)}`]),
    // Both values of the leading index column, so that the range is read from the index.
    ...(lastMessage ? [sql`c.archive = any('{t,f}') and ${within(sql`c.last_message_at`, lastMessage)}`] : []),
    ...(firstContact ? [within(sql`c.first_enter_at`, firstContact)] : []),
  ]
}

/** Customers without a stage are in the first one. */
const isInStage = (stageId: StageId, isStart: boolean): SQL =>
  isStart ? sql`(c.stage_id = ${stageId} or c.stage_id is null)` : sql`c.stage_id = ${stageId}`

const ENT = sql.placeholder('entId')
const ME = sql.placeholder('agentId')

const later = sql`from customer c where c.ent_id = ${ENT} and c.agent_id = ${ME}
  and (c.postponed_until is not null or c.returned_at is not null)`

/** Prepared: agent, colleagues, accounts, pins and postponed customers in one round trip, for every page. */
const selectKnown = preparedFor((db) =>
  db
    .select({
      since: agent.createdAt,
      colleagues: sql<string[]>`array(select o.id::text from agent o where o.ent_id = ${ENT} and o.id <> ${ME})`,
      accounts: sql<{ id: string; source: Source; parentId: string | null }[] | null>`(select
        json_agg(json_build_object('id', a.id, 'source', a.source, 'parentId', a.parent_id)) from channel_account a where a.ent_id = ${ENT})`,
      sticky: sql<string[]>`array(select s.customer_id::text from customer_seat s
        where s.ent_id = ${ENT} and s.agent_id = ${ME} and s.sticky)`,
      postponed: sql<string[]>`array(select c.id::text ${later} and c.postponed_until is not null)`,
      returned: sql<string[]>`array(select c.id::text ${later} and c.postponed_until is null)`,
      timeZone: sql<string>`(select e.timezone from enterprise e where e.id = ${ENT})`,
    })
    .from(agent)
    .where(and(eq(agent.entId, ENT), eq(agent.id, ME)))
    .prepare('customer_inquiry'),
)

const plainId = <Id extends string>(uuid: string): Id => uuid.replaceAll('-', '') as Id

/** The same scope with some filter values replaced. */
export const withFilter = (listScope: ListScope, picked: Partial<CustomerFilter>): ListScope => ({
  ...listScope,
  filter: { ...listScope.filter, ...picked },
})

/** Values of `agent_id` the filter allows: ids, 'nobody' for null, or 'anybody' for all. Undefined: no row can match. */
export function ownersOf({ filter, me, colleagues }: ListScope): 'nobody' | 'anybody' | AgentId[] | undefined {
  const { scope, agentId } = filter
  if (scope === SCOPE.all) return 'anybody'
  if (scope === SCOPE.unassigned) return agentId === undefined ? 'nobody' : undefined
  const all = scope === SCOPE.mine ? [me] : (colleagues ?? [])
  const owners = agentId === undefined ? all : all.filter((id) => id === agentId)
  return owners.length > 0 ? owners : undefined
}

/** Whether the list spans the customers of several owners. */
export function isAcross(listScope: ListScope): boolean {
  const owners = ownersOf(listScope)
  return owners === 'anybody' || (Array.isArray(owners) && owners.length > 1)
}

/** Accounts the filter and the scope allow; null: all. In 全部 the account scope depends on the owner (`visibleOwners`). */
export function accountsOf({ filter, accounts, accountScope }: ListScope): RelationId[] | null {
  const { source, subSourceId, scope } = filter
  const within = scope === SCOPE.mine || scope === SCOPE.all ? null : accountScope
  if (source === undefined && subSourceId === undefined && within === null) return null
  return accounts
    .filter((account) => source === undefined || account.source === source)
    .filter(({ id, parentId }) => subSourceId === undefined || id === subSourceId || parentId === subSourceId)
    .filter(({ id }) => within === null || within.includes(id))
    .map(({ id }) => id)
}
