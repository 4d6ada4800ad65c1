import { chatAuthRoutes, chatUserRoutes } from '@ruwu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieText, readCookie } from '../../platform/http/cookies.ts'
import { isRemote } from '../../platform/http/direct-request.ts'
import { type ChatDeps, implementChat } from '../../platform/http/implement-chat.ts'
import { avatarRoutes } from './avatar.routes.ts'
import { chatTokens } from './identity-memory.ts'
import type { ChatAuthService, SignedInUser } from './chat-auth.service.ts'
import type { Visitor } from './new-user-gate.ts'
import type { UserService } from './user.service.ts'

/** Lets a browser's guest come back under its id after the token has expired. */
const GUEST_COOKIE = 'guest'
const YEAR_SECONDS = 31_536_000

/** Sign-in, profiles and avatars. */
export function userRoutes(
  app: FastifyInstance,
  deps: ChatDeps & { isHttps: boolean },
  auth: ChatAuthService,
  users: UserService,
): void {
  const cookie = (name: string, value: string, path: string, seconds: number) =>
    cookieText({ name, value, path, seconds, sameSite: 'Lax', isHttps: deps.isHttps })

  /** The token's cookie authenticates chat routes, the socket and private files only; the core API ignores it. */
  function keepCookies(reply: FastifyReply, { result, lifeMs }: SignedInUser) {
    const secret = result.profile.privateExtra?.['guestSecret']
    void reply.header('set-cookie', [
      cookie('token', result.token, '/', lifeMs / 1000),
      ...(secret ? [cookie(GUEST_COOKIE, secret, '/api/guest', YEAR_SECONDS)] : []),
    ])
    return result
  }

  implementChat(app, deps, '聊天：登录', chatAuthRoutes, {
    register: async ({ body, request, reply }) =>
      keepCookies(reply, await auth.register({ ...body, id: body.email }, visitorOf(request))),
    login: async ({ body, request, reply }) =>
      body.token === undefined
        ? keepCookies(reply, await auth.login({ ...body, id: body.email }, visitorOf(request)))
        : auth.loginByToken(body.token, body.email),
    guestLogin: async ({ body, request, reply }) => {
      const { guestId: id, extra, remember, secret } = body
      const secrets = [secret, readCookie(request.headers.cookie, GUEST_COOKIE)]
      const tokens = chatTokens(request.headers, undefined)
      return keepCookies(reply, await auth.guest({ id, extra, remember, secrets, tokens }, visitorOf(request)))
    },
    logout: async ({ caller, reply }) => {
      if (!caller.isAgent) await auth.logout(caller)
      void reply.header('set-cookie', cookie('token', '', '/', 0))
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

const visitorOf = ({ ip, headers }: FastifyRequest): Visitor => ({ address: ip, isRemote: isRemote(headers) })
