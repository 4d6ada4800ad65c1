import type { EntId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import { eraseFiles } from '../../chat/attachment/index.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { claimErasure, endRun, postponeRun, withAccount } from './erasure.repo.ts'
import { eraseRows } from './erase-rows.repo.ts'
import { PERSON_TABLES } from './person-tables.repo.ts'

type ErasureDeps = {
  db: Database
  clock: Clock
  storage: Storage
  log: FastifyBaseLogger
  /** Cancels exports whose file may contain rows of a customer erased at `until`. */
  cancelExports(entId: EntId, until: Date): Promise<void>
}

/** Carries out requested erasures, one at a time. A failed run is repeated after a growing wait of at most 10 minutes. */
export function createErasureWorker({ db, clock, storage, log, cancelExports }: ErasureDeps) {
  return {
    /** True when there may be another. */
    async run(): Promise<boolean> {
      const row = await claimErasure(db.sql, clock.now())
      if (!row) return false
      try {
        const person = await withAccount(db.sql, { ...row, until: row.requestedAt })
        await eraseRows(db.sql, PERSON_TABLES, person, (keys) => eraseFiles({ db, storage }, row.entId, keys))
        await cancelExports(row.entId, row.requestedAt)
        await endRun(db.sql, row, clock.now())
      } catch (error) {
        log.error({ err: error, customerId: row.customerId, tries: row.tries }, 'an erasure failed')
        await postponeRun(db.sql, row, clock.now())
      }
      return true
    },
  }
}
