import { CUSTOMER_COUNTS } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import type { Grouping } from './figures.repo.ts'
import { readCustomers, type Sources } from './figures.repo.ts'

/** Weekday (1 Monday) and hour on the wall clock, as `weekday hour`; told of the time since the week began. */
export const byWeekHour = (timeZone: string): Grouping => ({
  key: sql`date_trunc('hour', r.at at time zone ${timeZone}) - date_trunc('week', r.at at time zone ${timeZone})`,
  text: (key) => sql`to_char(timestamp '2026-01-05' + ${key}, 'ID HH24')`,
})

/** Customers by hour of the calendar, added up by weekday and hour: one who comes on two Mondays counts twice. */
export async function readWeekHours(db: Queryable, sources: Sources, timeZone: string): Promise<Map<string, number>> {
  const byHour: Grouping = {
    key: sql`date_trunc('hour', r.at at time zone ${timeZone})`,
    text: (key) => sql`to_char(${key}, 'YYYY-MM-DD ID HH24')`,
  }
  const hours = await readCustomers(db, sources, [CUSTOMER_COUNTS[0]], byHour)
  const cells = new Map<string, number>()
  for (const [key, { enterCustomers }] of hours) {
    const cell = key.slice('YYYY-MM-DD '.length)
    cells.set(cell, (cells.get(cell) ?? 0) + enterCustomers)
  }
  return cells
}
