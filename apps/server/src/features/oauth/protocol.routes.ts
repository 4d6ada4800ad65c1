import OAuth2Server from '@node-oauth/oauth2-server'
import { type EntId, OAUTH_SCOPES, type OauthScope } from '@ruwu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { countTry, undoTry } from '../../platform/auth/throttle.repo.ts'
import { hashToken } from '../../platform/auth/token.ts'
import type { Clock } from '../../platform/clock.ts'
import { limitAddress } from '../../platform/http/limit-address.ts'
import { type Grantor, isOwnSecret, oauthServer } from './oauth-server.ts'
import { findApp, findToken, revokeGrant } from './oauth.repo.ts'

/** Calls of an address that fail: a client secret or a token cannot be guessed. */
const FAILURES = { most: 60, windowMs: 10 * 60_000 }

type Deps = { db: Database; clock: Clock; publicUrl: string; closedEntId: EntId | undefined }
type Form = Record<string, string>

/** What applications call themselves, in the forms of RFC 6749 (token), 7009 (revocation), 8414 (metadata) and a user endpoint. */
export async function oauthProtocolRoutes(
  app: FastifyInstance,
  { db, clock, publicUrl, closedEntId }: Deps,
): Promise<void> {
  const server = () => oauthServer({ sql: db.sql, now: clock.now(), closedEntId })
  /** Limits failed calls of an address; the library's error is the answer. */
  async function answer(request: FastifyRequest, reply: FastifyReply, work: (response: Answer) => Promise<unknown>) {
    const key = `oauth:${limitAddress(request.ip)}`
    const { count } = await countTry(db.sql, key, FAILURES, clock.now())
    if (count > FAILURES.most) return reply.code(429).send({ error: 'slow_down' })
    const response = new OAuth2Server.Response()
    try {
      const body = await work(response)
      await undoTry(db.sql, key)
      return await reply.headers(headersOf(response)).send(body)
    } catch (error) {
      if (!(error instanceof OAuth2Server.OAuthError) || error.code >= 500) throw error
      const { name, message, code } = error
      return reply.code(code).headers(headersOf(response)).send({ error: name, error_description: message })
    }
  }

  app.get('/.well-known/oauth-authorization-server', () => metadata(publicUrl))

  await app.register(async (scope) => {
    acceptForms(scope)

    scope.post('/oauth2/token', (request, reply) =>
      answer(request, reply, async (response) => {
        await server().token(read(request, formOf(request)), response)
        return response.body
      }),
    )

    scope.post('/oauth2/revoke', (request, reply) =>
      answer(request, reply, async () => {
        const now = clock.now()
        const { token = '', ...form } = formOf(request)
        const { clientId, secret } = credentialsOf(request, form)
        const client = await findApp(db.sql, clientId)
        if (!client || !isOwnSecret(client, secret)) throw new OAuth2Server.InvalidClientError('Invalid client')
        const found = await findToken(db.sql, hashToken(token), ['access', 'refresh'], now)
        if (found?.clientId === clientId) await revokeGrant(db.sql, found.entId, found.grantId, now)
        // An unknown token is as good as a revoked one (RFC 7009 2.2).
        return {}
      }),
    )

    scope.get('/oauth2/userinfo', (request, reply) =>
      answer(request, reply, async (response) => {
        const token = await server().authenticate(read(request, {}), response)
        return aboutUser(token.user as Grantor, (token.scope ?? []) as OauthScope[])
      }),
    )
  })
}

type Answer = InstanceType<typeof OAuth2Server.Response>

const headersOf = (response: Answer) => ({ 'cache-control': 'no-store', ...response.headers })

function aboutUser({ agentId, entId, holder }: Grantor, scopes: readonly OauthScope[]) {
  return {
    sub: agentId,
    ...(scopes.includes('profile') && { name: holder?.name, picture: holder?.avatar }),
    ...(scopes.includes('enterprise') && { enterprise: { id: entId, name: holder?.entName } }),
  }
}

const read = (request: FastifyRequest, body: Form) =>
  new OAuth2Server.Request({
    method: request.method,
    headers: request.headers as Record<string, string>,
    query: {},
    body,
  })

/** By HTTP Basic, whose parts are form-encoded (RFC 6749 2.3.1), or in the form. */
function credentialsOf({ headers }: FastifyRequest, form: Form): { clientId: string; secret: string | undefined } {
  const [, encoded] = /^Basic (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (encoded === undefined) return { clientId: form.client_id ?? '', secret: form.client_secret }
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  return { clientId: id, secret }
}

function acceptForms(scope: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
}

/** A parameter given twice is refused (RFC 6749 3.2). */
function formOf({ body }: FastifyRequest): Form {
  const entries = body instanceof URLSearchParams ? [...body] : []
  const form = Object.fromEntries(entries)
  if (Object.keys(form).length < entries.length) throw new OAuth2Server.InvalidRequestError('Repeated parameter')
  return form
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth2/confirm`,
  token_endpoint: `${issuer}/oauth2/token`,
  revocation_endpoint: `${issuer}/oauth2/revoke`,
  userinfo_endpoint: `${issuer}/oauth2/userinfo`,
  scopes_supported: OAUTH_SCOPES,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
})
