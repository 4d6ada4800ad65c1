import { chatUserRoutes } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { type ChatDeps, implementChat } from '../../platform/http/implement-chat.ts'
import type { UserService } from './user.service.ts'

export function userRoutes(app: FastifyInstance, deps: ChatDeps, users: UserService): void {
  implementChat(app, deps, '聊天：用户', chatUserRoutes, {
    profile: ({ caller, params }) => users.profile(caller, params.userId),
    profiles: ({ caller, body }) => users.profiles(caller, body.ids ?? []),
    updateProfile: async ({ caller, body }) => {
      await users.updateProfile(caller, body)
      return true as const
    },
  })
}
