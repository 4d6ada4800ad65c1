import type { CustomerFilter, CustomerId, CustomerSort } from '@ruwu/contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customerSeat } from '../../db/schema/index.ts'
import {
  all,
  groupConditions,
  isOneOf,
  isUnread,
  isWaiting,
  optionConditions,
  otherConditions,
  seatOf,
} from './list.conditions.ts'
import { ownersOf, type Sight } from './list.sight.ts'

/** What a page is made of before its rows are read: who, and where in the order they stand. Times are milliseconds. */
export type Place = { id: CustomerId; lastMessageAt: number; waitingSince: number | null }

/** A piece of a list that is read in one order; the parts follow each other. */
export type Part = { isSticky: boolean; group: SQL[]; isByWaiting: boolean; needsSeat: boolean }

/** What the agent pinned comes first in every list, then, by the sort, those it is about before the others. */
export function partsOf(sort: CustomerSort, sight: Sight): Part[] {
  const unread = isUnread(sight)
  const groups: Record<CustomerSort, Omit<Part, 'isSticky'>[]> = {
    latest: [{ group: [], isByWaiting: false, needsSeat: false }],
    longestWait: [
      { group: [isWaiting], isByWaiting: true, needsSeat: false },
      { group: [sql`c.waiting_since is null`], isByWaiting: false, needsSeat: false },
    ],
    unreadFirst: [
      { group: [unread], isByWaiting: false, needsSeat: true },
      { group: [sql`not ${unread}`], isByWaiting: false, needsSeat: true },
    ],
  }
  return [true, false].flatMap((isSticky) => groups[sort].map((group) => ({ isSticky, ...group })))
}

export async function listSticky(db: Queryable, { entId, me }: Sight): Promise<CustomerId[]> {
  const rows = await db
    .select({ id: customerSeat.customerId })
    .from(customerSeat)
    .where(and(eq(customerSeat.entId, entId), eq(customerSeat.agentId, me), eq(customerSeat.sticky, true)))
  return rows.map((row) => row.id)
}

export type PlaceQuery = {
  filter: CustomerFilter
  part: Part
  sticky: readonly CustomerId[]
  /** Only of these. */
  among: readonly CustomerId[] | undefined
  after: Place | undefined
  limit: number
}

/** The next places of one part, in its order. */
export async function listPlaces(db: Queryable, sight: Sight, query: PlaceQuery): Promise<Place[]> {
  const { filter, part, sticky, among, limit } = query
  const owners = ownersOf(filter, sight)
  const group = groupConditions(filter, sight)
  if (!owners || !group || (part.isSticky && sticky.length === 0)) return []
  const conditions = [
    ...group.accounts,
    ...optionConditions(filter, sight),
    ...otherConditions(filter, sight),
    ...part.group,
    ...(part.isSticky ? [isOneOf(sql`c.id`, sticky)] : sticky.length > 0 ? [isNoneOf(sticky)] : []),
    ...(among ? [isOneOf(sql`c.id`, among)] : []),
    ...behind(query),
  ]
  const order = part.isByWaiting
    ? sql`c.waiting_since, c.last_message_at desc, c.id desc`
    : sql`c.last_message_at desc, c.id desc`
  const pick = (owner: SQL) => sql`select c.id, c.last_message_at, c.waiting_since
    from customer c ${part.needsSeat || filter.unread !== undefined ? seatOf(sight) : sql``}
    where ${all([sql`c.ent_id = ${sight.entId}`, owner, ...conditions])} order by ${order} limit ${limit}`
  // The customers of several owners lie in as many ordered pieces: the next of each are read, and the next of these taken.
  const isInPieces = owners !== 'nobody' && owners.length > 1 && !part.isSticky && !part.isByWaiting && !among
  const found = isInPieces
    ? sql`select c.* from unnest(${sql.param(owners)}::uuid[]) as a(id) cross join lateral (${pick(sql`c.agent_id = a.id`)}) c
        order by ${order} limit ${limit}`
    : pick(group.owner)
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
