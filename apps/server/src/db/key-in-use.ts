import { hkdfSync } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { KEY_IN_USE_LOCK } from './advisory-lock.ts'
import { connectionSettings } from './connection-settings.ts'
import type { Queryable } from './database.ts'

const RECONNECT_MS = 500

/** 32 bits derived from a key; they tell keys apart and nothing about them. */
const numberOf = (secretKey: string): number =>
  Buffer.from(hkdfSync('sha256', secretKey, 'ruwu', 'key in use', 4)).readInt32BE()

/**
 * Shows which key this process seals with as long as it runs: a shared advisory lock on a connection of its own. Without it the key
 * could be replaced below a process that does not know the new one. The answer ends it.
 */
export async function showKeyInUse(url: string, secretKey: string): Promise<() => Promise<void>> {
  let isEnding = false
  let connection: Client | undefined
  let again: NodeJS.Timeout | undefined
  const connect = async () => {
    const client = new Client({ ...connectionSettings(), connectionString: url })
    // A lost connection also emits `end`; an `error` without a listener would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query(`select pg_advisory_lock_shared(${KEY_IN_USE_LOCK}, ${numberOf(secretKey)})`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    client.once('end', connectAgain)
    connection = client
    if (isEnding) await client.end()
  }
  const connectAgain = () => {
    if (!isEnding) again = setTimeout(() => void connect().catch(connectAgain), RECONNECT_MS)
  }
  await connect()
  return async () => {
    isEnding = true
    clearTimeout(again)
    await connection?.end()
  }
}

/** Whether a running process seals with another key. */
export async function isOtherKeyInUse(db: Queryable, secretKey: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from pg_locks
    where locktype = 'advisory' and classid = ${KEY_IN_USE_LOCK} and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and objid::int8 <> ${numberOf(secretKey) >>> 0}::int8`)
  return rows.length > 0
}
