import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './global-setup.ts'

export type FreshDatabase = {
  url: string
  /** Gives it back. Whoever is still connected is cut off. */
  drop(): Promise<void>
}

type Kept = { name: string; url: string; client: Client; shape: string }

/** Emptied again: copying a database takes longer than most tests that want one. */
const emptied: Kept[] = []

/** As large as a test may leave one; a larger one would be slower than a new one. */
const KEPT_BYTES = 32 * 1024 * 1024

/** A database of its own with the tables of the migrated template and nothing in them. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const kept = emptied.pop() ?? (await copyTemplate())
  return { url: kept.url, drop: () => giveBack(kept) }
}

async function copyTemplate(): Promise<Kept> {
  const base = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = new URL(base)
  url.pathname = `/${name}`
  const client = new Client({ connectionString: url.href })
  // A test may cut every connection, this one too.
  client.on('error', () => {})
  await client.connect()
  return { name, url: url.href, client, shape: await shapeOf(client) }
}

async function giveBack(kept: Kept): Promise<void> {
  if (await empty(kept).catch(() => false)) {
    emptied.push(kept)
    return
  }
  await kept.client.end()
  await asAdmin(`drop database ${kept.name} with (force)`)
}

/** False where a new one is better: tables were changed, or are large now. */
async function empty({ client, shape }: Kept): Promise<boolean> {
  await client.query(CUT_OFF)
  if ((await shapeOf(client)) !== shape || (await sizeOf(client)) > KEPT_BYTES) return false
  await client.query(EMPTY)
  return true
}

/** What killed nodes left behind could still write. */
const CUT_OFF = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

const EMPTY = `do $$
  declare name text;
  begin
    set local session_replication_role = replica;
    for name in select oid::regclass from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0
    loop
      execute 'delete from ' || name;
    end loop;
    perform setval(oid::regclass, 1, false) from pg_class
      where relkind = 'S' and relnamespace = 'public'::regnamespace;
  end
$$`

/** Another one after any statement that changed tables, constraints, triggers, functions or settings. */
async function shapeOf(client: Client): Promise<string> {
  const catalogs = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_db_role_setting']
  const parts = catalogs.map((name) => `(select concat(count(*), ':', max(xmin::text::bigint)) from ${name})`)
  const { rows } = await client.query<{ shape: string }>(`select concat_ws(' ', ${parts.join(', ')}) as shape`)
  return rows[0]?.shape ?? ''
}

async function sizeOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ size: number }>('select pg_database_size(current_database())::int4 as size')
  return rows[0]?.size ?? 0
}

async function asAdmin(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
