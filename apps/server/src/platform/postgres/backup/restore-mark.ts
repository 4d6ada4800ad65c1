import type { Client } from 'pg'

const PREFIX = 'ruwu-restore '

/** Stores the restore's id in the database within its transaction: present if and only if it was committed. */
export async function markRestored(client: Client, restoreId: string): Promise<void> {
  await client.query(`comment on schema public is '${PREFIX}${restoreId}'`)
}

export async function readRestoreMark(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ text: string | null }>(
    `select obj_description(oid, 'pg_namespace') as text from pg_namespace where nspname = 'public'`,
  )
  const text = rows[0]?.text
  return text?.startsWith(PREFIX) ? text.slice(PREFIX.length) : undefined
}
