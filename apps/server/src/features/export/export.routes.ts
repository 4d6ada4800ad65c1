import { exportApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../platform/http/caller.ts'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { ExportService } from './export.service.ts'

/** Refuses a wrong password at the field `password`. */
type CheckPassword = (caller: Caller, digest: string) => Promise<unknown>

export function exportRoutes(
  app: FastifyInstance,
  deps: ImplementDeps,
  exports: ExportService,
  checkPassword: CheckPassword,
): void {
  implement(app, deps, '导出', exportApi, {
    create: ({ caller, body }) => exports.create(caller, body),
    createAll: ({ caller, body }) => exports.createAll(caller, () => checkPassword(caller, body.password)),
    list: ({ caller, body }) => exports.list(caller, body),
    retry: ({ caller, body }) => exports.retry(caller, body.exportId),
    download: ({ caller, query }) => exports.download(caller, query.exportId),
  })
}
