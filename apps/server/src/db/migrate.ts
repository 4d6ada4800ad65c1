import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { StartError } from '../platform/start-error.ts'
import { connectionSettings, MIGRATION } from './connection-settings.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Advisory lock: only one node migrates at a time. */
const MIGRATION_LOCK = 7_286_531
const OLDEST_VERSION = 150_000

/** Applies the migrations; then `after` runs under the same lock (demo data at the first start). */
export async function migrate(url: string, after?: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ ...connectionSettings(MIGRATION), connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version")
    if (Number(rows[0]?.version) < OLDEST_VERSION) throw new StartError('需要 PostgreSQL 15 或更新的版本')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseNewerSchema(client)
    await applyMigrations(drizzle(client), { migrationsFolder })
    await after?.(client)
  } finally {
    await client.end()
  }
}

type Journal = { entries: { when: number; tag: string }[] }

async function readJournal(): Promise<Journal> {
  return JSON.parse(await readFile(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as Journal
}

/** Timestamp of the newest migration of this release, as drizzle records it. */
export async function newestMigration(): Promise<number> {
  return Math.max(0, ...(await readJournal()).entries.map((entry) => entry.when))
}

export async function appliedMigration(client: { query: Client['query'] }): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  )
  if (!rows[0]?.exists) return 0
  const newest = await client.query<{ when: string | null }>(
    'select max(created_at)::text as when from drizzle.__drizzle_migrations',
  )
  return Number(newest.rows[0]?.when ?? 0)
}

/** Migrations are forward only: an older release must not open a newer schema. */
async function refuseNewerSchema(client: Client): Promise<void> {
  if ((await appliedMigration(client)) > (await newestMigration())) {
    throw new StartError('数据库由更新的版本写入，请使用新版本启动')
  }
}
