import type { ClientConfig } from 'pg'

/** After this a node that stopped within a transaction, or while it holds a lock, counts as gone: the server closes its connection. */
export const STOPPED_AFTER_MS = 3_000

type Timeouts = { transactionIdleMs: number; lockMs: number; statementMs: number }

/** A holder that stopped is gone by then; one that works, such as an import, may take that long. Rebuilding an index is one statement. */
const ORDINARY: Timeouts = { transactionIdleMs: STOPPED_AFTER_MS, lockMs: 30_000, statementMs: 300_000 }

/** Migrations wait for each other, change whole tables, and compute demo data within a transaction. */
export const MIGRATION: Timeouts = { transactionIdleMs: 30_000, lockMs: 0, statementMs: 0 }

/**
 * Settings of a connection, so that a node that stops (frozen, cut off, without power) does not hold up the others by its locks: the
 * server ends its transactions, and closes the connection within half a minute. Parameters of the database's URL take precedence.
 */
export const connectionSettings = ({ transactionIdleMs, lockMs, statementMs }: Timeouts = ORDINARY): ClientConfig => ({
  idle_in_transaction_session_timeout: transactionIdleMs,
  lock_timeout: lockMs,
  statement_timeout: statementMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // Keepalive of the server's side: the system's default is two hours. tcp_user_timeout covers data that is not acknowledged.
  options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000',
})
