import { inTurn } from './count-in-turn.ts'
import type { Dimension, LiveCustomer, LiveHours, LiveWait, Origin } from './customer-hours.repo.ts'

type Names = { dimensions: readonly Dimension[]; origins: readonly Origin[] }

/** Numbering a row takes as long as counting so many: its dimension and origin are looked up as text. */
const COST = 50
const ROWS_AT_ONCE = 500

/**
 * Gives rows of facts the form of stored ones, some hours after the others. What has no number yet gets the next one: numbers of this
 * answer only are from `firstFree` on, and all others below it.
 */
export function liveNumbering(firstFree: number, names: Names) {
  const own = new Map<string, number>()
  const dimensions = numberer(names.dimensions, ({ relationId, agentIds, receptions, byAd }: Dimension) =>
    JSON.stringify([relationId, agentIds, receptions, byAd]),
  )
  const origins = numberer(names.origins, ({ contentId, adId, adName }: Origin) =>
    JSON.stringify([contentId, adId, adName]),
  )
  return {
    number: ({ customers, waits }: LiveHours) =>
      inTurn(async (rest) => {
        const temporary = new Map<string, number>()
        const numberOf = ({ no, customerId }: LiveCustomer | LiveWait): number => {
          // One that was numbered meanwhile keeps the number that it was counted by.
          const known = own.get(customerId) ?? (no !== null && no < firstFree ? no : undefined)
          if (known !== undefined) return known
          const next = firstFree + own.size
          own.set(customerId, next)
          temporary.set(customerId, next)
          return next
        }
        const rows = new Map<number, { customers: number[]; waits: number[] }>()
        const hourOf = (at: number) => {
          const hour = rows.get(at) ?? { customers: [], waits: [] }
          rows.set(at, hour)
          return hour
        }
        for (const [n, row] of customers.entries()) {
          if (n % ROWS_AT_ONCE === 0) await rest(ROWS_AT_ONCE * COST)
          hourOf(row.at).customers.push(numberOf(row), dimensions.numberOf(row), origins.numberOf(row), row.flags)
        }
        for (const [n, row] of waits.entries()) {
          if (n % ROWS_AT_ONCE === 0) await rest(ROWS_AT_ONCE * COST)
          hourOf(row.at).waits.push(numberOf(row), dimensions.numberOf(row), row.fromMs, row.ms)
        }
        const hours = [...rows]
          .map(([at, hour]) => ({ at, customers: Int32Array.from(hour.customers), waits: Int32Array.from(hour.waits) }))
          .toSorted((a, b) => a.at - b.at)
        const size = firstFree + own.size
        return { hours, dimensions: dimensions.all, origins: origins.all, temporary, size }
      }),
  }
}

function numberer<T>(known: readonly T[], keyOf: (value: T) => string) {
  const all = [...known]
  const numbers = new Map(all.map((value, no) => [keyOf(value), no]))
  return {
    all,
    numberOf(value: T): number {
      const key = keyOf(value)
      const no = numbers.get(key)
      if (no !== undefined) return no
      numbers.set(key, all.length)
      return all.push(value) - 1
    },
  }
}
