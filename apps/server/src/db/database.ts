import type { ConsoleEvent, EntId } from '@ruwu/contract'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, types } from 'pg'
import type { Clock } from '../platform/clock.ts'
import { connectionSettings } from './connection-settings.ts'
import { appendEvents, type NewEvent, type StoredEvent } from './event-log.ts'
import type { Audience } from './schema/index.ts'

// The driver returns int8 as text; our values (event numbers, counts) stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number)

/** A query runner: the pool or one transaction. */
export type Queryable = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

export type Transaction = {
  sql: Queryable
  /** Logs an event in this transaction and pushes it to open consoles after the commit, the acting agent's included. */
  emit(entId: EntId, event: ConsoleEvent, audience?: Audience): void
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
  close(): Promise<void>
}

type DatabaseOptions = { url: string; clock: Clock; poolSize?: number; onPoolError?: (error: Error) => void }

export function openDatabase({ url, clock, poolSize = 20, onPoolError }: DatabaseOptions): Database {
  const pool = new Pool({
    ...connectionSettings(),
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
  })
  // The pool replaces a broken idle connection (database restarted); an `error` without a listener would end the process.
  pool.on('error', (error) => onPoolError?.(error))
  // The pool listens only while a connection is idle; in use, the running statement fails with the error.
  pool.on('connect', (client) => client.on('error', () => {}))
  const orm = drizzle(pool)
  let sink: EventSink | undefined

  return {
    sql: orm,
    pool,
    onEvents: (next) => {
      sink = next
    },
    async transaction(work) {
      const events: NewEvent[] = []
      const afterwards: (() => void)[] = []
      let stored: StoredEvent[] = []
      const result = await inTransaction(pool, async (sql) => {
        const answer = await work({
          sql,
          emit: (entId, payload, audience = null) => events.push({ entId, payload, audience }),
          afterCommit: (action) => afterwards.push(action),
        })
        // Last statement, so that the enterprise's event_head row is locked as briefly as possible.
        stored = await appendEvents(sql, events, clock.now())
        return answer
      })
      if (stored.length > 0) sink?.(stored)
      for (const action of afterwards) action()
      return result
    },
    async ping() {
      await pool.query('select 1')
    },
    close: () => pool.end(),
  }
}

/** Checks the connection out itself: drizzle does not release it when `begin` fails (database restarted). */
async function inTransaction<T>(pool: Pool, work: (sql: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await drizzle(client).transaction(work)
  } finally {
    client.release()
  }
}

/** Queries on one connection, inside a transaction that was begun on it. */
export const queriesOn = (client: Parameters<typeof drizzle>[0]): NodePgDatabase => drizzle(client as never)
