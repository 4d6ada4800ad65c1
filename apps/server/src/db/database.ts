import type { ConsoleEvent, EntId } from '@ruwu/contract'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient, type PoolConfig, type QueryConfig, types } from 'pg'
import type { Clock } from '../platform/clock.ts'
import { connectionSettings } from './connection-settings.ts'
import { appendEvents, type NewEvent, type StoredEvent } from './event-log.ts'
import type { Audience } from './schema/index.ts'
import './skip-entity-kind-lookup.ts'
import { statementName } from './statement-name.ts'
import { traceStatements } from './trace-statements.ts'
import { isAborted } from './violations.ts'

// The driver returns int8 as text; our values (event numbers, counts) stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number)

/** A query runner: the pool or one transaction. */
export type Queryable = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

export type Transaction = {
  sql: Queryable
  /** Logs an event in this transaction and pushes it to open consoles after the commit, the acting agent's included. */
  emit(entId: EntId, event: ConsoleEvent, audience?: Audience): void
  /** Awaits one statement before the commit instead of here, where its answer is not needed. A prepared statement called after it may be sent before it. */
  defer(statement: Promise<unknown>): void
  /** Runs after the commit; lost when the process dies in between. */
  afterCommit(action: () => void): void
}

type EventSink = (events: StoredEvent[]) => void

export type Database = {
  sql: Queryable
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Receives committed events; set once, by the event stream. */
  onEvents(sink: EventSink): void
  ping(): Promise<void>
  pool: Pool
  /** For health checks: a node whose connections are all in use is busy, and must not look broken. */
  probe: Pick<Pool, 'query'>
  close(): Promise<void>
}

/** A database that does not answer a health check in that time counts as away. */
const PROBE_TIMEOUT_MS = 2_000

type DatabaseOptions = { url: string; clock: Clock; poolSize?: number; onPoolError?: (error: Error) => void }

export function openDatabase({ url, clock, poolSize = 20, onPoolError }: DatabaseOptions): Database {
  const open = (own: PoolConfig) => {
    const pool = new Pool({ ...connectionSettings(), connectionString: url, ...own })
    // The pool replaces a broken idle connection (database restarted); an `error` without a listener would end the process.
    pool.on('error', (error) => onPoolError?.(error))
    // The pool listens only while a connection is idle; in use, the running statement fails with the error.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const pool = open({ max: poolSize, pipeline: true, connectionTimeoutMillis: 10_000 })
  // Connects at the first question, so that it costs nothing where none is asked.
  const probe = open({ max: 1, connectionTimeoutMillis: PROBE_TIMEOUT_MS, query_timeout: PROBE_TIMEOUT_MS })
  traceStatements(pool)
  const orm = drizzle(pool)
  let sink: EventSink | undefined

  return {
    sql: orm,
    pool,
    probe,
    onEvents: (next) => {
      sink = next
    },
    async transaction(work) {
      const events: NewEvent[] = []
      const afterwards: (() => void)[] = []
      const { result, stored } = await inTransaction(pool, async (sql, defer) => {
        const answer = await work({
          sql,
          emit: (entId, payload, audience = null) => events.push({ entId, payload, audience }),
          defer,
          afterCommit: (action) => afterwards.push(action),
        })
        // Last statement, so that the enterprise's event_head row is locked as briefly as possible.
        return { result: answer, stored: await appendEvents(sql, events, clock.now()) }
      })
      if (stored.length > 0) sink?.(stored)
      for (const action of afterwards) action()
      return result
    },
    async ping() {
      await probe.query('select 1')
    },
    close: async () => {
      await Promise.all([pool.end(), probe.end()])
    },
  }
}

type Defer = Transaction['defer']

/** Statements are sent without waiting for the answers to those before, so that several need one round trip where nothing waits for them. */
async function inTransaction<T>(pool: Pool, work: (sql: Queryable, defer: Defer) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let failure: Error | undefined
  const pending: Promise<unknown>[] = []
  const defer: Defer = (statement) => {
    // Told by the transaction as a whole, which may fail before by another one.
    statement.catch(() => {})
    pending.push(statement)
  }
  try {
    defer(client.query('begin'))
    const result = await work(transactional(client), defer)
    await Promise.all(pending)
    await client.query('commit')
    return result
  } catch (error) {
    const settled = await Promise.allSettled(pending)
    // A connection that cannot be rolled back is not used again.
    await client.query('rollback').catch((lost: Error) => (failure = lost))
    throw causeOf(error, settled)
  } finally {
    client.release(failure)
  }
}

const transactions = new WeakMap<PoolClient, Queryable>()

/** One for each connection, so that prepared queries are built once (`preparedFor`). */
function transactional(client: PoolClient): Queryable {
  const query = (config: QueryConfig, values: unknown[]) => client.query(named(config, values), values)
  const known = transactions.get(client) ?? queriesOn({ query })
  transactions.set(client, known)
  return known
}

/** After a deferred statement has failed, the errors of those after it are not why the transaction failed. */
function causeOf(error: unknown, settled: readonly PromiseSettledResult<unknown>[]): unknown {
  if (!isAborted(error)) return error
  const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  return reasons.find((reason) => !isAborted(reason)) ?? error
}

/** In transactions only: they write by keys. A list is planned for its values, which differ much between enterprises. */
const named = (config: QueryConfig, values: unknown[]): QueryConfig => {
  const name = config.name ?? (values.length > 0 ? statementName(config.text) : undefined)
  return name === undefined ? config : { ...config, name }
}

/** Rows of a long list in pieces, all as they are at one moment. The connection waits for a reader that is slow, such as an upload. */
export async function* readInPieces<Row extends Record<string, unknown>>(
  { pool }: Database,
  list: SQL,
  size: number,
): AsyncIterable<Row[]> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('begin read only')
    await client.query(`set local idle_in_transaction_session_timeout = '5min'`)
    // Planned for all rows, not for the first ones.
    await client.query('set local cursor_tuple_fraction = 1')
    const db = queriesOn(client)
    await db.execute(sql`declare piece no scroll cursor for ${list}`)
    while (true) {
      const { rows } = await db.execute<Row>(sql`fetch ${sql.raw(String(size))} from piece`)
      if (rows.length > 0) yield rows as Row[]
      if (rows.length < size) return
    }
  } finally {
    await client.query('rollback').catch((lost: Error) => (failure = lost))
    client.release(failure)
  }
}

/** Queries on one connection, inside a transaction that was begun on it. */
export const queriesOn = (client: object): NodePgDatabase => drizzle(client as never)
