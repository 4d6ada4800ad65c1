import type { EntId } from '@ruwu/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { EmbeddingModels } from '../../model/models.ts'
import { leaseSpace, releaseSpace } from './spaces.repo.ts'

/** Lease of a space. Longer than one round may take, so an expired lease belongs to a dead worker. */
export const EMBED_LEASE_MS = 600_000
export const EMBED_RETRY_MS = 30_000
const RETRY_MAX_MS = 60 * 60_000

type EmbeddingDeps = {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'warn'>
  models: EmbeddingModels
}

type EmbeddingWorker = {
  /** True when there was something to do. */
  run(): Promise<boolean>
  /** One round for one enterprise. True when some pieces got vectors. */
  fill(entId: EntId): Promise<boolean>
}

/** Computes missing vectors, one enterprise at a time; several nodes share the work by leases. */
export function createEmbeddingWorker({ db, clock, log, models }: EmbeddingDeps): EmbeddingWorker {
  const fill = async (entId: EntId): Promise<boolean> => {
    const access = await models.embeddingFor(entId)
    const now = clock.now()
    const until = new Date(now.getTime() + EMBED_LEASE_MS)
    const space = access && (await leaseSpace(db.sql, entId, access, { now, until }))
    if (!space) return false
    // Loaded on first use: most installations have no embedding model.
    const { fillSpace } = await import('./fill-space.ts')
    const { done, problem } = await fillSpace(db, access, space, now)
    const fails = problem === '' ? 0 : space.fails + 1
    const end = clock.now()
    await releaseSpace(db.sql, space, {
      heldUntil: end,
      problem,
      fails,
      retryAt: fails === 0 ? null : new Date(end.getTime() + pauseAfter(fails)),
    })
    if (problem !== '') {
      log.warn({ entId, model: access.model, problem }, 'embedding model call failed')
      await models.onEmbeddingFailure(entId, access, problem)
    }
    return done > 0
  }

  return {
    fill,
    async run() {
      for (const entId of await models.waitForVectors(clock.now())) {
        try {
          if (await fill(entId)) return true
        } catch (error) {
          // An error in one enterprise must not stop the others.
          log.warn({ entId, err: error }, 'embedding round failed')
        }
      }
      return false
    },
  }
}

const pauseAfter = (fails: number): number => Math.min(RETRY_MAX_MS, EMBED_RETRY_MS * 2 ** (fails - 1))
