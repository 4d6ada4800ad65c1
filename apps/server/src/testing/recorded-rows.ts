import { randomBytes } from 'node:crypto'
import type { EntId } from '@ruwu/contract'
import { DEFAULT_TAG_GROUPS, SYSTEM_TAGS, type SystemTag } from '@ruwu/domain'
import type { Pool } from 'pg'
import { systemTagId } from '../customer/customer-tags.ts'
import { derivedId } from '../platform/ids.ts'

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
const ID = /\b[\da-f]{32}\b/g

/** Rows by table, and the last values of sequences; both as JSON. */
export type RecordedRows = { tables: string; sequences: string }

/** All rows of these enterprises, and the state of the sequences. */
export async function recordRows(pool: Pool, entIds: EntId[]): Promise<RecordedRows> {
  const found = await pool.query<{ name: string }>(`select table_name as name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'ent_id'`)
  const tables: string[] = []
  for (const [name, key] of [['enterprise', 'id'], ...found.rows.map((row) => [row.name, 'ent_id'])]) {
    const { rows } = await pool.query<{ all: string | null }>(
      `select json_agg(t)::text as all from "${name}" t where ${key} = any($1)`,
      [entIds],
    )
    const all = rows[0]?.all?.replace(UUID, (id) => id.replaceAll('-', ''))
    if (all) tables.push(`"${name}": ${all}`)
  }
  const { rows } = await pool.query<{
    sequences: string
  }>(`select json_object_agg(sequencename, last_value)::text as sequences
    from pg_sequences where schemaname = 'public' and last_value is not null`)
  return { tables: `{${tables.join(',')}}`, sequences: rows[0]?.sequences ?? '{}' }
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
