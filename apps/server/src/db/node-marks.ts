import { hkdfSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { StartError } from '../platform/start-error.ts'
import { BUS_IN_USE_LOCK, FILES_IN_USE_LOCK, KEY_IN_USE_LOCK } from './advisory-lock.ts'
import { connectionSettings } from './connection-settings.ts'
import type { Queryable } from './database.ts'

const RECONNECT_MS = 500
/** The connection of a machine without power is closed by then (TCP keepalive). */
const LEFTOVER_MS = 30_000
const LOOK_AGAIN_MS = 1_000

/** 32 bits derived from a value; they tell values apart and nothing about them. */
const numberOf = (value: string, about = 'key in use'): number =>
  Buffer.from(hkdfSync('sha256', value, 'ruwu', about, 4)).readInt32BE()

/** What all nodes on one database must agree on. */
export type NodeMarks = {
  /** The first one seals, the others open too. */
  keys: readonly string[]
  /** False: the bus is within the process, so that there can be one node only. */
  hasSharedBus?: boolean
  /** Names the place of uploaded files. */
  files?: string
}

type Mark = readonly [space: number, value: number]

const marksOf = ({ keys, hasSharedBus, files }: NodeMarks): Mark[] => [
  [KEY_IN_USE_LOCK, numberOf(keys[0] ?? '')],
  ...(hasSharedBus === undefined ? [] : [[BUS_IN_USE_LOCK, Number(hasSharedBus)] as const]),
  ...(files === undefined ? [] : [[FILES_IN_USE_LOCK, numberOf(files, 'files in use')] as const]),
]

/**
 * Shows what this process uses as long as it runs: shared advisory locks on a connection of its own, which end with it. Without them a
 * key could be replaced below a process that does not know the new one. The answer ends it.
 */
export async function showNode(url: string, marks: NodeMarks, leftoverMs = LEFTOVER_MS): Promise<() => Promise<void>> {
  let isEnding = false
  let connection: Client | undefined
  let again: NodeJS.Timeout | undefined
  const connect = async () => {
    const client = new Client({ ...connectionSettings(), connectionString: url })
    // A lost connection also emits `end`; an `error` without a listener would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      for (const [space, value] of marksOf(marks))
        await client.query(`select pg_advisory_lock_shared(${space}, ${value})`)
      // Only at the start: later it would end a node that works.
      if (!connection) await refuseMismatch(client, marks, leftoverMs)
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

/** A node that was killed may still be shown for a moment, so a mismatch is looked at again before the start is refused. */
async function refuseMismatch(client: Client, marks: NodeMarks, leftoverMs: number): Promise<void> {
  if (marks.hasSharedBus === undefined) return
  const giveUpAt = performance.now() + leftoverMs
  for (;;) {
    const reason = mismatch(marks, await readOthers(client))
    if (reason === undefined) return
    if (performance.now() > giveUpAt) throw new StartError(reason)
    await sleep(Math.min(LOOK_AGAIN_MS, leftoverMs))
  }
}

async function readOthers(client: Client): Promise<Mark[]> {
  const { rows } = await client.query<{ space: number; value: number }>(
    `select classid::int8::int4 as space, (case when objid::int8 > 2147483647 then objid::int8 - 4294967296 else objid::int8 end)::int4 as value
     from pg_locks where locktype = 'advisory' and objsubid = 2 and granted and pid <> pg_backend_pid()
       and database = (select oid from pg_database where datname = current_database())
       and classid::int8 = any($1)`,
    [[KEY_IN_USE_LOCK, BUS_IN_USE_LOCK, FILES_IN_USE_LOCK]],
  )
  return rows.map(({ space, value }) => [space, value] as const)
}

function mismatch(marks: NodeMarks, others: readonly Mark[]): string | undefined {
  const valuesOf = (wanted: number) => others.filter(([space]) => space === wanted).map(([, value]) => value)
  const known = new Set(marks.keys.map((key) => numberOf(key)))
  if (valuesOf(KEY_IN_USE_LOCK).some((value) => !known.has(value)))
    return '另一个节点使用着不同的 SECRET_KEY，全部节点须使用同一个（更换期间另一个写在 SECRET_KEY_OTHER）'
  const buses = valuesOf(BUS_IN_USE_LOCK)
  if (buses.length > 0 && (!marks.hasSharedBus || buses.includes(0)))
    return '另一个节点正在使用同一个数据库，多个节点须设置同一个 REDIS_URL'
  const files = marks.files === undefined ? 0 : numberOf(marks.files, 'files in use')
  if (valuesOf(FILES_IN_USE_LOCK).some((value) => value !== files))
    return '另一个节点的文件存放在别处，多个节点须使用同一个对象存储（S3_…）或共用的数据目录'
  return undefined
}
