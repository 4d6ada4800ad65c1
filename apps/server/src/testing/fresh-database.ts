import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { TEMPLATE } from './global-setup.ts'

export type FreshDatabase = {
  url: string
  /**
   * Deletes every row and ends every connection, except those of `keptConnections`. False where a new database is
   * better: tables were changed, it has grown large, or its connection is lost.
   */
  empty(keptConnections?: string): Promise<boolean>
  /** Gives it back. Connections that are still open are terminated. */
  drop(): Promise<void>
}

type Kept = { name: string; url: string; client: Client; shape: string }

/** Reused after being emptied: copying the template takes longer than most tests. */
const emptied: Kept[] = []

/** A database larger than this is dropped: scanning its dead rows would cost more than a new copy. */
const KEPT_BYTES = 32 * 1024 * 1024

/** A database of its own with the tables of the migrated template and no rows. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const kept = emptied.pop() ?? (await copyTemplate())
  const tryEmpty = (keptConnections = '') => empty(kept, keptConnections).catch(() => false)
  return {
    url: kept.url,
    empty: tryEmpty,
    drop: async () => {
      if (await tryEmpty()) {
        emptied.push(kept)
        return
      }
      await kept.client.end()
      await asAdmin(`drop database ${kept.name} with (force)`)
    },
  }
}

async function copyTemplate(): Promise<Kept> {
  const base = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = new URL(base)
  url.pathname = `/${name}`
  const client = new Client({ connectionString: url.href })
  // A test may terminate every connection, this one too.
  client.on('error', () => {})
  await client.connect()
  return { name, url: url.href, client, shape: (await measure(client)).shape }
}

async function empty({ client, shape }: Kept, keptConnections: string): Promise<boolean> {
  await client.query(TERMINATE, [keptConnections])
  const now = await measure(client)
  if (now.shape !== shape || now.bytes > KEPT_BYTES) return false
  await client.query(EMPTY)
  return true
}

/** Connections of killed nodes could still write. */
const TERMINATE = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and application_name <> coalesce(nullif($1, ''), '-')`

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

const CATALOGS = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_db_role_setting']
const VERSIONS = CATALOGS.map((name) => `(select concat(count(*), ':', max(xmin::text::bigint)) from ${name})`)
const MEASURE = `select concat_ws(' ', ${VERSIONS.join(', ')}) as shape, pg_database_size(current_database())::int4 as bytes`

/** `shape` differs after any statement that changed tables, constraints, triggers, functions or settings. */
async function measure(client: Client): Promise<{ shape: string; bytes: number }> {
  const { rows } = await client.query<{ shape: string; bytes: number }>(MEASURE)
  if (!rows[0]) throw new Error('no answer')
  return rows[0]
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
