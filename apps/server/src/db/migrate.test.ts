import { readdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/fresh-database.ts'
import { againWhileLocked, isUsable, migrate, newestMigration, OLDEST_RELEASE } from './migrate.ts'

/**
 * What an older release that is still running may use. A new column without a default would refuse its inserts; a check that allows more
 * lets in what it cannot read: answers are parsed.
 */
const TAKES_AWAY =
  /\b(drop (table|column|constraint|type|function|trigger|default|schema|view)|create unique index|rename (to|column)|set not null|set data type|add constraint|add column (?!.*\bdefault\b).*\bnot null)\b/i

const migrationsAfter = (tag: string) =>
  readdirSync(new URL('migrations', import.meta.url))
    .filter((file) => file.endsWith('.sql') && file > `${tag}.sql`)
    .toSorted()
const readMigration = (file: string) => readFileSync(new URL(`migrations/${file}`, import.meta.url), 'utf8')

test('migrations after those of the oldest release that works beside this one take nothing away', () => {
  const taking = migrationsAfter(OLDEST_RELEASE).filter((file) => {
    const sql = readMigration(file)
    const existing = sql.split('--> statement-breakpoint').filter((statement) => !isOfNewTable(statement, sql))
    return existing.some((statement) => TAKES_AWAY.test(statement))
  })

  // Move OLDEST_RELEASE to the release from which on what goes is not used any more.
  expect(taking).toEqual([])
})

/** Constraints of a table that the same migration creates concern no older release. */
function isOfNewTable(statement: string, migration: string): boolean {
  const table = /alter table "?(\w+)"?/i.exec(statement)?.[1]
  return table !== undefined && new RegExp(`create table "?${table}"?`, 'i').test(migration)
}

test('a node goes on after a newer release has migrated, where that release says so', async () => {
  const { url, drop } = await freshDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  const newest = await newestMigration()
  onTestFinished(async () => {
    await client.query('delete from drizzle.__drizzle_migrations where created_at > $1', [newest])
    await client.query(`comment on schema drizzle is 'oldest release ${newest}'`)
    await client.end()
    await drop()
  })
  const say = (oldest: number) => client.query(`comment on schema drizzle is 'oldest release ${oldest}'`)

  expect(await isUsable(client)).toBe(true)
  await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer release', $1)`, [
    newest + 1,
  ])

  await say(newest)
  expect(await isUsable(client)).toBe(true)
  await expect(migrate(url)).resolves.toBeUndefined()

  await say(newest + 1)
  expect(await isUsable(client)).toBe(false)
  await expect(migrate(url)).rejects.toThrow('数据库由更新的版本写入')
})

test('0092 waits for an answer that is being stored, and does not keep it from being charged', async () => {
  const { url, drop } = await freshDatabase()
  const [node, upgrade] = [new Client({ connectionString: url }), new Client({ connectionString: url })]
  onTestFinished(async () => {
    await Promise.all([node.end(), upgrade.end()])
    await drop()
  })
  await Promise.all([node.connect(), upgrade.connect()])
  await upgrade.query('drop table thread_summary')
  const { rows } = await upgrade.query<{ pid: number }>('select pg_backend_pid() as pid')
  // The test has no time limit of its own.
  const statements = readMigration('0092_assist.sql')
    .split('--> statement-breakpoint')
    .filter((it) => !/set local/i.test(it))
  const apply = async () => {
    await upgrade.query('begin')
    for (const statement of statements) await upgrade.query(statement)
    await upgrade.query('commit')
  }
  const isWaiting = async () => {
    const waiting = await node.query('select from pg_locks where pid = $1 and not granted', [rows[0]?.pid])
    return waiting.rowCount
  }

  await node.query('begin; lock table customer in row exclusive mode')
  const applied = apply()
  await expect.poll(isWaiting).toBe(1)
  await node.query('lock table point_ledger in row exclusive mode')
  await node.query('commit')

  await expect(applied).resolves.toBeUndefined()
})

test('a migration that gave up a lock is tried again, another failure is not', async () => {
  const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
  const outcomes = [new Error('Failed query', { cause: locked }), locked]
  const pauses: string[] = []
  const pause = async () => void pauses.push('pause')
  const apply = async () => {
    const error = outcomes.shift()
    if (error) throw error
  }

  await againWhileLocked(apply, pause)
  expect(pauses).toHaveLength(2)

  const always = (error: Error) => {
    const fail = async () => {
      throw error
    }
    return againWhileLocked(fail, pause)
  }
  await expect(always(new Error('disk full'))).rejects.toThrow('disk full')
  expect(pauses).toHaveLength(2)
  await expect(always(locked)).rejects.toThrow('数据库的表一直被占用')
})
