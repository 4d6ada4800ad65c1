import { chatAuthRoutes, chatUserRoutes } from '@ruwu/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ChatDeps, implementChat } from '../../platform/http/implement-chat.ts'
import { avatarRoutes } from './avatar.routes.ts'
import type { ChatAuthService, SignedInUser } from './chat-auth.service.ts'
import type { UserService } from './user.service.ts'

/** Sign-in, profiles and avatars. */
export function userRoutes(app: FastifyInstance, deps: ChatDeps, auth: ChatAuthService, users: UserService): void {
  implementChat(app, deps, '聊天：登录', chatAuthRoutes, {
    register: async ({ body, reply }) =>
      keepCookie(reply, await auth.register(body.email, body.password, body.remember)),
    login: async ({ body, reply }) =>
      body.token === undefined
        ? keepCookie(reply, await auth.login(body.email, body.password, body.remember))
        : auth.loginByToken(body.token, body.email),
    guestLogin: async ({ body, reply }) => keepCookie(reply, await auth.guest(body.guestId, body.extra, body.remember)),
    logout: async ({ caller, reply }) => {
      if (!caller.isAgent) await auth.logout(caller)
      void reply.header('set-cookie', 'token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
      return true as const
    },
  })
  implementChat(app, deps, '聊天：用户', chatUserRoutes, {
    profile: ({ caller, params }) => users.profile(caller, params.userId),
    profiles: ({ caller, body }) => users.profiles(caller, body.ids ?? []),
    updateProfile: async ({ caller, body }) => {
      await users.updateProfile(caller, body)
      return true as const
    },
  })
  avatarRoutes(app)
}

/** The cookie authenticates chat routes, the socket and private files only; the core API ignores it. */
function keepCookie(reply: FastifyReply, { result, lifeMs }: SignedInUser) {
  void reply.header('set-cookie', `token=${result.token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeMs / 1000}`)
  return result
}
