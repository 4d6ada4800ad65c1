import { tagApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { TagService } from './tag.service.ts'

export function tagRoutes(app: FastifyInstance, deps: ImplementDeps, { tags }: { tags: TagService }): void {
  implement(app, deps, '标签', tagApi, {
    list: ({ caller }) => tags.list(caller),
    createBind: ({ caller, body }) => tags.createBind(caller, body),
  })
}
