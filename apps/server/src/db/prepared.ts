import type { Queryable } from './database.ts'

/** For statements that are sent all the time: written once for a database, and kept for it; a transaction writes its own. */
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
