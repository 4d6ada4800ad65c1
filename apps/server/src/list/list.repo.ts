import { type CustomerId, SCOPE } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import {
  all,
  conditionsOf,
  eachSeatOf,
  isAmong,
  isAnswered,
  isNoneOf,
  isOneOf,
  isUnread,
  isWaiting,
  ownerCondition,
  seatOf,
} from './list-conditions.repo.ts'
import { type ListScope, isAcross, needsRows, ownersOf } from './list-scope.repo.ts'
import type { Group, Part } from './list-parts.ts'

/** Id and sort keys of a row. Times in milliseconds. */
type Place = { id: CustomerId; lastMessageAt: number; waitingSince: number | null }

/** A row and the part of the list it is in. */
export type Found = { part: number; place: Place }

type PlaceQuery = {
  parts: readonly Part[]
  /** Only these customers. */
  among: readonly CustomerId[] | undefined
  /** Ids of all possible matches, when they are looked up instead of scanned for. */
  few: SQL | undefined
  /** Cursor: the last row of the page before. */
  mark: Found | undefined
  limit: number
}

/** `total` is known where all matches were read. */
type Places = { found: Found[]; total: number | undefined }

/** The next rows of a list, part after part: a later part is read only when the earlier ones do not fill the page. */
export async function listPlaces(db: Queryable, listScope: ListScope, query: PlaceQuery): Promise<Places> {
  const owner = ownerCondition(listScope)
  if (!owner || query.limit === 0) return { found: [], total: 0 }
  const { parts, mark, limit } = query
  const isFew = isGathered(listScope, query)
  const asked = parts
    .map((part, no) => ({ part, no }))
    .filter(({ part, no }) => no >= (mark?.part ?? 0) && idsOf(listScope, part)?.length !== 0)
    .map(({ part, no }) => ({ no, places: selectPart(listScope, query, part, no, owner, isFew) }))
  if (asked.length === 0) return { found: [], total: undefined }
  // Materialised CTEs keep their order and stop at the limit.
  const tables = [
    ...(isFew ? [sql`fit as materialized (${gather(listScope, query, owner)})`] : []),
    ...asked.map(({ no, places }) => sql`${tableOf(no)} as materialized (${places})`),
  ]
  const { rows } = await db.execute<{ part: number; id: string; at: number; since: number | null; total?: number }>(
    sql`with ${sql.join(tables, sql`, `)} select c.part, c.id, ${milliseconds(sql`c.last_message_at`)} as at,
        ${milliseconds(sql`c.waiting_since`)} as since ${isFew ? sql`, (select count(*) from fit)::int as total` : sql``}
      from (${sql.join(
        asked.map(({ no }) => sql`select ${sql.raw(String(no))} as part, * from ${tableOf(no)}`),
        sql` union all `,
      )} limit ${limit}) c`,
  )
  return {
    found: rows.map(({ part, id, at, since }) => ({
      part,
      place: { id: id.replaceAll('-', '') as CustomerId, lastMessageAt: at, waitingSince: since },
    })),
    total: isFew ? (rows[0]?.total ?? 0) : undefined,
  }
}

/** How many customers the list shows, where rows have to be read for it. */
export async function countPlaces(db: Queryable, listScope: ListScope): Promise<number> {
  const owner = ownerCondition(listScope)
  if (!owner) return 0
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${gather(listScope, { parts: [], among: undefined, few: undefined }, owner)}) fit`,
  )
  return rows[0]?.total ?? 0
}

/** Whether all matches are read first and then sorted, instead of an ordered scan. */
function isGathered(listScope: ListScope, { parts, among, few }: PlaceQuery): boolean {
  // Most of an agent's own customers are read: an ordered scan for unread ones would walk through all of them.
  const isForOwn = listScope.filter.scope === SCOPE.mine && needsUnread(listScope, parts)
  return isForOwn || needsRows(listScope) || (few ?? among) !== undefined
}

const needsUnread = ({ filter }: ListScope, parts: readonly Part[]): boolean =>
  filter.unread !== undefined || parts.some(({ group }) => group === 'unread' || group === 'read')

const gather = (
  listScope: ListScope,
  { parts, among, few }: Pick<PlaceQuery, 'parts' | 'among' | 'few'>,
  owner: SQL,
): SQL => {
  const isSeatNeeded = needsUnread(listScope, parts)
  return sql`select c.id, c.last_message_at, c.waiting_since, ${isSeatNeeded ? isUnread(listScope) : sql`null`} as is_unread
    from customer c ${isSeatNeeded ? seatOf(listScope) : sql``}
    where ${all([
      sql`c.ent_id = ${listScope.entId}`,
      owner,
      ...conditionsOf(listScope),
      ...(among ? [isOneOf(sql`c.id`, among)] : []),
      ...(few ? [isAmong(few)] : []),
    ])}`
}

function selectPart(listScope: ListScope, query: PlaceQuery, part: Part, no: number, owner: SQL, isFew: boolean): SQL {
  const owners = ownersOf(listScope)
  const isByWaiting = part.group === 'waiting'
  const unread = isFew ? sql`c.is_unread` : isUnread(listScope)
  const groups: Record<Group, SQL[]> = {
    everybody: [],
    waiting: [isWaiting],
    answered: [isAnswered],
    unread: [unread],
    read: [sql`not ${unread}`],
  }
  const conditions = [
    ...groups[part.group],
    ...placeConditions(listScope, part),
    ...(query.mark?.part === no ? afterCursor(isByWaiting, query.mark.place) : []),
  ]
  // For unassigned customers the leading index column is constant; naming it in the order lets the planner use that index.
  const order = isByWaiting
    ? sql`c.waiting_since, c.last_message_at desc, c.id desc`
    : sql`${owners === 'nobody' && !isFew ? sql`c.agent_id desc, ` : sql``}c.last_message_at desc, c.id desc`
  const pick = (from: SQL, where: SQL[]) => sql`select c.id, c.last_message_at, c.waiting_since from ${from}
    where ${all(where)} order by ${order} limit ${query.limit}`
  if (isFew) return pick(sql`fit c`, conditions)
  const from = sql`customer c ${needsUnread(listScope, [part]) ? eachSeatOf(listScope) : sql``}`
  const pickOf = (condition: SQL) =>
    pick(from, [sql`c.ent_id = ${listScope.entId}`, condition, ...conditionsOf(listScope), ...conditions])
  // Several owners: `is true` hides the condition from index choice, so the scan follows the enterprise-wide order.
  const isByOwner = !isAcross(listScope) || part.place !== 'other' || isByWaiting
  return pickOf(isByOwner ? owner : sql`(${owner}) is true`)
}

/** The customers a part is made of; undefined: all that no other part has. */
const idsOf = ({ returned, sticky }: ListScope, { place }: Part): CustomerId[] | undefined => {
  if (place === 'other') return undefined
  return place === 'returned' ? returned : sticky.filter((id) => !returned.includes(id))
}

function placeConditions(listScope: ListScope, part: Part): SQL[] {
  const ids = idsOf(listScope, part)
  if (ids) return [isOneOf(sql`c.id`, ids)]
  const elsewhere = [...listScope.returned, ...listScope.sticky]
  return elsewhere.length > 0 ? [isNoneOf(elsewhere)] : []
}

const tableOf = (no: number) => sql.raw(`part_${no}`)
const milliseconds = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::int8`

/** Keyset condition: rows after the cursor. */
function afterCursor(isByWaiting: boolean, after: Place): SQL[] {
  const isLater = sql`(c.last_message_at, c.id) < (${new Date(after.lastMessageAt)}, ${after.id})`
  if (!isByWaiting) return [isLater]
  const since = new Date(after.waitingSince ?? 0)
  return [sql`c.waiting_since >= ${since}`, sql`(c.waiting_since > ${since} or ${isLater})`]
}
