import type { EntId } from '@ruwu/contract'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import type { Queryable } from '../../db/database.ts'
import { newId } from '../../platform/ids.ts'
import { storedHours } from './hour-cache.ts'

const MIB = 2 ** 20
const HOUR_MS = 3_600_000
const CHUNK_MS = 8 * 24 * HOUR_MS

/** A database with 64 hours of a megabyte in each chunk, and the versions after which hours were asked for. */
function standIn() {
  // All hours are the same memory: the test does not take what the cache counts.
  const customers = Buffer.alloc(MIB)
  const dialect = new PgDialect()
  const askedAfter: unknown[] = []
  const execute = async (query: SQL) => {
    const { sql, params } = dialect.sqlToQuery(query)
    if (!sql.includes('from stat_hour')) return { rows: [] }
    const [, newerThan, start] = params
    askedAfter.push(newerThan)
    const first = new Date(start as string).getTime()
    const hours = Array.from({ length: 64 }, (_, n) => first + n * HOUR_MS)
    return { rows: newerThan === 0 ? hours.map((at) => ({ at, version: '7', customers, waits: Buffer.alloc(0) })) : [] }
  }
  return { db: { execute } as unknown as Queryable, askedAfter }
}

test('what is kept of several databases has one bound together', async () => {
  const [primary, replica] = [standIn(), standIn()]
  const entId = newId<EntId>(new Date(0))
  const read = async ({ db }: { db: Queryable }, chunk: number) => {
    const start = new Date(chunk * CHUNK_MS)
    const span = { start, end: new Date(start.getTime() + CHUNK_MS) }
    for await (const { hours } of storedHours(db, { part: 'customers', entId, epoch: 1, span }))
      expect(hours).toHaveLength(64)
  }
  for (const chunk of [1, 2]) await read(primary, chunk)
  for (const chunk of [1, 2]) await read(replica, chunk)

  await read(primary, 1)
  await read(replica, 2)
  await read(primary, 2)

  expect([primary.askedAfter, replica.askedAfter]).toEqual([
    [0, 0, 0, 0],
    [0, 0, 7],
  ])
})
