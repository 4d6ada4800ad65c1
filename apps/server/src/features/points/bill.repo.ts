import type { BillSort, EntId, PointBillFilter, PointRowId, RelationId } from '@ruwu/contract'
import { formatDay, zonedTime } from '@ruwu/domain'
import { and, asc, type Column, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { shownPage } from '../../db/paging.ts'
import { agent, channelAccount, pointDay, pointLedger } from '../../db/schema/index.ts'
import { getAccount } from './account.repo.ts'
import { countByDay, countByDelta, dayMatches, during, matches, number } from './bill-count.repo.ts'
import { type BillPart, partsOnPage, spanOf } from './bill-days.ts'

const isLedgerAccount = and(eq(channelAccount.entId, pointLedger.entId), eq(channelAccount.id, pointLedger.relationId))
const isOperator = and(eq(agent.entId, pointLedger.entId), eq(agent.id, pointLedger.operatorId))

const OTHER_WAY = { asc: 'desc', desc: 'asc' } as const

const NEWEST_FIRST = { field: 'at', order: 'desc' } as const satisfies BillSort

/** Movements of one moment, or of as many points, stay in the order in which they happened, or the reverse: as the indexes have them. */
function orderOf({ field, order }: BillSort): SQL[] {
  const by = order === 'asc' ? asc : desc
  return [...(field === 'at' ? [] : [by(pointLedger.delta)]), by(pointLedger.at), by(pointLedger.no)]
}

const selectBills = (db: Queryable, sort: BillSort = NEWEST_FIRST) =>
  db
    .select({
      ...getTableColumns(pointLedger),
      accountName: channelAccount.name,
      operatorName: agent.name,
      times: number(sql`1`),
    })
    .from(pointLedger)
    .leftJoin(channelAccount, isLedgerAccount)
    .leftJoin(agent, isOperator)
    .orderBy(...orderOf(sort))
    .$dynamic()

type LedgerBill = Awaited<ReturnType<typeof listBills>>[number]
export type BillRow = Omit<LedgerBill, 'part' | 'entId' | 'pool' | 'lotId' | 'sessionId'>
export type BillPage = { rows: BillRow[]; total: number; sum: number; page: number }

type Asked = { page: number; pageSize: number; sort?: BillSort | undefined }

/**
 * One page with count and sum of all matching bills; a page beyond the end answers the last one. Both come from the sums by day, which
 * also tell the days, or the days and points, that the page is in: of the ledger only these are read, whatever its size.
 */
export async function pageBills(db: Queryable, entId: EntId, filter: PointBillFilter, asked: Asked): Promise<BillPage> {
  const { dayZone } = await getAccount(db, entId)
  const { pageSize, sort = NEWEST_FIRST } = asked
  const parts = await (sort.field === 'delta' ? countByDelta : countByDay)(db, entId, filter, dayZone)
  const total = parts.reduce((all, { rows }) => all + rows, 0)
  const sum = parts.reduce((all, { delta }) => all + delta, 0)
  const page = shownPage(total, asked)
  const offset = (page - 1) * pageSize
  const found = partsOnPage(sort.order === 'asc' ? parts : parts.toReversed(), offset, pageSize)
  if (!found) return { rows: [], total, sum, page }
  const [from, to] = sort.order === 'asc' ? [found.first, found.last] : [found.last, found.first]
  const isEndNearer = found.left < found.skipped
  // Found by their place first: rows of the day between its nearer end and the page are passed in the index, without their names.
  const places = db
    .select({ at: pointLedger.at, no: pointLedger.no })
    .from(pointLedger)
    .where(and(matches(entId, filter), isBetween(from, to, dayZone)))
    .orderBy(...orderOf(isEndNearer ? { ...sort, order: OTHER_WAY[sort.order] } : sort))
    .limit(Math.min(pageSize, total - offset))
    .offset(isEndNearer ? found.left : found.skipped)
  const isOnPage = sql`(${pointLedger.at}, ${pointLedger.no}) in ${places}`
  const rows = await selectBills(db, sort).where(and(eq(pointLedger.entId, entId), isOnPage))
  return { rows, total, sum, page }
}

/** Bills from one part to another, in the order of time or of points. */
function isBetween(from: BillPart, to: BillPart, dayZone: string): SQL | undefined {
  const { start } = spanOf(from.day, from.day, dayZone)
  const { end } = spanOf(to.day, to.day, dayZone)
  if (from.each === to.each)
    return and(from.each === undefined ? undefined : eq(pointLedger.delta, from.each), during(start, end))
  const place = sql`(${pointLedger.delta}, ${pointLedger.at})`
  return sql`${place} >= (${from.each}::int, ${start}::timestamptz) and ${place} < (${to.each}::int, ${end}::timestamptz)`
}

/** Of the latest row of a group. */
const lastOf = (column: Column) => sql<string>`(array_agg(${column} order by ${pointDay.lastNo} desc))[1]`

/** 按日汇总: per day, type and item, newest first, with the balance after the last of them. */
const selectDays = (db: Queryable, entId: EntId, filter: PointBillFilter, dayZone: string) => {
  const { from, to } = filter
  const dayOf = (at: number) => formatDay(zonedTime(new Date(at), dayZone))
  const days = { first: from && dayOf(Date.parse(from)), last: to && dayOf(Date.parse(to) - 1) }
  return db
    .select({
      day: pointDay.day,
      type: pointDay.type,
      item: pointDay.item,
      delta: number(sql`sum(${pointDay.delta})`).as('delta'),
      times: number(sql`sum(${pointDay.times})`).as('times'),
      no: number(sql`max(${pointDay.lastNo})`).as('no'),
      id: lastOf(pointDay.lastId).as('id'),
      orderPoints: number(lastOf(pointDay.orderPoints)).as('order_points'),
      bonusOrderPoints: number(lastOf(pointDay.bonusOrderPoints)).as('bonus_order_points'),
      bonusHumanPoints: number(lastOf(pointDay.bonusHumanPoints)).as('bonus_human_points'),
    })
    .from(pointDay)
    .where(dayMatches(entId, filter, days))
    .groupBy(pointDay.day, pointDay.type, pointDay.item)
    .orderBy(desc(pointDay.day), desc(sql`max(${pointDay.lastNo})`))
    .$dynamic()
}

export async function pageBillDays(
  db: Queryable,
  entId: EntId,
  filter: PointBillFilter,
  asked: Asked,
): Promise<BillPage> {
  const { dayZone } = await getAccount(db, entId)
  const days = inOrder(await selectDays(db, entId, filter, dayZone), asked.sort)
  const page = shownPage(days.length, asked)
  const sum = days.reduce((all, { delta }) => all + delta, 0)
  const shown = days.slice((page - 1) * asked.pageSize, page * asked.pageSize)
  return { rows: shown.map((day) => toBillRow(day, filter, dayZone)), total: days.length, sum, page }
}

function inOrder(days: BillDay[], { field, order }: BillSort = NEWEST_FIRST): BillDay[] {
  if (field === 'at') return order === 'asc' ? days.toReversed() : days
  const sign = order === 'asc' ? 1 : -1
  return days.toSorted((one, other) => sign * (one.delta - other.delta))
}

/** Few enough to be read together: a day has at most one row per type and item. */
export async function listBillDays(
  db: Queryable,
  entId: EntId,
  filter: PointBillFilter,
  sort?: BillSort,
): Promise<BillRow[]> {
  const { dayZone } = await getAccount(db, entId)
  return inOrder(await selectDays(db, entId, filter, dayZone), sort).map((day) => toBillRow(day, filter, dayZone))
}

type BillDay = Awaited<ReturnType<typeof selectDays>>[number]

const toBillRow = ({ day, id, ...row }: BillDay, { subSourceId }: PointBillFilter, dayZone: string): BillRow => ({
  ...row,
  id: id.replaceAll('-', '') as PointRowId,
  at: spanOf(day, day, dayZone).start,
  relationId: subSourceId ?? null,
  accountName: null,
  customerId: null,
  messageId: null,
  orderNo: null,
  operatorId: null,
  operatorName: null,
  reason: '',
  key: '',
})

type Place = { delta: number; at: Date; no: number }

/** The bills after `last` in the same order. */
export const listBills = (
  db: Queryable,
  entId: EntId,
  filter: PointBillFilter,
  { last, limit, sort }: { last: Place | undefined; limit: number; sort?: BillSort | undefined },
) =>
  selectBills(db, sort)
    .where(and(matches(entId, filter), last && isAfter(last, sort)))
    .limit(limit)

/** As `orderOf` orders them. */
function isAfter({ delta, at, no }: Place, { field, order }: BillSort = NEWEST_FIRST): SQL {
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const time = sql`${at.toISOString()}::timestamptz`
  return field === 'at'
    ? sql`(${pointLedger.at}, ${pointLedger.no}) ${beyond} (${time}, ${no})`
    : sql`(${pointLedger.delta}, ${pointLedger.at}, ${pointLedger.no}) ${beyond} (${delta}::int, ${time}, ${no})`
}

/** At most `most`. */
export async function countBills(db: Queryable, entId: EntId, filter: PointBillFilter, most: number): Promise<number> {
  const { dayZone } = await getAccount(db, entId)
  if (filter.daily) return Math.min(most, (await selectDays(db, entId, filter, dayZone)).length)
  const days = await countByDay(db, entId, filter, dayZone)
  return Math.min(
    most,
    days.reduce((sum, { rows }) => sum + rows, 0),
  )
}

export async function findAccountName(db: Queryable, entId: EntId, id: RelationId): Promise<string | undefined> {
  const [row] = await db
    .select({ name: channelAccount.name })
    .from(channelAccount)
    .where(and(eq(channelAccount.entId, entId), eq(channelAccount.id, id)))
  return row?.name
}
