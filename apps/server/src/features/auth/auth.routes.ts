import { authApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { AuthService } from './auth.service.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** `onPageClosed`: a console page was closed; `tab` is null for clients that don't send one. */
export function authRoutes(
  app: FastifyInstance,
  deps: ImplementDeps,
  auth: AuthService,
  onPageClosed: (caller: Caller, tab: string | null) => Promise<true>,
): void {
  implement(app, deps, '登录', authApi, {
    login: ({ body, origin }) => auth.login(body, origin),
    loginSecond: ({ body, origin }) => auth.loginSecond(body, origin),
    captcha: ({ origin }) => auth.captcha(origin),
    logout: ({ caller }) => auth.logout(caller),
    sessions: ({ caller }) => auth.sessions(caller),
    endSession: ({ caller, query }) => auth.endSession(caller, query.id),
    endOtherSessions: ({ caller }) => auth.endOtherSessions(caller),
    keepAlive: ({ caller, query }) => onPageClosed(caller, query.tab ?? null),
  })
}
