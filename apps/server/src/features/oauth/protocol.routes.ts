import OAuth2Server from '@node-oauth/oauth2-server'
import { type EntId, OAUTH_SCOPES, type OauthScope } from '@ruwu/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { countTry, undoTry } from '../../platform/auth/throttle.repo.ts'
import { hashToken } from '../../platform/auth/token.ts'
import { avatarPath } from '../../chat/chat-user/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { limitAddress } from '../../platform/http/limit-address.ts'
import { type Grantor, isOwnSecret, oauthServer } from './oauth-server.ts'
import { findApp, findToken, revokeGrant } from './oauth.repo.ts'

/** Guesses of one address at client secrets and codes. */
const FAILURES = { most: 60, windowMs: 10 * 60_000 }

type Deps = { db: Database; clock: Clock; publicUrl: string; closedEntId: EntId | undefined }
type Form = Record<string, string>

/** What applications call themselves, in the forms of RFC 6749 (token), 7009 (revocation), 8414 (metadata) and a user endpoint. */
export async function oauthProtocolRoutes(
  app: FastifyInstance,
  { db, clock, publicUrl, closedEntId }: Deps,
): Promise<void> {
  const server = (verifier?: string) => oauthServer({ sql: db.sql, now: clock.now(), verifier, closedEntId })

  /** Limits guesses. They are counted before the answer is known, so that concurrent ones count. */
  async function answerGuess(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (form: Form, response: Answer) => Promise<unknown>,
  ) {
    const key = `oauth:${limitAddress(request.ip)}`
    const { count } = await countTry(db.sql, key, FAILURES, clock.now())
    if (count > FAILURES.most) return reply.code(429).send({ error: 'slow_down' })
    return answer(reply, async (response) => {
      try {
        const body = await work(formOf(request), response)
        await undoTry(db.sql, key)
        return body
      } catch (error) {
        if (!isGuess(error, request)) await undoTry(db.sql, key)
        throw error
      }
    })
  }

  app.get('/.well-known/oauth-authorization-server', () => metadata(publicUrl))

  await app.register(async (scope) => {
    acceptForms(scope)

    scope.post('/oauth2/token', (request, reply) =>
      answerGuess(request, reply, async (form, response) => {
        await server(form.code_verifier).token(read(request, form), response)
        return response.body
      }),
    )

    scope.post('/oauth2/revoke', (request, reply) =>
      answerGuess(request, reply, async ({ token = '', ...form }) => {
        const now = clock.now()
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
      answer(reply, async (response) => {
        const token = await server().authenticate(read(request, {}), response)
        return aboutUser(token.user as Grantor, (token.scope ?? []) as OauthScope[], publicUrl)
      }),
    )
  })
}

type Answer = InstanceType<typeof OAuth2Server.Response>

/** The library's error is the answer. */
async function answer(reply: FastifyReply, work: (response: Answer) => Promise<unknown>) {
  const response = new OAuth2Server.Response()
  try {
    const body = await work(response)
    return await reply.headers(headersOf(response)).send(body)
  } catch (error) {
    if (!(error instanceof OAuth2Server.OAuthError) || error.code >= 500) throw error
    const { name, message, code } = error
    return reply.code(code).headers(headersOf(response)).send({ error: name, error_description: message })
  }
}

const headersOf = (response: Answer) => ({ 'cache-control': 'no-store', ...response.headers })

/** An expired refresh token is no guess: applications use one that has grown old. */
const isGuess = (error: unknown, { body }: FastifyRequest): boolean =>
  error instanceof OAuth2Server.InvalidClientError ||
  (error instanceof OAuth2Server.InvalidGrantError &&
    body instanceof URLSearchParams &&
    body.get('grant_type') === 'authorization_code')

function aboutUser({ agentId, entId, holder }: Grantor, scopes: readonly OauthScope[], publicUrl: string) {
  const avatar = holder?.avatar || avatarPath(agentId)
  const picture = avatar.startsWith('/') ? publicUrl + avatar : avatar
  return {
    sub: agentId,
    ...(scopes.includes('profile') && { name: holder?.name, picture }),
    ...(scopes.includes('enterprise') && { enterprise: { id: entId, name: holder?.entName } }),
  }
}

/** The library takes the parts of HTTP Basic as they are: they are decoded for it. */
function read(request: FastifyRequest, body: Form) {
  const headers = request.headers as Record<string, string>
  const basic = basicOf(request)
  const authorization = basic && `Basic ${Buffer.from(`${basic.clientId}:${basic.secret}`).toString('base64')}`
  return new OAuth2Server.Request({
    method: request.method,
    headers: authorization ? { ...headers, authorization } : headers,
    query: {},
    body,
  })
}

const credentialsOf = (request: FastifyRequest, form: Form): { clientId: string; secret: string | undefined } =>
  basicOf(request) ?? { clientId: form.client_id ?? '', secret: form.client_secret }

/** Both parts are form-encoded (RFC 6749 2.3.1). */
function basicOf({ headers }: FastifyRequest): { clientId: string; secret: string } | undefined {
  const [, encoded] = /^Basic (\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':')
  try {
    return { clientId: formDecoded(id), secret: formDecoded(secret) }
  } catch {
    throw new OAuth2Server.InvalidClientError('Invalid client: malformed credentials')
  }
}

const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

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
