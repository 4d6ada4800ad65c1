import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import { findDisagreements } from './ledger.repo.ts'

/** Nightly consistency check after lots expired (cron in UTC; 00:30 in the default time zone). */
export const checkLedger = (db: Database, log: FastifyBaseLogger): JobKind => ({
  name: 'check-ledger',
  every: '30 16 * * *',
  run: async () => {
    for (const each of await findDisagreements(db.sql)) log.error(each, 'point balance differs from its ledger or lots')
  },
})
