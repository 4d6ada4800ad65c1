import { oauthApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../../platform/http/implement.ts'
import type { OauthService } from './oauth.service.ts'

export function oauthRoutes(app: FastifyInstance, deps: ImplementDeps, oauth: OauthService): void {
  implement(app, deps, '授权应用', oauthApi, {
    app: ({ body }) => oauth.app(body),
    empower: ({ caller, body }) => oauth.empower(caller, body),
    confirm: ({ caller, body }) => oauth.confirm(caller, body),
    grants: ({ caller }) => oauth.grants(caller),
    revoke: ({ caller, query: { id } }) => oauth.revoke(caller, id),
  })
}
