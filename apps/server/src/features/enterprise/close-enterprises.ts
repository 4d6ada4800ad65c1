import type { EntId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import { eraseFiles } from '../../chat/attachment/index.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { eraseEnterprise } from '../personal-data/index.ts'
import { isClosed, listClosing, markClosed, markErased } from './enterprise.repo.ts'

type CloserDeps = {
  db: Database
  clock: Clock
  storage: Storage
  log: FastifyBaseLogger
  /** Signs all agents out and unbinds all accounts, within the transaction that closes the enterprise. */
  shutDown(tx: Transaction, entId: EntId, now: Date): Promise<void>
  /** Deletes exports with their files. */
  eraseExports(entId: EntId): Promise<void>
}

/**
 * Closes enterprises whose time to undo is over, and deletes their rows and files in batches. Every step is idempotent: the next night
 * continues where this one stopped.
 */
export function createEnterpriseCloser({ db, clock, storage, log, shutDown, eraseExports }: CloserDeps) {
  async function close(entId: EntId, isOver: () => boolean): Promise<void> {
    await db.transaction(async (tx) => {
      if (await markClosed(tx.sql, entId, clock.now())) await shutDown(tx, entId, clock.now())
    })
    if (!(await isClosed(db.sql, entId))) return
    await eraseExports(entId)
    const erased = await eraseEnterprise(db.sql, entId, (keys) => eraseFiles({ db, storage }, entId, keys), isOver)
    log.info({ entId, deleted: Object.fromEntries(erased) }, 'a closed enterprise was deleted')
    // Work that was under way may still have written: only a run that finds nothing is the last.
    if (erased.size === 0 && !isOver()) await markErased(db.sql, entId, clock.now())
  }

  return {
    /** Works until nothing is left, or until the given time. */
    async run(until: Date): Promise<void> {
      const isOver = () => clock.now() >= until
      for (const entId of await listClosing(db.sql, clock.now())) {
        if (isOver()) return
        try {
          await close(entId, isOver)
        } catch (error) {
          log.error({ err: error, entId }, 'an enterprise could not be closed')
        }
      }
    },
  }
}
