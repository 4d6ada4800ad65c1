import type { CustomerId, CustomerSort } from '@ruwu/contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customerSeat } from '../../db/schema/index.ts'
import type { Caller } from '../auth/index.ts'
import { all, conditionsOf, isOneOf, isUnread, isWaiting, ownerCondition, seatOf } from './list.conditions.ts'
import { type Inquiry, ownersOf } from './list.inquiry.ts'

/** What a page is made of before its rows are read: who, and where in the order they stand. Times are milliseconds. */
export type Place = { id: CustomerId; lastMessageAt: number; waitingSince: number | null }

/** A piece of a list that is read in one order; the parts follow each other. */
export type Part = { isSticky: boolean; group: SQL[]; isByWaiting: boolean; needsSeat: boolean }

/**
 * What the agent pinned comes first in every list, then, by the sort, those it is about before the others; where the filter leaves only
 * one kind there are no others.
 */
export function partsOf(sort: CustomerSort, inquiry: Inquiry): Part[] {
  const { unread, replyState } = inquiry.filter
  const alike = { group: [], isByWaiting: false, needsSeat: false }
  const waiting = { group: [isWaiting], isByWaiting: true, needsSeat: false }
  const groups: Record<CustomerSort, Omit<Part, 'isSticky'>[]> = {
    latest: [alike],
    longestWait: replyState ? [waiting] : [waiting, { ...alike, group: [sql`c.waiting_since is null`] }],
    unreadFirst:
      unread === undefined
        ? [isUnread(inquiry), sql`not ${isUnread(inquiry)}`].map((group) => ({
            ...alike,
            group: [group],
            needsSeat: true,
          }))
        : [alike],
  }
  return [true, false].flatMap((isSticky) => groups[sort].map((group) => ({ isSticky, ...group })))
}

export async function listSticky(db: Queryable, { entId, agentId }: Caller): Promise<CustomerId[]> {
  const rows = await db
    .select({ id: customerSeat.customerId })
    .from(customerSeat)
    .where(and(eq(customerSeat.entId, entId), eq(customerSeat.agentId, agentId), eq(customerSeat.sticky, true)))
  return rows.map((row) => row.id)
}

export type PlaceQuery = {
  part: Part
  sticky: readonly CustomerId[]
  /** Only of these. */
  among: readonly CustomerId[] | undefined
  after: Place | undefined
  limit: number
}

/** The next places of one part, in its order. */
export async function listPlaces(db: Queryable, inquiry: Inquiry, query: PlaceQuery): Promise<Place[]> {
  const { part, sticky, among, limit } = query
  const owners = ownersOf(inquiry)
  const owner = ownerCondition(inquiry)
  if (!owners || !owner || (part.isSticky && sticky.length === 0)) return []
  const needsSeat = part.needsSeat || inquiry.filter.unread !== undefined
  const conditions = [
    ...conditionsOf(inquiry),
    ...part.group,
    ...(part.isSticky ? [isOneOf(sql`c.id`, sticky)] : sticky.length > 0 ? [isNoneOf(sticky)] : []),
    ...(among ? [isOneOf(sql`c.id`, among)] : []),
    ...behind(query),
  ]
  // Nobody's customers are all alike in their owner, which only the order can tell the database.
  const order = part.isByWaiting
    ? sql`c.waiting_since, c.last_message_at desc, c.id desc`
    : sql`${owners === 'nobody' ? sql`c.agent_id desc, ` : sql``}c.last_message_at desc, c.id desc`
  const pick = (of: SQL) => sql`select c.id, c.last_message_at, c.waiting_since
    from customer c ${needsSeat ? seatOf(inquiry) : sql``}
    where ${all([sql`c.ent_id = ${inquiry.entId}`, of, ...conditions])} order by ${order} limit ${limit}`
  // The customers of several owners lie in as many ordered pieces: the next of each are read, and the next of these taken.
  const isInPieces =
    owners !== 'nobody' &&
    owners.length > 1 &&
    !part.isSticky &&
    !part.isByWaiting &&
    !needsSeat &&
    !among &&
    !inquiry.among
  const found = isInPieces
    ? sql`select c.* from unnest(${sql.param(owners)}::uuid[]) as a(id) cross join lateral (${pick(sql`c.agent_id = a.id`)}) c
        order by ${order} limit ${limit}`
    : pick(owner)
  const { rows } = await db.execute<{ id: string; at: number; since: number | null }>(
    sql`select c.id, ${milliseconds(sql`c.last_message_at`)} as at, ${milliseconds(sql`c.waiting_since`)} as since from (${found}) c`,
  )
  return rows.map(({ id, at, since }) => ({
    id: id.replaceAll('-', '') as CustomerId,
    lastMessageAt: at,
    waitingSince: since,
  }))
}

const milliseconds = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::int8`

const isNoneOf = (ids: readonly string[]) => sql`c.id <> all(${sql.param(ids)}::uuid[])`

/** What comes after the last row of the page before. */
function behind({ part, after }: PlaceQuery): SQL[] {
  if (!after) return []
  const isLater = sql`(c.last_message_at, c.id) < (${new Date(after.lastMessageAt)}, ${after.id})`
  if (!part.isByWaiting) return [isLater]
  const since = new Date(after.waitingSince ?? 0)
  return [sql`c.waiting_since >= ${since}`, sql`(c.waiting_since > ${since} or ${isLater})`]
}
