import { fakeClock } from '@ruwu/testkit'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { openDatabase } from './database.ts'
import { isUsable } from './migrate.ts'

async function open(poolSize: number) {
  const { url, drop } = await freshDatabase()
  const db = openDatabase({ url, clock: fakeClock('2026-03-16T02:00:00.000Z'), poolSize })
  const other = openDatabase({ url, clock: fakeClock('2026-03-16T02:00:00.000Z'), poolSize: 1 })
  onTestFinished(async () => {
    await db.close()
    await other.close()
    await drop()
  })
  return { db, cutOthers: () => other.pool.query(CUT_OTHERS) }
}

/** What a database does to its clients when it is stopped. */
const CUT_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

test('a connection lost between two statements of a transaction fails that transaction only', async () => {
  const { db, cutOthers } = await open(1)

  const lost = db.transaction(async (tx) => {
    await tx.sql.execute(sql`select 1`)
    await cutOthers()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await tx.sql.execute(sql`select 2`)
  })

  await expect(lost).rejects.toThrow()
  expect(await db.transaction(async () => 'again')).toBe('again')
})

test('a transaction that can’t even begin gives its connection back', async () => {
  const { db } = await open(1)
  const client = await db.pool.connect()
  client.release()
  vi.spyOn(client, 'query').mockImplementationOnce(() => {
    throw new Error('database restarted')
  })

  await expect(db.transaction(async () => 'never')).rejects.toThrow()
  expect([db.pool.totalCount, db.pool.idleCount]).toEqual([1, 1])
})

test('a node whose connections are all in use still answers its health checks', async () => {
  const { db } = await open(1)
  const busy = await db.pool.connect()
  onTestFinished(() => busy.release())

  await expect(db.ping()).resolves.toBeUndefined()
  expect(await isUsable(db.probe)).toBe(true)
})

test('a node that stops holds up the others for seconds: the database ends its transactions and its silent connections', async () => {
  const { db } = await open(1)

  const { rows } = await db.pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name like any('{idle_in_transaction%,lock_timeout,statement_timeout,tcp_keepalives_idle}')`,
  )

  expect(new Map(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual(
    new Map([
      ['idle_in_transaction_session_timeout', 3_000],
      ['lock_timeout', 30_000],
      ['statement_timeout', 300_000],
      ['tcp_keepalives_idle', 10],
    ]),
  )
})
