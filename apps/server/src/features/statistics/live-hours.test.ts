import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { EVERYTHING, type HistoryWorld, historyWorld } from '../../testing/history-world.ts'
import { distinctCounter } from './customer-count.ts'
import type { CustomerCounter, CustomerHours } from './customer-hours.ts'
import { customersOf, figureQuery } from './figure-query.ts'
import { TOGETHER } from './figures.repo.ts'

const HOUR_MS = 3_600_000

/** Customers of the week from facts alone, as there is no rollup, and the batches that they came in. */
async function countLive({ db, caller, clock }: HistoryWorld, onBatch: (batch: CustomerHours) => void = () => {}) {
  const query = await figureQuery(db.sql, caller, EVERYTHING, clock.now())
  const batches: CustomerHours[] = []
  const counter = (): CustomerCounter<Map<string, { enterCustomers: number }>> => {
    const counted = distinctCounter(query.filter, ['enterCustomers'], TOGETHER.customers)
    const begin = (batch: CustomerHours) => {
      batches.push(batch)
      onBatch(batch)
      counted.begin(batch)
    }
    return { ...counted, begin }
  }
  const found = await customersOf(db.sql, { ...query, state: undefined }, query.period)(counter)
  return { batches, customers: found.get('')?.enterCustomers }
}

test('without rollups a period is read from facts some days at a time', async () => {
  const here = await historyWorld('Asia/Shanghai', 20)
  await here.facts.add(40)

  const { batches } = await countLive(here)

  const spans = batches.map(({ hours }) => (hours.length > 0 ? hours.at(-1)!.at - hours[0]!.at : 0))
  expect(batches.length).toBe(3)
  expect(spans[0]).toBeLessThan(24 * HOUR_MS)
  expect(spans[1]).toBeLessThan(48 * HOUR_MS)
})

test('a customer without a number is counted once, on however many days', async () => {
  const here = await historyWorld('Asia/Shanghai', 21)
  await here.facts.add(60)
  await here.rollups.runAll()
  const numbered = await countLive(here)
  await here.db.sql.execute(sql`delete from customer_no where ent_id = ${here.entId} and no % 2 = 0`)

  const { batches, customers } = await countLive(here)

  const temporary = batches.flatMap((batch) => [...batch.temporary])
  expect(customers).toBe(numbered.customers)
  expect(new Set(temporary.map(([id]) => id)).size).toBe(temporary.length)
  expect(new Set(temporary.map(([, no]) => no)).size).toBe(temporary.length)
  expect(batches.filter((batch) => batch.temporary.size > 0).length).toBeGreaterThan(0)
})
