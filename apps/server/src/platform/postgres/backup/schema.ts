import { getConstructionPlans } from 'pg-boss'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Client } from 'pg'
import { StartError } from '../../start-error.ts'
import type { Manifest } from './frames.ts'

export type SplitMigrations = { had: Migration[]; later: Migration[] }
export type Migration = { when: number; hash: string; statements: string[] }

/** The migrations of this release, read by drizzle's migrator. */
export function loadMigrations(folder: string): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis, hash, sql }) => ({
    when: folderMillis,
    hash,
    statements: sql,
  }))
}

/** Splits the migrations into those the backup had and later ones; refuses a backup with another history. */
export function splitMigrations(ours: Migration[], { migrations }: Manifest): SplitMigrations {
  if (migrations.length > ours.length) throw new StartError('备份由更新的版本写入，请使用新版本恢复')
  const isSame = migrations.every(({ when, hash }, index) => ours[index]?.when === when && ours[index].hash === hash)
  if (!isSame) throw new StartError('备份的数据库结构与本版本不相符，请使用写入它的版本恢复')
  return { had: ours.slice(0, migrations.length), later: ours.slice(migrations.length) }
}

// As drizzle's migrator creates it; the backup's rows are copied into it.
const MIGRATIONS_TABLE = `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`

export async function createSchema(client: Client, migrations: Migration[]): Promise<void> {
  if (migrations.length > 0) await client.query(MIGRATIONS_TABLE)
  for (const { statements } of migrations) for (const statement of statements) await client.query(statement)
}

export async function applyLater(client: Client, migrations: Migration[]): Promise<void> {
  if (migrations.length > 0) await client.query(MIGRATIONS_TABLE)
  for (const { when, hash, statements } of migrations) {
    for (const statement of statements) await client.query(statement)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when])
  }
}

/** Creates pg-boss's tables inside our transaction instead of its own. */
export async function createJobTables(client: Client): Promise<void> {
  const plan = getConstructionPlans('pgboss')
  await client.query(plan.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, ''))
}
