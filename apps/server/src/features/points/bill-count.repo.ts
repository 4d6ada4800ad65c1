import type { EntId, PointBillFilter, PointType } from '@ruwu/contract'
import { and, count, eq, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { pointDay, pointLedger } from '../../db/schema/index.ts'
import { type BillPart, spanOf, wholeDaysOf } from './bill-days.ts'

export const during = (from: Date | undefined, to: Date | undefined) =>
  and(from && gte(pointLedger.at, from), to && lt(pointLedger.at, to))

export const matches = (entId: EntId, { type, item, subSourceId, from, to }: PointBillFilter) =>
  and(
    eq(pointLedger.entId, entId),
    type && eq(pointLedger.type, type),
    item && eq(pointLedger.item, item),
    subSourceId && eq(pointLedger.relationId, subSourceId),
    during(from ? new Date(from) : undefined, to ? new Date(to) : undefined),
  )

/** The same in the sums by day, whose days are given apart. */
export const dayMatches = (
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

export const number = (value: SQL) => value.mapWith(Number)

/** Matching rows of each day, the oldest first. Days that the filter cuts are counted in the ledger. */
export async function countByDay(
  db: Queryable,
  entId: EntId,
  filter: PointBillFilter,
  dayZone: string,
): Promise<BillPart[]> {
  const { first, last, cut } = wholeDaysOf(filter, dayZone)
  const counted: BillPart[] = await db
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
  return counted.toSorted((one, other) => (one.day < other.day ? -1 : 1))
}

type Kind = Pick<typeof pointDay.$inferSelect, 'type' | 'item'>

/** Adjustments go either way: their sum tells nothing about each of them. */
const ONE_WAY: ReadonlySet<PointType> = new Set(['consume', 'refund', 'recharge', 'bonus', 'expire'])

/** As many points as rows: one by each, as answers cost it. So a year of them is counted without the ledger. */
const isOneByOne = ({ type, rows, delta }: Kind & BillPart) => ONE_WAY.has(type) && Math.abs(delta) === rows

/** Matching rows of each day that move as many points, the least first. Days on which a row may have moved several are counted in the ledger. */
export async function countByDelta(
  db: Queryable,
  entId: EntId,
  filter: PointBillFilter,
  dayZone: string,
): Promise<BillPart[]> {
  const { first, last, cut } = wholeDaysOf(filter, dayZone)
  const days: (Kind & BillPart)[] = await db
    .select({
      day: pointDay.day,
      type: pointDay.type,
      item: pointDay.item,
      rows: number(sql`sum(${pointDay.rows})`),
      delta: number(sql`sum(${pointDay.delta})`),
    })
    .from(pointDay)
    .where(dayMatches(entId, filter, { first, last }))
    .groupBy(pointDay.day, pointDay.type, pointDay.item)
  const parts = days.filter(isOneByOne).map(({ day, rows, delta }) => ({ day, rows, each: delta / rows }))
  // A kind may change from day to day: its runs are looked up by one statement, each through the index.
  const countLedger = (runs: readonly Run[], where?: SQL) => {
    const spans = runs.map(({ from, to }) => spanOf(from, to, dayZone))
    const [starts, ends] = [spans.map(({ start }) => start), spans.map(({ end }) => end)]
    return db
      .select({
        day: sql<string>`(${pointLedger.at} at time zone ${dayZone})::date::text`,
        each: pointLedger.delta,
        rows: count(),
      })
      .from(pointLedger)
      .innerJoin(
        sql`unnest(${sql.param(starts)}::timestamptz[], ${sql.param(ends)}::timestamptz[]) as run(a, b)`,
        sql`${pointLedger.at} >= run.a and ${pointLedger.at} < run.b`,
      )
      .where(and(matches(entId, filter), where))
      .groupBy(sql`1, 2`)
  }
  for (const own of Map.groupBy(days, ({ type, item }) => `${type} ${item}`).values()) {
    const { type, item } = own[0]!
    const isKind = and(eq(pointLedger.type, type), item ? eq(pointLedger.item, item) : isNull(pointLedger.item))
    const runs = mixedRuns(own)
    if (runs.length > 0) parts.push(...(await countLedger(runs, isKind)))
  }
  if (cut.length > 0) parts.push(...(await countLedger(cut.map((day) => ({ from: day, to: day })))))
  return inOrderOfDelta(parts)
}

type Run = { from: string; to: string }

/** Days of a kind that are not one by one, those without another between them together. */
function mixedRuns(days: readonly (Kind & BillPart)[]): Run[] {
  const runs: Run[] = []
  let run: Run | undefined
  for (const each of days.toSorted((one, other) => (one.day < other.day ? -1 : 1))) {
    const { day } = each
    if (isOneByOne(each)) run = undefined
    else if (run) run.to = day
    else runs.push((run = { from: day, to: day }))
  }
  return runs
}

type Cell = { day: string; each: number; rows: number }

/** Merges cells of the same day and amount. */
function inOrderOfDelta(cells: readonly Cell[]): BillPart[] {
  const known = new Map<string, Cell>()
  for (const cell of cells) {
    const key = `${cell.each} ${cell.day}`
    known.set(key, { ...cell, rows: cell.rows + (known.get(key)?.rows ?? 0) })
  }
  return [...known.values()]
    .map((cell) => ({ ...cell, delta: cell.each * cell.rows }))
    .toSorted((one, other) => one.each - other.each || (one.day < other.day ? -1 : 1))
}
