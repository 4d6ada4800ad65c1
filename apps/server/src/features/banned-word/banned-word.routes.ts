import { bannedWordApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import { type BannedWordDeps, createBannedWordService } from './banned-word.service.ts'
import { createWordTableService } from './word-table.service.ts'

export function bannedWordRoutes(app: FastifyInstance, http: ImplementDeps, deps: BannedWordDeps): void {
  const words = createBannedWordService(deps)
  const tables = createWordTableService(deps)
  implement(app, http, '违禁词库', bannedWordApi, {
    page: ({ caller, body }) => words.page(caller, body),
    rules: ({ caller }) => words.rules(caller),
    create: ({ caller, body }) => words.create(caller, body),
    update: ({ caller, body: { id, version, ...fields } }) => words.update(caller, id, version, fields),
    enableBuiltin: ({ caller, body }) => words.enableBuiltin(caller, body.word, body.enabled),
    remove: ({ caller, query }) => words.remove(caller, query.id),
    template: () => tables.template(),
    import: ({ caller, body, file }) => tables.import(caller, file, body),
    export: ({ caller, body }) => tables.export(caller, body),
  })
}
