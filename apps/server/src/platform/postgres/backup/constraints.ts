import type { Client } from 'pg'
import { SCHEMAS } from './catalog.ts'

type Constraint = { table: string; name: string; definition: string }
type Trigger = { table: string; name: string }

/**
 * Drops foreign keys and disables triggers, so that tables can be filled in any order; the returned function restores them.
 * Unlike `session_replication_role` it needs no superuser, and adding a foreign key validates every row.
 */
export async function withoutConstraints(client: Client): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_namespace n on n.oid = c.connamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname = any($1)`,
    [SCHEMAS],
  )
  const { rows: triggers } = await client.query<Trigger>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where not t.tgisinternal and t.tgenabled = 'O' and t.tgparentid = 0 and n.nspname = any($1)`,
    [SCHEMAS],
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`)
  return async () => {
    for (const { table, name } of triggers) await client.query(`alter table ${table} enable trigger ${name}`)
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}
