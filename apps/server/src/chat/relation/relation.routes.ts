import { chatRelationRoutes } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { type ChatDeps, implementChat } from '../../platform/http/implement-chat.ts'
import type { RelationChange } from '../chat-user/index.ts'
import type { RelationService } from './relation.service.ts'

export function relationRoutes(app: FastifyInstance, deps: ChatDeps, relations: RelationService): void {
  implementChat(app, deps, '聊天：关系', chatRelationRoutes, {
    relation: async ({ caller, params, body: { favorite, ...body } }) => {
      await relations.relate(caller, params.userId, given({ ...body, isStar: body.isStar ?? favorite }))
      return true as const
    },
    block: async ({ caller, params }) => {
      await relations.relate(caller, params.userId, { isBlocked: true })
      return true as const
    },
    unblock: async ({ caller, params }) => {
      await relations.relate(caller, params.userId, { isBlocked: false })
      return true as const
    },
    listBlocked: ({ caller }) => relations.blocked(caller),
  })
}

/** Drops absent fields, so that they keep their stored values. */
const given = (change: RelationChange): RelationChange =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
