import { materialApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { Materials } from './create-materials.ts'

export function materialRoutes(app: FastifyInstance, deps: ImplementDeps, { cards, sync }: Materials): void {
  implement(app, deps, '卡片', materialApi, {
    page: ({ caller, body: { page, pageSize, sort, ...filter } }) =>
      cards.page(caller, filter, { page, pageSize, sort }),
    save: ({ caller, body: { relationId, type: _type, ...input } }) => cards.save(caller, relationId, input),
    update: ({ caller, body: { id, version, ...input } }) => cards.update(caller, id, version, input),
    enable: ({ caller, body }) => cards.enable(caller, body.id, body.enabled),
    remove: ({ caller, query }) => cards.remove(caller, query.id),
    sync: ({ caller, body }) => sync.run(caller, body.relationId),
  })
}
