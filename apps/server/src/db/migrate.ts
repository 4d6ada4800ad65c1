import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { Client } from 'pg'
import { StartError } from '../platform/start-error.ts'
import { connectionSettings, MIGRATION } from './connection-settings.ts'

/**
 * The newest migration of the oldest release that works on the schema after all of ours, beside nodes of this release. Moved on when a
 * migration takes away what that release still uses, or lets in what it cannot read; a test looks for such statements (docs/deployment.md,
 * 滚动升级).
 */
export const OLDEST_RELEASE = '0092_assist'

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
    if (!(await isUsable(client))) throw new StartError('数据库由更新的版本写入，请使用新版本启动')
    await againWhileLocked(() => applyMigrations(drizzle(client), { migrationsFolder }))
    await tellOldestRelease(client)
    await after?.(client)
  } finally {
    await client.end()
  }
}

/** About five minutes: a backup, or a long statement of a node, holds a table that long. */
const TRIES = 60
const PAUSE_MS = 3_000
const LOCK_TIMEOUT = '55P03'

/** A migration that sets `lock_timeout` gives up, so that the nodes go on, and is tried again. */
export async function againWhileLocked(apply: () => Promise<void>, pause = () => sleep(PAUSE_MS)): Promise<void> {
  for (let tried = 1; tried <= TRIES; tried += 1) {
    try {
      return await apply()
    } catch (error) {
      if (!(error instanceof Error) || ![codeOf(error), codeOf(error.cause)].includes(LOCK_TIMEOUT)) throw error
    }
    await pause()
  }
  throw new StartError('数据库的表一直被占用（例如正在备份），没有升级，请稍后再试')
}

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code

type Journal = { entries: { when: number; tag: string }[] }

async function readJournal(): Promise<Journal> {
  return JSON.parse(await readFile(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as Journal
}

/** Timestamp of the newest migration of this release, as drizzle records it. */
export async function newestMigration(): Promise<number> {
  return Math.max(0, ...(await readJournal()).entries.map((entry) => entry.when))
}

type Queries = { query: Client['query'] }

export async function appliedMigration(client: Queries): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  )
  if (!rows[0]?.exists) return 0
  const newest = await client.query<{ when: string | null }>(
    'select max(created_at)::text as when from drizzle.__drizzle_migrations',
  )
  return Number(newest.rows[0]?.when ?? 0)
}

/**
 * Whether this release's code works on the schema: it is not older than its migrations, and the newer release that changed it has said
 * that this one may go on (rolling upgrade).
 */
export async function isUsable(client: Queries): Promise<boolean> {
  const [applied, newest] = [await appliedMigration(client), await newestMigration()]
  return applied <= newest || newest >= (await readOldestRelease(client))
}

const MARK = 'oldest release '

/** Of a newer release's statement, which an older node that starts again leaves as it is. */
async function tellOldestRelease(client: Client): Promise<void> {
  if ((await appliedMigration(client)) > (await newestMigration())) return
  const oldest = (await readJournal()).entries.find((entry) => entry.tag === OLDEST_RELEASE)
  if (!oldest) throw new Error(`no migration ${OLDEST_RELEASE}`)
  await client.query(`comment on schema drizzle is '${MARK}${oldest.when}'`)
}

async function readOldestRelease(client: Queries): Promise<number> {
  const { rows } = await client.query<{ text: string | null }>(
    `select obj_description(oid, 'pg_namespace') as text from pg_namespace where nspname = 'drizzle'`,
  )
  const text = rows[0]?.text
  return text?.startsWith(MARK) ? Number(text.slice(MARK.length)) : Number.POSITIVE_INFINITY
}
