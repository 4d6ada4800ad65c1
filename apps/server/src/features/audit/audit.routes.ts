import { type AuditEntry, auditApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { cutPage, ID_CURSOR, readCursor } from '../../platform/http/cursor.ts'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import { type AuditRow, listAudit } from './audit.repo.ts'

export function auditRoutes(app: FastifyInstance, deps: ImplementDeps, db: Database): void {
  implement(app, deps, '操作日志', auditApi, {
    page: async ({ caller, body: { cursor, limit, ...filter } }) => {
      const below = readCursor(cursor, ID_CURSOR)
      const rows = await listAudit(db.sql, caller.entId, filter, { below, limit: limit + 1 })
      return cutPage(rows, limit, { mark: (row) => row.id, view: toEntry })
    },
  })
}

export const toEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  agentId: row.agentId,
  agentName: row.agentName ?? '',
  action: row.action,
  object: row.object,
  objectName: row.objectName,
  before: row.before,
  after: row.after,
  ip: row.ip,
})
