import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { RecordedRows } from './recorded-rows.ts'
import { TEMPLATE } from './template.ts'

export type FreshDatabase = {
  url: string
  /** Inserts rows that have been checked before: no foreign key is checked and no trigger runs. */
  insertRows(rows: RecordedRows): Promise<void>
  /**
   * Deletes every row and ends every connection, except those of `keptConnections`. False where a new database is
   * better: tables or settings were changed, a table has grown large, or the connection is lost.
   */
  empty(keptConnections?: string): Promise<boolean>
  /** Gives it back. Connections that are still open are terminated. */
  drop(): Promise<void>
}

type Kept = { name: string; url: string; client: Client }

/** Reused after being emptied: copying the template takes longer than most tests. */
const emptied: Kept[] = []

/** A database of its own with the tables of the migrated template and no rows. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const kept = emptied.pop() ?? (await copyTemplate())
  const empty = (keptConnections = '') => tryEmpty(kept.client, keptConnections)
  return {
    url: kept.url,
    insertRows: async ({ tables, sequences }) => {
      await kept.client.query('select testing.insert_rows($1, $2)', [tables, sequences])
    },
    empty,
    drop: async () => {
      if (await empty()) {
        emptied.push(kept)
        return
      }
      await kept.client.end()
      await asAdmin(`drop database ${kept.name} with (force)`)
    },
  }
}

async function copyTemplate(): Promise<Kept> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const client = new Client({ connectionString: url.href, options: '-c session_replication_role=replica' })
  // A test may terminate every connection, this one too.
  client.on('error', () => {})
  await client.connect()
  return { name, url: url.href, client }
}

async function tryEmpty(client: Client, keptConnections: string): Promise<boolean> {
  try {
    const { rows } = await client.query<{ empty: boolean }>('select testing.empty($1)', [keptConnections])
    return rows[0]?.empty ?? false
  } catch {
    return false
  }
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
