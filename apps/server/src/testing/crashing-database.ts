import type { Database, Transaction } from '../db/database.ts'

export class Crash extends Error {}

/** Every transaction after the first ones does its work and is lost. */
export function crashing(db: Database, kept = 0): Database {
  let begun = 0
  return Object.assign(Object.create(db) as Database, {
    transaction: <T>(work: (tx: Transaction) => Promise<T>) => {
      begun += 1
      if (begun <= kept) return db.transaction(work)
      return db.transaction<T>(async (tx) => {
        await work(tx)
        throw new Crash()
      })
    },
  })
}

/** After a crash nothing is left to do; any other error is one. */
export function unlessCrashed(error: unknown): void {
  if (!(error instanceof Crash)) throw error
}
