import type { Queryable } from './database.ts'

/** Caches a prepared statement per Queryable for hot paths: one for the pool, one for the transactions of each connection. */
export function preparedFor<T>(prepare: (db: Queryable) => T): (db: Queryable) => T {
  const known = new WeakMap<Queryable, T>()
  return (db) => {
    const kept = known.get(db)
    if (kept) return kept
    const made = prepare(db)
    known.set(db, made)
    return made
  }
}
