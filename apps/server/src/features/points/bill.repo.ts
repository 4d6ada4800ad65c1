import type { BillSort, EntId, PointBillFilter, PointRowId, RelationId } from '@ruwu/contract'
import { formatDay, zonedTime } from '@ruwu/domain'
import { and, asc, type Column, count, desc, eq, getTableColumns, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, channelAccount, pointDay, pointLedger } from '../../db/schema/index.ts'
import { getAccount } from './account.repo.ts'
import { type DayCount, daysOnPage, spanOf, wholeDaysOf } from './bill-days.ts'

const isLedgerAccount = and(eq(channelAccount.entId, pointLedger.entId), eq(channelAccount.id, pointLedger.relationId))
const isOperator = and(eq(agent.entId, pointLedger.entId), eq(agent.id, pointLedger.operatorId))

const during = (from: Date | undefined, to: Date | undefined) =>
  and(from && gte(pointLedger.at, from), to && lt(pointLedger.at, to))

const matches = (entId: EntId, { type, item, subSourceId, from, to }: PointBillFilter) =>
  and(
    eq(pointLedger.entId, entId),
    type && eq(pointLedger.type, type),
    item && eq(pointLedger.item, item),
    subSourceId && eq(pointLedger.relationId, subSourceId),
    during(from ? new Date(from) : undefined, to ? new Date(to) : undefined),
  )

/** The same in the sums by day, whose days are given apart. */
const dayMatches = (
  entId: EntId,
  { type, item, subSourceId }: PointBillFilter,
  { first, last }: { first: string | undefined; last: string | undefined },
) =>
  and(
    eq(pointDay.entId, entId),
    type && eq(pointDay.type, type),
    item && eq(pointDay.item, item),
    subSourceId && eq(pointDay.relationId, subSourceId),
    first ? gte(pointDay.day, first) : undefined,
    last ? lte(pointDay.day, last) : undefined,
  )

const number = (value: SQL) => value.mapWith(Number)

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
export type BillRow = Omit<LedgerBill, 'key' | 'part' | 'entId' | 'pool' | 'lotId' | 'sessionId'>
export type BillPage = { rows: BillRow[]; total: number; sum: number; page: number }

type Asked = { page: number; pageSize: number; sort?: BillSort | undefined }

const lastPage = (total: number, { page, pageSize }: Asked) => Math.min(page, Math.max(1, Math.ceil(total / pageSize)))

/**
 * One page with count and sum of all matching bills; a page beyond the end answers the last one. Both come from the sums by day, which
 * also tell the days that the page is in: of the ledger only these are read, whatever its size. By points the index is read from the
 * nearer end.
 */
export async function pageBills(db: Queryable, entId: EntId, filter: PointBillFilter, asked: Asked): Promise<BillPage> {
  const { dayZone } = await getAccount(db, entId)
  const days = await countByDay(db, entId, filter, dayZone)
  const total = days.reduce((all, { rows }) => all + rows, 0)
  const sum = days.reduce((all, { delta }) => all + delta, 0)
  const page = lastPage(total, asked)
  const { pageSize, sort = NEWEST_FIRST } = asked
  const offset = (page - 1) * pageSize
  const select = (within: SQL | undefined, skipped: number) =>
    selectBills(db, sort)
      .where(and(matches(entId, filter), within))
      .limit(pageSize)
      .offset(skipped)
  if (sort.field === 'delta') {
    const fromEnd = Math.max(0, total - offset - pageSize)
    if (fromEnd >= offset) return { rows: await select(undefined, offset), total, sum, page }
    const reversed = { field: 'delta', order: sort.order === 'asc' ? 'desc' : 'asc' } as const
    const shown = Math.min(pageSize, total - offset)
    const rows = await selectBills(db, reversed).where(matches(entId, filter)).limit(shown).offset(fromEnd)
    return { rows: rows.toReversed(), total, sum, page }
  }
  const part = daysOnPage(sort.order === 'asc' ? days.toReversed() : days, offset, pageSize)
  if (!part) return { rows: [], total, sum, page }
  const [oldest, newest] = part.first < part.last ? [part.first, part.last] : [part.last, part.first]
  const { start, end } = spanOf(oldest, newest, dayZone)
  return { rows: await select(during(start, end), part.skipped), total, sum, page }
}

/** Matching rows of each day, newest first. Days that the filter cuts are counted in the ledger. */
async function countByDay(db: Queryable, entId: EntId, filter: PointBillFilter, dayZone: string): Promise<DayCount[]> {
  const { first, last, cut } = wholeDaysOf(filter, dayZone)
  const counted: DayCount[] = await db
    .select({
      day: pointDay.day,
      rows: number(sql`sum(${pointDay.rows})`),
      delta: number(sql`sum(${pointDay.delta})`),
    })
    .from(pointDay)
    .where(dayMatches(entId, filter, { first, last }))
    .groupBy(pointDay.day)
  for (const day of cut) {
    const { start, end } = spanOf(day, day, dayZone)
    const [part] = await db
      .select({ rows: count(), delta: number(sql`coalesce(sum(${pointLedger.delta}), 0)`) })
      .from(pointLedger)
      .where(and(matches(entId, filter), during(start, end)))
    if (part && part.rows > 0) counted.push({ day, ...part })
  }
  return counted.toSorted((one, other) => (one.day < other.day ? 1 : -1))
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
  const page = lastPage(days.length, asked)
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
export async function listBillDays(db: Queryable, entId: EntId, filter: PointBillFilter): Promise<BillRow[]> {
  const { dayZone } = await getAccount(db, entId)
  return (await selectDays(db, entId, filter, dayZone)).map((day) => toBillRow(day, filter, dayZone))
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
})

type Place = { at: Date; no: number }

/** The bills after `last` in the same order. */
export const listBills = (
  db: Queryable,
  entId: EntId,
  filter: PointBillFilter,
  { last, limit }: { last: Place | undefined; limit: number },
) =>
  selectBills(db)
    .where(
      and(
        matches(entId, filter),
        last && sql`(${pointLedger.at}, ${pointLedger.no}) < (${last.at.toISOString()}::timestamptz, ${last.no})`,
      ),
    )
    .limit(limit)

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
