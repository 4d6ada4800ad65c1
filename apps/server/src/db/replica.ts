import { Socket } from 'node:net'
import { Pool, type PoolConfig, type QueryConfig, type QueryResult } from 'pg'
import type { Clock } from '../platform/clock.ts'
import { connectionSettings } from './connection-settings.ts'
import { type Database, queriesOn, type Queryable } from './database.ts'
import { traceStatements } from './trace-statements.ts'

/** Where an answer is read from; what is there is at most `ageMs` old. */
export type Source = { sql: Queryable; ageMs: number }

/** For reads that may be seconds old and must not slow down the others: statistics. */
export type Replica = {
  /**
   * An answer from one database: from the replica while it answers and is not too old, else from the primary. One that fails there,
   * because it went away or removed rows that were being read, is read again as a whole: the two are of different age.
   */
  read<T>(work: (source: Source) => Promise<T>): Promise<T>
  /** Compares it with the primary; called again and again. */
  look(): Promise<void>
  /** Throws why it is not read from. */
  check(): Promise<void>
  /** What is read from it is at most this old; undefined before the first look has succeeded. */
  ageMs(): number | undefined
  close(): Promise<void>
}

/** An older one is not read from until it has caught up. */
export const REPLICA_AGE_MAX_MS = 30_000
export const LOOK_AT_REPLICA_EVERY_MS = 2_000

const CONNECTIONS = 10
const LOOK_TIMEOUT_MS = 2_000
/** The replica itself ends a statement that takes so long: it would take the primary as long. */
const STATEMENT_TIMEOUT_MS = 110_000
/** A replica that is only slow may miss a look: what is being read there is given up after so many in a row. */
const FAILED_LOOKS_MAX = 2
/** A connection on which nothing comes for so long is given up. */
const QUERY_TIMEOUT_MS = 120_000

/** SQLSTATE of errors that the primary would answer as well: a write, and a statement that took too long. */
const FINAL = new Set(['25006', '57014'])

const NOT_LOOKED_AT = new Error('not looked at yet')

type ReplicaOptions = {
  url: string
  primary: Pick<Database, 'pool' | 'sql'>
  clock: Clock
  /** Told whether it is read from after the first look, and when that changes. */
  onChange?: (reason: Error | undefined) => void
}

export function openReplica({ url, primary, clock, onChange }: ReplicaOptions): Replica {
  const sockets = new Set<Socket>()
  const pool = poolOf(url, {
    max: CONNECTIONS,
    // It bounds the wait for one of the pool's connections too: a replica that is busy must not send its load to the primary.
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    stream: () => keptIn(sockets),
  })
  traceStatements(pool)
  // Apart from the others: many reads must not make it look away.
  const looking = poolOf(url, { max: 1, connectionTimeoutMillis: LOOK_TIMEOUT_MS, query_timeout: LOOK_TIMEOUT_MS })
  const asked = new Set<(error: Error) => void>()
  const now = () => clock.now().getTime()
  /** Once the replica has this place, it is as new as the primary was at that time. */
  let mark: Mark | undefined
  let freshAt: number | undefined
  let failure: Error | undefined = NOT_LOOKED_AT
  let failedLooks = 0
  let told: boolean | undefined
  let look: Promise<void> | undefined

  const ageMs = () => (freshAt === undefined ? undefined : now() - freshAt)
  const whyNot = (): Error | undefined => {
    const age = ageMs()
    return failure ?? (age === undefined || age > REPLICA_AGE_MAX_MS ? new Error('the replica is behind') : undefined)
  }
  /** One that went away without a word answers nothing on these connections, also when it is back. */
  const giveUp = (error: Error) => {
    for (const reject of asked) reject(error)
    for (const socket of sockets) socket.destroy()
  }
  const query = (config: QueryConfig, values: unknown[]): Promise<QueryResult> =>
    new Promise((resolve, reject) => {
      asked.add(reject)
      const forget = () => asked.delete(reject)
      pool.query(config, values).then(resolve, reject).finally(forget)
    })
  const sql = queriesOn({ query })

  const lookOnce = async () => {
    // Without the primary its age is not known anew, and grows.
    mark ??= await placeOf(primary.pool, now()).catch(() => undefined)
    try {
      if ((await hasReached(looking, mark)) && mark) {
        freshAt = mark.at
        mark = undefined
      }
      failure = undefined
      failedLooks = 0
    } catch (error) {
      failure = error as Error
      failedLooks += 1
      if (failedLooks >= FAILED_LOOKS_MAX) giveUp(failure)
    }
    const reason = whyNot()
    const isRead = reason === undefined
    if (isRead !== told) onChange?.(reason)
    told = isRead
  }

  return {
    async read(work) {
      const onPrimary = () => work({ sql: primary.sql, ageMs: 0 })
      if (whyNot()) return onPrimary()
      try {
        return await work({ sql, ageMs: ageMs() ?? 0 })
      } catch (error) {
        if (isFinal(error)) throw error
        return onPrimary()
      }
    },
    look: () => (look ??= lookOnce().finally(() => (look = undefined))),
    async check() {
      const reason = whyNot()
      if (reason) throw reason
    },
    ageMs,
    close: async () => {
      const ended = Promise.all([pool.end(), looking.end()])
      giveUp(new Error('the replica is closed'))
      await ended
    },
  }
}

/** The driver's error is the cause of drizzle's. */
function isFinal(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return FINAL.has(cause?.code ?? code ?? '')
}

function keptIn(sockets: Set<Socket>): Socket {
  const socket = new Socket()
  sockets.add(socket)
  return socket.once('close', () => sockets.delete(socket))
}

function poolOf(url: string, own: PoolConfig): Pool {
  const { options, ...settings } = connectionSettings()
  const readOnly = `${options} -c default_transaction_read_only=on`
  const pool = new Pool({ ...settings, options: readOnly, connectionString: url, ...own })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A place in the primary's log, and the history it belongs to: a server that was promoted goes on in another one. */
type Mark = { place: string; timeline: string; at: number }

async function placeOf(pool: Pool, at: number): Promise<Mark | undefined> {
  const text = `select place::text as place, left(pg_walfile_name(place), 8) as timeline
    from pg_current_wal_lsn() as place`
  const { rows } = await pool.query<Omit<Mark, 'at'>>({ text, query_timeout: LOOK_TIMEOUT_MS } as QueryConfig)
  return rows[0] && { ...rows[0], at }
}

/** A server that follows no log is the primary itself by another address, or one that was promoted. */
async function hasReached(pool: Pool, mark: Mark | undefined): Promise<boolean> {
  const { rows } = await pool.query<{ isThere: boolean }>(
    `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn
      else pg_current_wal_lsn() >= $1::pg_lsn and left(pg_walfile_name(pg_current_wal_lsn()), 8) = $2 end as "isThere"`,
    [mark?.place ?? null, mark?.timeline ?? null],
  )
  return rows[0]?.isThere ?? false
}
