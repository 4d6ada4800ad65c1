import type { Pool, PoolClient } from 'pg'
import { isTracing, tracedWithin } from '../platform/trace/trace.ts'

const TEXT_MAX = 2_000

type Query = (...args: unknown[]) => unknown

/** A span for every statement of something that is traced; parameters are not told. Nothing is changed where traces are off. */
export function traceStatements(pool: Pool): void {
  if (!isTracing()) return
  traceQueries(pool)
  pool.on('connect', traceQueries)
}

function traceQueries(target: Pool | PoolClient): void {
  const query = target.query.bind(target) as Query
  target.query = ((...args: unknown[]) => {
    // With a callback: the pool's own call on one of its connections.
    if (typeof args.at(-1) === 'function') return query(...args)
    const text = textOf(args[0])
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, TEXT_MAX) }
    const name = `SQL ${/\w+/.exec(text)?.[0]?.toLowerCase() ?? ''}`
    return tracedWithin(name, { kind: 'client', attributes }, () => query(...args) as Promise<unknown>)
  }) as typeof target.query
}

const textOf = (first: unknown): string =>
  typeof first === 'string' ? first : ((first as { text?: string } | undefined)?.text ?? '')
