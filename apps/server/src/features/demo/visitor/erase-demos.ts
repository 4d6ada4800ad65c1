import type { EntId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import { eraseFiles } from '../../../chat/attachment/index.ts'
import type { Database } from '../../../db/database.ts'
import { deleteCallsAbout } from '../../../inbound/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { timeOfId } from '../../../platform/ids.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { Bus } from '../../../realtime/index.ts'
import { disableAgents } from '../../agent/index.ts'
import { revokeSessions } from '../../auth/index.ts'
import { closeAllAccounts } from '../../channel/index.ts'
import { endAllDemos } from '../../enterprise/index.ts'
import { eraseWholeEnterprise } from '../../personal-data/index.ts'
import type { DemoPlatform } from './demo-platform.ts'
import { findExisting, listEndedDemos } from './visitor-demo.repo.ts'
import { enterpriseOfAccount, visitorAccounts } from './visitor-enterprise.ts'

type EraserDeps = {
  db: Database
  bus: Bus
  clock: Clock
  storage: Storage
  log: FastifyBaseLogger
  /** Undefined where the demo was closed meanwhile: the simulator is not there. */
  platform: Pick<DemoPlatform, 'accountIds' | 'removeAccounts'> | undefined
}

/** How often it is looked for accounts that an earlier run could not remove. */
const FORGOTTEN_MS = 3_600_000

/** A run of the job, which starts every minute. Each ended demo gets its share: a large one does not hold up the others. */
const RUN_MS = 40_000

/** Deletes demos that have ended, with every row and file. Idempotent: the next run continues where this one stopped. */
export function createDemoEraser({ db, bus, clock, storage, log, platform }: EraserDeps) {
  let lookedAt = clock.now().getTime()

  async function erase(entId: EntId, shareMs: number): Promise<void> {
    const accounts = Object.values(visitorAccounts(entId))
    await db.transaction(async (tx) => {
      const now = clock.now()
      await disableAgents(tx.sql, entId, now)
      const sessionIds = await revokeSessions(tx.sql, entId, 'all', 'forced', now)
      if (sessionIds.length > 0) tx.afterCommit(() => bus.publish({ kind: 'revoked', entId, sessionIds, reason: null }))
      await closeAllAccounts(tx, entId, now)
    })
    try {
      await platform?.removeAccounts(accounts.map(({ platformId }) => platformId))
    } catch (error) {
      // The demo would hold its place as long as the simulator is away; `removeForgotten` removes them later.
      log.warn({ err: error, entId }, 'accounts of an ended demo could not be removed')
    }
    await deleteCallsAbout(db.sql, accounts, timeOfId(entId))
    const until = clock.now().getTime() + shareMs
    const isOver = () => clock.now().getTime() >= until
    const deleteFiles = (keys: readonly string[]) => eraseFiles({ db, storage }, entId, keys)
    await eraseWholeEnterprise(db.sql, entId, deleteFiles, isOver)
  }

  /** At the start of the simulator, and now and then: accounts of demos that were deleted while it was away or did not answer. */
  async function removeForgotten(): Promise<void> {
    try {
      const accounts = ((await platform?.accountIds()) ?? []).flatMap((id) => {
        const entId = enterpriseOfAccount(id)
        return entId === undefined ? [] : [{ id, entId }]
      })
      const existing = await findExisting(
        db.sql,
        accounts.map(({ entId }) => entId),
      )
      const forgotten = accounts.filter(({ entId }) => !existing.has(entId))
      if (forgotten.length > 0) await platform?.removeAccounts(forgotten.map(({ id }) => id))
    } catch (error) {
      log.warn({ err: error }, 'accounts of deleted demos could not be removed')
    }
  }

  return {
    /** At a start without the simulated platforms: nothing of a demo may reach a real one. */
    async endAll(): Promise<void> {
      await db.transaction(async (tx) => {
        const now = clock.now()
        await endAllDemos(tx.sql, now)
        // Also those that had ended before and wait for their deletion.
        for (const entId of await listEndedDemos(tx.sql, now)) {
          await revokeSessions(tx.sql, entId, 'all', 'forced', now)
          // What is queued fails, and what was asked is not answered.
          await closeAllAccounts(tx, entId, now)
        }
      })
    },

    removeForgotten,

    async run(): Promise<void> {
      const ended = await listEndedDemos(db.sql, clock.now())
      const end = clock.now().getTime() + RUN_MS
      for (const [no, entId] of ended.entries()) {
        const left = end - clock.now().getTime()
        if (left <= 0) break
        try {
          await erase(entId, left / (ended.length - no))
        } catch (error) {
          // Work that was under way may still have written: tried again in a minute.
          log.warn({ err: error, entId }, 'an ended demo could not be deleted yet')
        }
      }
      if (clock.now().getTime() - lookedAt < FORGOTTEN_MS) return
      lookedAt = clock.now().getTime()
      await removeForgotten()
    },
  }
}
