import { formatDay, zonedTime } from '@ruwu/domain'
import { distinctCounter } from './customer-count.ts'
import type { CustomerGrouping } from './customer-groups.ts'
import type { CustomerPass } from './customer-hours.ts'
import type { FactFilter } from './figures.repo.ts'

/** Weekday (1 Monday) and hour on the wall clock, as `weekday hour`. */
const cellOf = (at: number, timeZone: string): string => {
  const { year, month, day, hour } = zonedTime(new Date(at), timeZone)
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
  return `${weekday} ${String(hour).padStart(2, '0')}`
}

export const byWeekHour = (timeZone: string): CustomerGrouping => ({ ofHour: (at) => cellOf(at, timeZone) })

/** Customers by hour of the calendar, added up by weekday and hour: one who comes on two Mondays counts twice. */
export async function countWeekHours(
  customers: CustomerPass,
  filter: FactFilter,
  timeZone: string,
): Promise<Map<string, number>> {
  const ofHour = (at: number) => `${formatDay(zonedTime(new Date(at), timeZone))} ${cellOf(at, timeZone)}`
  const cells = new Map<string, number>()
  const byHour = await customers(() => distinctCounter(filter, ['enterCustomers'], { ofHour }))
  for (const [key, { enterCustomers }] of byHour) {
    const cell = key.slice('YYYY-MM-DD '.length)
    cells.set(cell, (cells.get(cell) ?? 0) + enterCustomers)
  }
  return cells
}
