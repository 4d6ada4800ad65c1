import type { RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import type { LiveCustomer } from './customer-hours.repo.ts'
import { liveNumbering } from './live-numbering.ts'

const row = (customerId: string, no: number | null): LiveCustomer => ({
  at: 0,
  customerId,
  no,
  relationId: 'r' as RelationId,
  agentIds: [],
  receptions: 0,
  byAd: false,
  contentId: '',
  adId: '',
  adName: '',
  flags: 1,
})
const NO_NAMES = { dimensions: [], origins: [] }

const numbersOf = async (numbering: ReturnType<typeof liveNumbering>, customers: LiveCustomer[]) => {
  const { hours } = await numbering.number({ customers, waits: [] })
  return [...hours[0]!.customers].filter((_, n) => n % 4 === 0)
}

test('a customer that is numbered while an answer is made keeps the number of this answer', async () => {
  const numbering = liveNumbering(100, NO_NAMES)
  expect(await numbersOf(numbering, [row('a', 7), row('b', null), row('c', null)])).toEqual([7, 100, 101])

  expect(await numbersOf(numbering, [row('b', 8), row('a', 7), row('d', null)])).toEqual([100, 7, 102])
})

test('a number from the first free one on is of another customer of this answer', async () => {
  const numbering = liveNumbering(100, NO_NAMES)

  expect(await numbersOf(numbering, [row('a', null), row('b', 100)])).toEqual([100, 101])
})

test('the node answers others while many rows are numbered', async () => {
  const customers = Array.from({ length: 20_000 }, (_, n) => row(String(n), n))
  let [turns, isDone] = [0, false]
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)

  await liveNumbering(100_000, NO_NAMES).number({ customers, waits: [] })
  isDone = true

  expect(turns).toBeGreaterThanOrEqual(8)
})
