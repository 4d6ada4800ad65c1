import { quickReplyApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { QuickReplyService } from './quick-reply.service.ts'

export function quickReplyRoutes(app: FastifyInstance, deps: ImplementDeps, replies: QuickReplyService): void {
  implement(app, deps, '快捷回复', quickReplyApi, {
    groupReplies: ({ caller }) => replies.groupReplies(caller),
    use: ({ caller, body }) => replies.use(caller, body.id),
    keep: ({ caller, body }) => replies.keep(caller, body),
  })
}
