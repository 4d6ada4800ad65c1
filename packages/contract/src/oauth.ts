import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Ok } from './envelope.ts'
import { AgentId, EmpowerId, GrantId, Instant } from './ids.ts'
import { typedText } from './text.ts'

/** What another application may read with a Ruwu account. */
export const OAUTH_SCOPES = ['profile', 'enterprise'] as const
export type OauthScope = (typeof OAUTH_SCOPES)[number]

export const REDIRECT_URI_MAX = 500
export const OAUTH_STATE_MAX = 500

/** Wide: a wrong value is told as 授权请求无效 with its reason, not as a field of a form. */
const parameter = typedText(1000, '授权请求参数过长').default('')

/** The query of /oauth2/login and /oauth2/confirm. */
export const OauthRequest = z.object({
  clientId: parameter,
  redirectUri: parameter,
  responseType: parameter,
  scope: parameter,
  state: parameter,
  codeChallenge: parameter,
  codeChallengeMethod: parameter,
})
export type OauthRequest = z.infer<typeof OauthRequest>

const Scope = z.object({ code: z.enum(OAUTH_SCOPES), label: z.string() })

/** What one agent allowed one application, until it is revoked. */
export const OauthGrant = z.object({
  id: GrantId,
  appName: z.string(),
  appLogo: z.string(),
  agentId: AgentId,
  agentName: z.string(),
  scopes: z.array(Scope),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
})
export type OauthGrant = z.infer<typeof OauthGrant>

export const oauthApi = {
  app: endpoint({
    method: 'POST',
    path: '/v1/oauth2/app',
    isRead: true,
    access: 'public',
    summary: '请求授权的应用',
    body: OauthRequest.pick({ clientId: true, redirectUri: true }),
    data: z.object({ appName: z.string(), appLogo: z.string() }),
    errors: ['refused'],
  }),
  empower: endpoint({
    method: 'POST',
    path: '/v1/oauth2/empower',
    isClosedToVisitors: true,
    access: 'login',
    summary: '检查应用的授权请求',
    body: OauthRequest,
    data: z.object({
      empowerId: EmpowerId,
      appName: z.string(),
      appLogo: z.string(),
      scopes: z.array(Scope),
      expireAt: Instant,
    }),
    errors: ['refused'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/v1/oauth2/empower/confirm',
    isClosedToVisitors: true,
    access: 'login',
    summary: '同意或拒绝应用的授权请求',
    audit: ['oauth.allow'],
    body: z.object({ empowerId: EmpowerId, agree: z.boolean() }),
    data: z.object({ redirectUrl: z.string() }),
    errors: ['refused'],
  }),
  grants: endpoint({
    method: 'POST',
    path: '/v1/oauth2/grant/list',
    isRead: true,
    access: 'enterprise:settingsEdit',
    summary: '授权应用',
    data: z.array(OauthGrant),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/v1/oauth2/grant/del',
    access: 'enterprise:settingsEdit',
    summary: '撤销应用的授权',
    audit: ['oauth.revoke'],
    query: z.object({ id: GrantId }),
    data: Ok,
    errors: ['notFound'],
  }),
}
