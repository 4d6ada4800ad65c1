import { exportApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { ExportService } from './export.service.ts'

export function exportRoutes(app: FastifyInstance, deps: ImplementDeps, exports: ExportService): void {
  implement(app, deps, '导出', exportApi, {
    create: ({ caller, body }) => exports.create(caller, body),
    list: ({ caller, body }) => exports.list(caller, body),
    retry: ({ caller, body }) => exports.retry(caller, body.exportId),
    download: ({ caller, query }) => exports.download(caller, query.exportId),
  })
}
