import { timingSafeEqual } from 'node:crypto'
import OAuth2Server from '@node-oauth/oauth2-server'
import type { AgentId, EntId, GrantId, OauthScope } from '@ruwu/contract'
import { OAUTH_ACCESS_MS, OAUTH_CODE_MS, OAUTH_REFRESH_MS, oauthScopes } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { hashToken, newToken } from '../../platform/auth/token.ts'
import { newId } from '../../platform/ids.ts'
import {
  type App,
  findApp,
  findToken,
  type Holder,
  insertGrant,
  insertTokens,
  revokeGrant,
  touchGrant,
  useToken,
} from './oauth.repo.ts'

/** The agent on whose behalf an application acts; the grant exists from the consent on. */
export type Grantor = { entId: EntId; agentId: AgentId; grantId?: GrantId; holder?: Holder }

/** The library compares with the machine's clock; what has expired by ours is not found. */
const NOT_EXPIRED = new Date(8.64e15)

const GRANTS = ['authorization_code', 'refresh_token']

/** `verifier`: the code verifier of a token request. `closedEntId`: an enterprise whose agents cannot sign in. */
type OauthServerDeps = { sql: Queryable; now: Date; verifier?: string | undefined; closedEntId?: EntId | undefined }

/** The protocol itself (RFC 6749, 7636) is the library's; this stores and finds what it asks for. */
export function oauthServer({ sql: db, now, verifier, closedEntId }: OauthServerDeps): OAuth2Server {
  const after = (ms: number) => new Date(now.getTime() + ms)

  async function find(kind: 'code' | 'refresh' | 'access', value: string) {
    const token = await findToken(db, hashToken(value), [kind], now)
    return token?.entId === closedEntId ? undefined : token
  }

  /** A code or refresh token seen twice may be stolen: everything it led to ends (RFC 6749 4.1.2, RFC 9700 4.14.2). */
  async function findOnce(kind: 'code' | 'refresh', value: string) {
    const token = await find(kind, value)
    // Before the use is judged: a code that leaked without its verifier neither uses it up nor ends anything.
    if (token?.codeChallenge && !isVerifier(verifier, token.codeChallenge)) return undefined
    if (!token?.usedAt) return token
    await revokeGrant(db, token.entId, token.grantId, now)
    return undefined
  }

  async function takeOnce(value: string, user: Grantor): Promise<boolean> {
    const isFirst = await useToken(db, hashToken(value), now)
    if (!isFirst && user.grantId) await revokeGrant(db, user.entId, user.grantId, now)
    return isFirst
  }

  return new OAuth2Server({
    authorizationCodeLifetime: OAUTH_CODE_MS / 1000,
    accessTokenLifetime: OAUTH_ACCESS_MS / 1000,
    refreshTokenLifetime: OAUTH_REFRESH_MS / 1000,
    // Of an application that has a secret, `getClient` requires it.
    requireClientAuthentication: { authorization_code: false, refresh_token: false },
    model: {
      generateAccessToken: async () => newToken(),
      generateRefreshToken: async () => newToken(),
      generateAuthorizationCode: async () => newToken(),

      /** `secret` is null on the consent page, where the application itself is not present. */
      async getClient(clientId, secret: string | null | undefined) {
        const app = await findApp(db, clientId)
        if (!app || (secret !== null && !isOwnSecret(app, secret))) return undefined
        return { id: app.clientId, redirectUris: app.redirectUris, grants: GRANTS }
      },

      async validateScope(_user, _client, scope) {
        const wanted = scope ?? []
        return oauthScopes(wanted.join(' ')).length === wanted.length && wanted.length > 0 ? wanted : false
      },

      async saveAuthorizationCode(code, client, user) {
        const { entId, agentId } = user as Grantor
        const scopes = code.scope as OauthScope[]
        const grantId = newId<GrantId>(now)
        await insertGrant(db, { entId, id: grantId, agentId, clientId: client.id, scopes, createdAt: now })
        const { redirectUri, codeChallenge } = code
        const hash = hashToken(code.authorizationCode)
        const expiresAt = after(OAUTH_CODE_MS)
        await insertTokens(db, [{ hash, entId, grantId, kind: 'code', scopes, expiresAt, redirectUri, codeChallenge }])
        return { ...code, client, user }
      },

      async getAuthorizationCode(authorizationCode) {
        const code = await findOnce('code', authorizationCode)
        if (!code?.redirectUri || !code.codeChallenge) return undefined
        const { redirectUri, codeChallenge, scopes: scope, clientId } = code
        const client = { id: clientId, grants: GRANTS }
        const user = grantorOf(code)
        const pkce = { codeChallenge, codeChallengeMethod: 'S256' }
        return { authorizationCode, expiresAt: NOT_EXPIRED, redirectUri, scope, client, user, ...pkce }
      },

      revokeAuthorizationCode: ({ authorizationCode, user }) => takeOnce(authorizationCode, user as Grantor),

      async getRefreshToken(refreshToken) {
        const token = await findOnce('refresh', refreshToken)
        if (!token) return undefined
        const client = { id: token.clientId, grants: GRANTS }
        return { refreshToken, scope: token.scopes, client, user: grantorOf(token) }
      },

      revokeToken: ({ refreshToken, user }) => takeOnce(refreshToken, user as Grantor),

      async saveToken(token, client, user) {
        const { entId, grantId } = user as Required<Grantor>
        const common = { entId, grantId, scopes: token.scope as OauthScope[] }
        await insertTokens(db, [
          { ...common, kind: 'access', hash: hashToken(token.accessToken), expiresAt: after(OAUTH_ACCESS_MS) },
          {
            ...common,
            kind: 'refresh',
            hash: hashToken(token.refreshToken ?? newToken()),
            expiresAt: after(OAUTH_REFRESH_MS),
          },
        ])
        await touchGrant(db, entId, grantId, now)
        return { ...token, client, user }
      },

      async getAccessToken(accessToken) {
        const token = await find('access', accessToken)
        if (!token) return undefined
        const client = { id: token.clientId, grants: GRANTS }
        return { accessToken, accessTokenExpiresAt: NOT_EXPIRED, scope: token.scopes, client, user: grantorOf(token) }
      },
    },
  })
}

const grantorOf = ({ entId, grantId, ...holder }: { entId: EntId; grantId: GrantId } & Holder): Grantor => ({
  entId,
  agentId: holder.agentId,
  grantId,
  holder,
})

const isVerifier = (verifier: string | undefined, challenge: string): boolean =>
  verifier !== undefined && hashToken(verifier).toString('base64url') === challenge

/** Whether the caller may speak for the application: by its secret, or, where it has none, by PKCE alone. */
export function isOwnSecret({ secretHash }: Pick<App, 'secretHash'>, secret: string | undefined): boolean {
  if (!secretHash) return secret === undefined || secret === ''
  return secret !== undefined && timingSafeEqual(secretHash, hashToken(secret))
}
