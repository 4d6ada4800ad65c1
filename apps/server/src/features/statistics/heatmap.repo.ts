import { formatDay, zonedTime } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import { countCustomers } from './customer-count.ts'
import type { CustomerHours } from './customer-hours.ts'
import type { FactFilter, Grouping } from './figures.repo.ts'

/** Weekday (1 Monday) and hour on the wall clock, as `weekday hour`. */
const cellOf = (at: number, timeZone: string): string => {
  const { year, month, day, hour } = zonedTime(new Date(at), timeZone)
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
  return `${weekday} ${String(hour).padStart(2, '0')}`
}

/** Told of the time since the week began. */
export const byWeekHour = (timeZone: string): Grouping => ({
  key: sql`date_trunc('hour', r.at at time zone ${timeZone}) - date_trunc('week', r.at at time zone ${timeZone})`,
  text: (key) => sql`to_char(timestamp '2026-01-05' + ${key}, 'ID HH24')`,
  customers: { ofHour: (at) => cellOf(at, timeZone) },
})

/** Customers by hour of the calendar, added up by weekday and hour: one who comes on two Mondays counts twice. */
export function countWeekHours(view: CustomerHours, filter: FactFilter, timeZone: string): Map<string, number> {
  const ofHour = (at: number) => `${formatDay(zonedTime(new Date(at), timeZone))} ${cellOf(at, timeZone)}`
  const cells = new Map<string, number>()
  for (const [key, { enterCustomers }] of countCustomers(view, filter, ['enterCustomers'], { ofHour })) {
    const cell = key.slice('YYYY-MM-DD '.length)
    cells.set(cell, (cells.get(cell) ?? 0) + enterCustomers)
  }
  return cells
}
