import { randomBytes } from 'node:crypto'
import type { EntId } from '@ruwu/contract'
import { DEFAULT_TAG_GROUPS, SYSTEM_TAGS, type SystemTag } from '@ruwu/domain'
import type { Pool } from 'pg'
import { systemTagId } from '../customer/customer-tags.ts'
import { derivedId } from '../platform/ids.ts'

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
const ID = /\b[\da-f]{32}\b/g

/** All rows of these enterprises, and the state of the sequences, as statements that one round trip can repeat. */
export async function recordRows(pool: Pool, entIds: EntId[]): Promise<string> {
  const tables = await pool.query<{ name: string }>(`select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'ent_id'`)
  const inserts: string[] = []
  for (const [name, key] of [['enterprise', 'id'], ...tables.rows.map((row) => [row.name, 'ent_id'])]) {
    const { rows } = await pool.query<{ all: string | null }>(
      `select json_agg(t)::text as all from "${name}" t where ${key} = any($1)`,
      [entIds],
    )
    const all = rows[0]?.all?.replace(UUID, (id) => id.replaceAll('-', ''))
    if (all)
      inserts.push(
        `insert into "${name}" overriding system value select * from json_populate_recordset(null::"${name}", $rows$${all}$rows$)`,
      )
  }
  const sequences = await pool.query<{ set: string }>(`select format('select setval(%L, %s)',
    quote_ident(sequencename), last_value) as set from pg_sequences where schemaname = 'public' and last_value is not null`)
  return [
    'begin',
    // The rows were checked when they were recorded: no foreign key is checked again and no trigger runs.
    'set local session_replication_role = replica',
    ...inserts,
    ...sequences.rows.map((row) => row.set),
    'commit',
  ].join(';\n')
}

/** The same text with new ids: time-ordered ones keep their time, those derived from an enterprise's id are derived again. */
export function withNewIds(text: string, entIds: EntId[]): string {
  const fresh = new Map<string, string>()
  const renew = (id: string) => id.slice(0, 16) + '8' + randomBytes(8).toString('hex').slice(1)
  for (const entId of entIds) {
    const renewed = renew(entId) as EntId
    fresh.set(entId, renewed)
    for (const { name } of DEFAULT_TAG_GROUPS)
      fresh.set(derivedId(entId, 'tag-group', name), derivedId(renewed, 'tag-group', name))
    for (const key of Object.keys(SYSTEM_TAGS) as SystemTag[])
      fresh.set(systemTagId(entId, key), systemTagId(renewed, key))
  }
  const time = entIds[0]?.slice(0, 8)
  return text.replace(ID, (id) => {
    const known = fresh.get(id)
    if (known) return known
    if (id.slice(0, 8) !== time) throw new Error(`${id} is derived from something else: say here how it is derived`)
    const renewed = renew(id)
    fresh.set(id, renewed)
    return renewed
  })
}
