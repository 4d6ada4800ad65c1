import type { AgentId, EntId } from '@ruwu/contract'
import { EXPORT_TEXTS } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Queryable } from '../../db/database.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import { EXPORT_CONTENT_TYPES, type Watch } from '../../platform/export-type.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { putStream } from '../../platform/storage/put-stream.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { readTimeZone } from '../enterprise/index.ts'
import {
  claimExport,
  deleteExport,
  endExport,
  type ExportRow,
  listExpired,
  postponeExport,
  renewExport,
} from './export.repo.ts'
import { tellEnd } from './export-end.ts'
import { type AnySource, type ExportTypes, fileOf, mayExport, removeFiles, rightsOf, typeOf } from './export-types.ts'

const TRIES_MAX = 3
const RETRY_MS = 5_000
/** Progress is written, and the lease renewed, this often. */
const RENEW_EVERY_MS = 1_000
const EXPIRED_AT_ONCE = 100

/** Ends a run without a result: another run has taken over, the export was cancelled, its enterprise suspended, or the process stops. */
class RunEnded extends Error {
  override name = 'RunEnded'
}

/** Total null until the rows were counted. */
type Progress = { rows: number; total: number | null }

type WorkerDeps = {
  db: Database
  clock: Clock
  storage: Storage
  types: ExportTypes
  log: FastifyBaseLogger
  findCaller(db: Queryable, entId: EntId, agentId: AgentId): Promise<Caller | undefined>
}

/** Works exports off; each call of `run` one, several at once where it is called so. */
export function createExportWorker({ db, clock, storage, types, log, findCaller }: WorkerDeps) {
  const stopping = new AbortController()

  /** The creator's rights at this moment. */
  const openSource = async (row: ExportRow): Promise<AnySource> => {
    const { entId, agentId, request } = row
    const caller = await findCaller(db.sql, entId, agentId)
    if (!caller || !mayExport(typeOf(types, request.type), caller)) {
      // The enterprise was suspended after the claim: no agent has permissions, and the row waits.
      if (!(await renewExport(db.sql, row, { rows: 0, total: null }, clock.now()))) throw new RunEnded('suspended')
      throw new UserFacingError('forbidden', EXPORT_TEXTS.forbidden)
    }
    return { db: db.sql, caller, filters: request.filters, timeZone: await readTimeZone(db.sql, entId) }
  }

  /** Renews the lease and records the progress until `work` has ended, also while it counts or uploads. */
  const underLease = async <T>(row: ExportRow, progress: Progress, work: (signal: AbortSignal) => Promise<T>) => {
    const lost = new AbortController()
    const signal = AbortSignal.any([lost.signal, stopping.signal])
    const renew = async () => {
      if (!(await renewExport(db.sql, row, progress, clock.now()))) lost.abort(new RunEnded('no longer ours'))
    }
    const onError = (error: unknown) => log.warn({ err: error, exportId: row.id }, 'a lease was not renewed')
    const timer = setInterval(() => void renew().catch(onError), RENEW_EVERY_MS)
    try {
      return await work(signal)
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      clearInterval(timer)
    }
  }

  const writeFile = (row: ExportRow) => {
    const type = typeOf(types, row.request.type)
    const progress: Progress = { rows: 0, total: null }
    return underLease(row, progress, async (signal) => {
      const source = await openSource(row)
      progress.total = await type.count(source, type.rowsMax + 1)
      if (progress.total > type.rowsMax) throw new UserFacingError('refused', EXPORT_TEXTS.tooManyRows)
      const watch: Watch = (batches) => watched(batches, progress, type.rowsMax, signal)
      const file = { key: fileOf(row), contentType: EXPORT_CONTENT_TYPES[row.request.format] }
      const bytes = await putStream(storage, file, type.chunks(source, row.request, watch), signal)
      return { rows: progress.rows, bytes, rights: rightsOf(source.caller) }
    })
  }

  /** The result and its event, unless another run has taken over. */
  const end = async (row: ExportRow, result: Parameters<typeof endExport>[2]): Promise<void> => {
    const now = clock.now()
    const isEnded = await db.transaction(async (tx) => {
      if (!(await endExport(tx.sql, row, result, now))) return false
      await tellEnd(tx, row, result.status, now)
      return true
    })
    if (!isEnded || result.status === 'failed') await storage.remove(fileOf(row))
  }

  const settle = async (row: ExportRow, error: unknown): Promise<void> => {
    if (error instanceof UserFacingError) return end(row, { status: 'failed', error: error.message })
    await storage.remove(fileOf(row))
    const now = clock.now()
    // A run that was ended from outside is no failed try.
    if (error instanceof RunEnded) return postponeExport(db.sql, row, { dueAt: now, tries: row.tries - 1 })
    log.error({ err: error, exportId: row.id, tries: row.tries }, 'an export failed')
    return postponeExport(db.sql, row, { dueAt: new Date(now.getTime() + RETRY_MS), tries: row.tries })
  }

  return {
    /** True when there may be another. */
    async run(onClaim?: () => void): Promise<boolean> {
      const row = stopping.signal.aborted ? undefined : await claimExport(db.sql, clock.now())
      if (!row) return false
      if (row === 'taken') return true
      onClaim?.()
      await removeFiles(storage, row, row.run - 1)
      if (row.tries > TRIES_MAX) await end(row, { status: 'failed', error: EXPORT_TEXTS.interrupted })
      else
        await writeFile(row).then(
          (written) => end(row, { status: 'done', ...written }),
          (error: unknown) => settle(row, error),
        )
      return true
    },
    /** A running export waits again, for another node or the next start. */
    stop(): void {
      stopping.abort(new RunEnded('the process stops'))
    },
  }
}

/** Passes batches on while the run may go on, and counts their rows. */
async function* watched<T>(
  batches: AsyncIterable<readonly T[]>,
  progress: Progress,
  rowsMax: number,
  signal: AbortSignal,
): AsyncIterable<readonly T[]> {
  for await (const batch of batches) {
    signal.throwIfAborted()
    if (progress.rows + batch.length > rowsMax) throw new UserFacingError('refused', EXPORT_TEXTS.tooManyRows)
    progress.rows += batch.length
    yield batch
  }
}

/** Deletes exports with their files after their time. Idempotent and safe on several nodes. */
export async function removeExpired({ db, storage }: Pick<WorkerDeps, 'db' | 'storage'>, now: Date): Promise<void> {
  while (true) {
    const rows = await listExpired(db.sql, now, EXPIRED_AT_ONCE)
    for (const row of rows) {
      await removeFiles(storage, row)
      await deleteExport(db.sql, row)
    }
    if (rows.length < EXPIRED_AT_ONCE) return
  }
}

export const exportExpiry = (deps: Pick<WorkerDeps, 'db' | 'storage' | 'clock'>): JobKind => ({
  name: 'export-expiry',
  every: '*/10 * * * *',
  run: () => removeExpired(deps, deps.clock.now()),
})
