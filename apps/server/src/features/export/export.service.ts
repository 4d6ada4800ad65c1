import type { AnyExport, ExportId, ExportItem, ExportKind, ExportRequest } from '@ruwu/contract'
import {
  canRetryExport,
  coversRights,
  EXPORT_DAYS,
  EXPORT_NAMES,
  EXPORT_TEXTS,
  exportFileName,
  exportProgress,
  EXPORTS_AT_ONCE,
} from '@ruwu/domain'
import type { Database, Queryable, Transaction } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { EXPORT_CONTENT_TYPES } from '../../platform/export-type.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { FieldError, NotFoundError, UserFacingError } from '../../platform/http/errors.ts'
import { FileAnswer } from '../../platform/http/file-answer.ts'
import { newId } from '../../platform/ids.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { readTimeZone } from '../enterprise/index.ts'
import {
  countUnderWay,
  type ExportRow,
  findOwnExport,
  insertExport,
  pageExports,
  restartExport,
} from './export.repo.ts'
import { type ExportTypes, fileOf, mayExport, rightsOf, typeOf } from './export-types.ts'

const DAY_MS = 86_400_000

type ExportDeps = { db: Database; clock: Clock; storage: Storage; types: ExportTypes; onQueued(): void }
type Paging = { page: number; pageSize: number }

export type ExportService = ReturnType<typeof createExportService>

/** Exports belong to the agent who asked for them; to all others they are absent. */
export function createExportService({ db, clock, storage, types, onQueued }: ExportDeps) {
  const checkPermission = (caller: Caller, kind: ExportKind) => {
    if (!mayExport(typeOf(types, kind), caller)) throw new UserFacingError('forbidden')
  }

  const getOwn = async (sql: Queryable, caller: Caller, id: ExportId): Promise<ExportRow> => {
    const row = await findOwnExport(sql, caller, id, clock.now())
    if (!row) throw new NotFoundError('导出')
    return row
  }

  const describe = async (sql: Queryable, caller: Caller, kind: ExportKind, filters: object): Promise<string> => {
    const timeZone = await readTimeZone(sql, caller.entId)
    return typeOf(types, kind).describe({ db: sql, caller, filters, timeZone })
  }

  const enqueue = async (tx: Transaction, caller: Caller, { id, request }: Pick<ExportRow, 'id' | 'request'>) => {
    const { type, format, filters } = request
    // A keyword may be a customer's name, and the entry outlives the person's data.
    const filter = await describe(tx.sql, caller, type, { ...filters, keyword: undefined })
    const entry = { object: id, name: EXPORT_NAMES[type], after: { format, filter } }
    await writeAudit(tx.sql, caller, { action: 'export.create', ...entry }, clock.now())
    tx.afterCommit(onQueued)
  }

  const settled = async (caller: Caller, request: AnyExport): Promise<AnyExport> => {
    const { settle } = typeOf(types, request.type)
    if (!settle) return request
    const filters = settle(request.filters, clock.now(), await readTimeZone(db.sql, caller.entId))
    return { ...request, filters } as AnyExport
  }

  const queue = async (caller: Caller, asked: AnyExport): Promise<{ exportId: ExportId }> => {
    const { entId, agentId } = caller
    const { hasCustomers } = typeOf(types, asked.type)
    const filterText = await describe(db.sql, caller, asked.type, asked.filters)
    const request = await settled(caller, asked)
    return db.transaction(async (tx) => {
      await checkRoom(tx, caller, clock.now())
      const now = clock.now()
      const id = newId<ExportId>(now)
      const row = { entId, id, agentId, request, filterText, hasCustomers }
      await insertExport(tx.sql, { ...row, dueAt: now, askedAt: now, createdAt: now, expireAt: expiryFrom(now) })
      await enqueue(tx, caller, row)
      return { exportId: id }
    })
  }

  return {
    async create(caller: Caller, request: ExportRequest): Promise<{ exportId: ExportId }> {
      checkPermission(caller, request.type)
      const { columns } = typeOf(types, request.type)
      if (request.columns?.some((key) => !columns.some((column) => column.key === key)))
        throw new FieldError({ columns: EXPORT_TEXTS.unknownColumn })
      return queue(caller, request)
    },

    /** 导出全部数据. The password is asked again: the file holds everything. */
    async createAll(caller: Caller, checkPassword: () => Promise<unknown>): Promise<{ exportId: ExportId }> {
      if (!mayExport(typeOf(types, 'all'), caller)) throw new UserFacingError('refused', EXPORT_TEXTS.onlyAdmin)
      await checkPassword()
      return queue(caller, { type: 'all', filters: {}, format: 'zip' })
    },

    async list(caller: Caller, paging: Paging) {
      const { rows, total, page } = await pageExports(db.sql, caller, paging, clock.now())
      const timeZone = await readTimeZone(db.sql, caller.entId)
      return { items: rows.map((row) => toItem(row, timeZone)), total, page, pageSize: paging.pageSize }
    },

    retry: (caller: Caller, id: ExportId): Promise<true> =>
      db.transaction(async (tx) => {
        const row = await getOwn(tx.sql, caller, id)
        checkPermission(caller, row.request.type)
        const now = clock.now()
        await checkRoom(tx, caller, now)
        if (row.status === 'failed' && !canRetryExport(row)) throw new UserFacingError('refused', row.error)
        if (!(await restartExport(tx.sql, row, { now, expireAt: expiryFrom(now) })))
          throw new UserFacingError('refused', EXPORT_TEXTS.notFailed)
        await enqueue(tx, caller, row)
        return true as const
      }),

    async download(caller: Caller, id: ExportId): Promise<FileAnswer> {
      const row = await getOwn(db.sql, caller, id)
      const { type, format } = row.request
      checkPermission(caller, type)
      if (row.status === 'failed') throw new UserFacingError('refused', row.error)
      checkRights(caller, row)
      const file = row.status === 'done' ? await storage.get(fileOf(row)) : undefined
      if (!file) throw new NotFoundError('导出文件')
      const name = fileNameOf(row, await readTimeZone(db.sql, row.entId))
      await writeAudit(db.sql, caller, { action: 'export.download', object: id, name }, clock.now())
      return new FileAnswer({ ...file, name, contentType: EXPORT_CONTENT_TYPES[format] })
    },
  }
}

const expiryFrom = (now: Date) => new Date(now.getTime() + EXPORT_DAYS * DAY_MS)

/** Scope and masks may have been narrowed since the file was written. */
function checkRights(caller: Caller, { status, hasCustomers, rights }: ExportRow): void {
  if (status !== 'done' || !hasCustomers) return
  if (!rights || !coversRights(rightsOf(caller), rights))
    throw new UserFacingError('refused', EXPORT_TEXTS.rightsChanged)
}

async function checkRoom(tx: Transaction, { entId, agentId }: Caller, now: Date): Promise<void> {
  if ((await countUnderWay(tx.sql, entId, agentId, now)) >= EXPORTS_AT_ONCE)
    throw new UserFacingError('refused', EXPORT_TEXTS.tooMany)
}

const fileNameOf = ({ request: { type, format }, createdAt }: ExportRow, timeZone: string) =>
  exportFileName(type, format, createdAt, timeZone)

const toItem = (row: ExportRow & { agentName: string }, timeZone: string): ExportItem => ({
  exportId: row.id,
  name: EXPORT_NAMES[row.request.type],
  fileName: fileNameOf(row, timeZone),
  filterText: row.filterText,
  rows: row.rows,
  progress: exportProgress(row.status, row.rows, row.total),
  status: row.status,
  error: row.error,
  agentName: row.agentName,
  createdAt: row.createdAt.toISOString(),
  expireAt: row.expireAt.toISOString(),
})
