import { escapeIdentifier, type Client } from 'pg'
import type { Manifest, Sequence, Table } from './frames.ts'

export const SCHEMAS = ['public', 'drizzle', 'pgboss']

// pg-boss recreates these: its version, its maintenance state, and statistics partitioned by day.
const EXCLUDED_TABLES = new Set(['pgboss.version', 'pgboss.bam', 'pgboss.warning', 'pgboss.queue_stats'])

export const qualified = ({ schema, name }: { schema: string; name: string }) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`

/** Tables to back up with their writable columns; a partitioned table counts as one. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       coalesce(json_agg(a.attname order by a.attnum) filter (where a.attname is not null), '[]') as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     left join pg_attribute a
       on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
     group by 1, 2 order by 1, 2`,
    [SCHEMAS],
  )
  return rows.filter((table) => !EXCLUDED_TABLES.has(`${table.schema}.${table.name}`))
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2`,
    [SCHEMAS],
  )
  const sequences: Sequence[] = []
  for (const row of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${qualified(row)}`,
    )
    const [first] = state.rows
    if (first) sequences.push({ ...row, value: first.value, isCalled: first.called })
  }
  return sequences
}

const exists = async (client: Client, table: string) =>
  (await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [table])).rows[0]?.found ??
  false

export async function readMigrations(client: Client): Promise<Manifest['migrations']> {
  if (!(await exists(client, 'drizzle.__drizzle_migrations'))) return []
  const { rows } = await client.query<{ when: string; hash: string }>(
    'select created_at::text as when, hash from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ when, hash }) => ({ when: Number(when), hash }))
}

export async function readJobsVersion(client: Client): Promise<number | null> {
  if (!(await exists(client, 'pgboss.version'))) return null
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
  return rows[0]?.version ?? null
}
