import { type CustomerId, SCOPE } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/database.ts'
import {
  all,
  conditionsOf,
  eachSeatOf,
  isAmong,
  isOneOf,
  isUnread,
  ownerCondition,
  seatOf,
} from './list-conditions.repo.ts'
import { type Inquiry, isAcross, ownersOf } from './list-scope.repo.ts'
import type { Group, Part } from './list-parts.ts'

/** What a page is made of before its rows are read: who, and where in the order they stand. Times are milliseconds. */
type Place = { id: CustomerId; lastMessageAt: number; waitingSince: number | null }

/** One of them, and in which part of the list. */
export type Found = { part: number; place: Place }

type PlaceQuery = {
  parts: readonly Part[]
  /** Only of these. */
  among: readonly CustomerId[] | undefined
  /** The ids of everybody who can fit, where they are to be picked out. */
  few: SQL | undefined
  /** Where the page before ended. */
  mark: Found | undefined
  limit: number
}

/** How many there are in all is known along the way where everybody who fits had to be looked at. */
type Places = { found: Found[]; total: number | undefined }

/** The next places of a list, part after part: a later one is only read where the former did not suffice. */
export async function listPlaces(db: Queryable, inquiry: Inquiry, query: PlaceQuery): Promise<Places> {
  const owner = ownerCondition(inquiry)
  if (!owner || query.limit === 0) return { found: [], total: 0 }
  const { parts, mark, limit } = query
  const isFew = isGathered(inquiry, query)
  const asked = parts
    .map((part, no) => ({ part, no }))
    .filter(({ part, no }) => no >= (mark?.part ?? 0) && (!part.isSticky || inquiry.sticky.length > 0))
    .map(({ part, no }) => ({ no, places: selectPart(inquiry, query, part, no, owner, isFew) }))
  if (asked.length === 0) return { found: [], total: undefined }
  // Materialized, so that they are read in their order and no further than needed.
  const tables = [
    ...(isFew ? [sql`fit as materialized (${gather(inquiry, query, owner)})`] : []),
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

/** Whether everybody who fits is picked out first, because walking through the list in its order would take longer. */
function isGathered(inquiry: Inquiry, { parts, among, few }: PlaceQuery): boolean {
  // Of one's own most are read: who is not would be looked for among all of them.
  const isForOwn = inquiry.filter.scope === SCOPE.mine && needsUnread(inquiry, parts)
  return isForOwn || (inquiry.named ?? few ?? among) !== undefined
}

const needsUnread = ({ filter }: Inquiry, parts: readonly Part[]): boolean =>
  filter.unread !== undefined || parts.some(({ group }) => group === 'unread' || group === 'read')

const gather = (inquiry: Inquiry, { parts, among, few }: PlaceQuery, owner: SQL): SQL => {
  const isSeatNeeded = needsUnread(inquiry, parts)
  return sql`select c.id, c.last_message_at, c.waiting_since, ${isSeatNeeded ? isUnread(inquiry) : sql`null`} as is_unread
    from customer c ${isSeatNeeded ? seatOf(inquiry) : sql``}
    where ${all([
      sql`c.ent_id = ${inquiry.entId}`,
      owner,
      ...conditionsOf(inquiry),
      ...(among ? [isOneOf(sql`c.id`, among)] : []),
      ...(few ? [isAmong(few)] : []),
    ])}`
}

function selectPart(inquiry: Inquiry, query: PlaceQuery, part: Part, no: number, owner: SQL, isFew: boolean): SQL {
  const { sticky } = inquiry
  const owners = ownersOf(inquiry)
  const isByWaiting = part.group === 'waiting'
  const unread = isFew ? sql`c.is_unread` : isUnread(inquiry)
  const groups: Record<Group, SQL[]> = {
    everybody: [],
    waiting: [sql`c.waiting_since is not null`],
    answered: [sql`c.waiting_since is null`],
    unread: [unread],
    read: [sql`not ${unread}`],
  }
  const conditions = [
    ...groups[part.group],
    ...(part.isSticky ? [isOneOf(sql`c.id`, sticky)] : sticky.length > 0 ? [isNoneOf(sticky)] : []),
    ...(query.mark?.part === no ? behind(isByWaiting, query.mark.place) : []),
  ]
  // Nobody's customers are all alike in their owner, which only the order can tell the database.
  const order = isByWaiting
    ? sql`c.waiting_since, c.last_message_at desc, c.id desc`
    : sql`${owners === 'nobody' && !isFew ? sql`c.agent_id desc, ` : sql``}c.last_message_at desc, c.id desc`
  const pick = (from: SQL, where: SQL[]) => sql`select c.id, c.last_message_at, c.waiting_since from ${from}
    where ${all(where)} order by ${order} limit ${query.limit}`
  if (isFew) return pick(sql`fit c`, conditions)
  const from = sql`customer c ${needsUnread(inquiry, [part]) ? eachSeatOf(inquiry) : sql``}`
  const pickOf = (of: SQL) =>
    pick(from, [sql`c.ent_id = ${inquiry.entId}`, of, ...conditionsOf(inquiry), ...conditions])
  // The customers of several owners are passed by in the order of everybody's: those by owner lie in as many pieces.
  const isByOwner = !isAcross(inquiry) || part.isSticky || isByWaiting
  return pickOf(isByOwner ? owner : sql`(${owner}) is true`)
}

const tableOf = (no: number) => sql.raw(`part_${no}`)
const milliseconds = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::int8`
const isNoneOf = (ids: readonly string[]) => sql`c.id <> all(${sql.param(ids)}::uuid[])`

/** What comes after the last row of the page before. */
function behind(isByWaiting: boolean, after: Place): SQL[] {
  const isLater = sql`(c.last_message_at, c.id) < (${new Date(after.lastMessageAt)}, ${after.id})`
  if (!isByWaiting) return [isLater]
  const since = new Date(after.waitingSince ?? 0)
  return [sql`c.waiting_since >= ${since}`, sql`(c.waiting_since > ${since} or ${isLater})`]
}
