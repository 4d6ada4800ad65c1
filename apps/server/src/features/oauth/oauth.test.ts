import { type Data, oauthApi, type OauthRequest } from '@ruwu/contract'
import { EMPOWER_MS, OAUTH_ACCESS_MS, OAUTH_CODE_MS } from '@ruwu/domain'
import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { agent, oauthApp, oauthEmpower, oauthGrant, oauthToken } from '../../db/schema/index.ts'
import { hashToken } from '../../platform/auth/token.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { world } from '../../testing/world.ts'
import { manageOauthApps } from '../admin/index.ts'
import { deleteOldGrants } from './index.ts'

const BACK = 'https://crm.example.com/back'

/** An application as it is registered, with an unmodified public OAuth client library on its side. */
async function withApp(...options: string[]) {
  const here = await world()
  const { db, clock, address } = here
  const said = await manageOauthApps({ db, now: clock.now() }, ['add', '客户管家', BACK, ...options])
  const clientId = /client_id (\w+)/.exec(said)?.[1] ?? ''
  const secret = /client_secret (\S+)（/.exec(said)?.[1]
  const issuer = new URL(`http://${address}`)
  const insecure = { [oauth.allowInsecureRequests]: true }
  // The node of a test listens on another port than its configuration says.
  const discovered = await fetch(new URL('/.well-known/oauth-authorization-server', issuer)).then((it) => it.json())
  const server: oauth.AuthorizationServer = {
    ...discovered,
    issuer: issuer.href,
    token_endpoint: new URL('/oauth2/token', issuer).href,
    revocation_endpoint: new URL('/oauth2/revoke', issuer).href,
    userinfo_endpoint: new URL('/oauth2/userinfo', issuer).href,
  }
  const client: oauth.Client = { client_id: clientId }
  const auth = secret === undefined ? oauth.None() : oauth.ClientSecretPost(secret)

  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const request: OauthRequest = {
    clientId,
    redirectUri: BACK,
    responseType: 'code',
    scope: 'profile enterprise',
    state,
    codeChallenge: await oauth.calculatePKCECodeChallenge(verifier),
    codeChallengeMethod: 'S256',
  }

  return {
    ...here,
    server,
    client,
    auth,
    insecure,
    request,
    state,
    secret,
    /** The agent opens the consent page and answers. */
    async decide(agree: boolean, change: Partial<OauthRequest> = {}): Promise<URL> {
      const { empowerId } = await here.lin.call(oauthApi.empower, { body: { ...request, ...change } })
      const { redirectUrl } = await here.lin.call(oauthApi.confirm, { body: { empowerId, agree } })
      return new URL(redirectUrl)
    },
    async exchange(back: URL, { own = verifier, by = auth, as = client } = {}): Promise<Response> {
      const parameters = oauth.validateAuthResponse(server, client, back, state)
      return oauth.authorizationCodeGrantRequest(server, as, by, parameters, BACK, own, insecure)
    },
    async tokens(back: URL): Promise<oauth.TokenEndpointResponse> {
      return oauth.processAuthorizationCodeResponse(server, client, await this.exchange(back))
    },
    whoIs: (token: string) =>
      oauth.protectedResourceRequest(token, 'GET', new URL('/oauth2/userinfo', issuer), undefined, undefined, insecure),
    async renew(refreshToken: string): Promise<Response> {
      return oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, insecure)
    },
  }
}

/** The protocol's error, as the application reads it. */
const errorOf = async (call: Promise<Response>): Promise<unknown> => {
  const answer = await call
  return ((await answer.json()) as { error?: unknown }).error
}

const statusOf = async (call: Promise<Response>): Promise<number> => {
  try {
    return (await call).status
  } catch (error) {
    if (error instanceof oauth.WWWAuthenticateChallengeError) return error.response.status
    throw error
  }
}

test.each([[[]], [['secret']]])('a public client library signs in with a Ruwu account, options %o', async (options) => {
  const there = await withApp(...options)
  const { db, lin, zhao } = there

  const tokens = await there.tokens(await there.decide(true))

  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'profile enterprise' })
  // The library counts whole seconds that are left.
  expect([3599, 3600]).toContain(tokens.expires_in)
  const picture = `http://127.0.0.1:8080/avatar/${lin.id}`
  expect(await (await there.whoIs(tokens.access_token)).json()).toMatchObject({ sub: lin.id, name: '林小满', picture })
  await db.sql.update(agent).set({ avatar: 'https://pictures.example.com/lin.png' })
  expect(await (await there.whoIs(tokens.access_token)).json()).toMatchObject({
    picture: 'https://pictures.example.com/lin.png',
  })
  const [grant] = await zhao.call(oauthApi.grants, {})
  expect(grant).toMatchObject({ appName: '客户管家', agentId: lin.id, agentName: '林小满' })
  expect(grant?.scopes.map(({ code }) => code)).toEqual(['profile', 'enterprise'])
  expect(grant?.lastUsedAt).not.toBeNull()
  expect(await auditEntries(db, oauthApi.confirm)).toMatchObject([{ agentId: lin.id, objectName: '客户管家' }])
  const stored = JSON.stringify(await db.sql.select().from(oauthToken))
  for (const value of [tokens.access_token, tokens.refresh_token]) expect(stored).not.toContain(value)
})

test('only what was allowed is told', async () => {
  const there = await withApp()

  const { access_token } = await there.tokens(await there.decide(true, { scope: 'enterprise' }))

  const told = await (await there.whoIs(access_token)).json()
  expect(told).toEqual({ sub: there.lin.id, enterprise: { id: there.lin.entId, name: expect.any(String) } })
})

test('a refusal goes back to the application, and nothing is stored', async () => {
  const there = await withApp()

  const back = await there.decide(false)

  expect(back.href).toBe(`${BACK}?error=access_denied&state=${there.state}`)
  expect(() => oauth.validateAuthResponse(there.server, there.client, back, there.state)).toThrow()
  expect(await there.db.sql.select().from(oauthGrant)).toEqual([])
  expect(await there.db.sql.select().from(oauthEmpower)).toEqual([])
})

test('a request that is not registered stays here', async () => {
  const { lin, request } = await withApp()

  for (const [change, reason] of [
    [{ clientId: 'unknown' }, '应用不存在'],
    [{ redirectUri: `${BACK}/other` }, '回调地址未登记'],
    [{ scope: 'profile messages' }, '未知的权限 messages'],
    [{ codeChallenge: '', codeChallengeMethod: '' }, '缺少 PKCE 校验（S256）'],
  ] as const) {
    const refusal = await lin.refused(oauthApi.empower, { body: { ...request, ...change } })
    expect(refusal).toMatchObject({ code: 42200, msg: `授权请求无效：${reason}` })
  }
  const { clientId, redirectUri } = request
  expect(await lin.call(oauthApi.app, { body: { clientId, redirectUri } })).toEqual({
    appName: '客户管家',
    appLogo: '',
  })
  expect(
    await lin.refused(oauthApi.app, { body: { clientId, redirectUri: 'https://evil.example.com' } }),
  ).toMatchObject({
    msg: '授权请求无效：回调地址未登记',
  })
})

test('a consent page is answered once, in time, by the agent who opened it', async () => {
  const { lin, wei, rival, clock, request } = await withApp()
  const open = async (): Promise<Data<typeof oauthApi.empower>> => lin.call(oauthApi.empower, { body: request })
  const over = { code: 42200, msg: '授权请求已过期，请返回应用重新发起' }

  const { empowerId } = await open()
  const body = { empowerId, agree: true }
  expect(await wei.refused(oauthApi.confirm, { body })).toMatchObject(over)
  expect(await absentForRival(rival, oauthApi.confirm, { body }, over.msg)).toMatchObject(over)
  const answers = await Promise.allSettled([1, 2, 3].map(() => lin.call(oauthApi.confirm, { body })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)

  const late = await open()
  clock.advance(EMPOWER_MS)
  expect(await lin.refused(oauthApi.confirm, { body: { empowerId: late.empowerId, agree: true } })).toMatchObject(over)
})

test('a code is exchanged once: the second time everything it led to ends', async () => {
  const there = await withApp()
  const back = await there.decide(true)

  const { access_token } = await there.tokens(back)
  expect(await statusOf(there.whoIs(access_token))).toBe(200)
  expect(await statusOf(there.exchange(back))).toBe(400)

  expect(await statusOf(there.whoIs(access_token))).toBe(401)
  expect(await there.zhao.call(oauthApi.grants, {})).toEqual([])
})

test('of exchanges at the same time at most one succeeds', async () => {
  const there = await withApp()
  const back = await there.decide(true)

  const statuses = await Promise.all(Array.from({ length: 6 }, () => statusOf(there.exchange(back))))

  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
  expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(5)
})

test('a code is worth nothing after a minute, or to another application', async () => {
  const there = await withApp()
  const other = /client_id (\w+)/.exec(
    await manageOauthApps({ db: there.db, now: there.clock.now() }, ['add', '别的应用', BACK]),
  )?.[1]

  const late = await there.decide(true)
  there.clock.advance(OAUTH_CODE_MS)
  expect(await errorOf(there.exchange(late))).toBe('invalid_grant')

  const as = { client_id: other ?? '' }
  expect(await errorOf(there.exchange(await there.decide(true), { as }))).toBe('invalid_grant')
})

test('a code that leaked without its verifier opens nothing, and its owner loses nothing', async () => {
  const there = await withApp()
  const back = await there.decide(true)
  const leaked = () => there.exchange(back, { own: oauth.generateRandomCodeVerifier() })

  expect(await errorOf(leaked())).toBe('invalid_grant')
  const { access_token } = await there.tokens(back)
  expect(await errorOf(leaked())).toBe('invalid_grant')

  expect(await statusOf(there.whoIs(access_token))).toBe(200)
})

test('an application that has a secret needs it', async () => {
  const there = await withApp('secret')

  for (const by of [oauth.None(), oauth.ClientSecretPost('wrong'), oauth.ClientSecretBasic('wrong')])
    expect(await errorOf(there.exchange(await there.decide(true), { by }))).toBe('invalid_client')
})

test('a secret by HTTP Basic arrives as it is, whatever characters the client encodes', async () => {
  const there = await withApp('secret')
  const { server, client, insecure } = there
  const secret = 'a-b_c.d~e+f%'
  await there.db.sql.update(oauthApp).set({ secretHash: hashToken(secret) })
  const by = oauth.ClientSecretBasic(secret)

  const exchanged = await there.exchange(await there.decide(true), { by })
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged)

  expect(await statusOf(oauth.revocationRequest(server, client, by, tokens.access_token, insecure))).toBe(200)
  expect(await statusOf(there.whoIs(tokens.access_token))).toBe(401)
})

test('what leaked on one device ends the consent of that device alone', async () => {
  const there = await withApp()
  const phone = await there.tokens(await there.decide(true))
  there.clock.advance(1)
  const back = await there.decide(true, { scope: 'enterprise' })
  const computer = await there.tokens(back)

  // One row for both, with all that the application may read.
  const [grant, ...others] = await there.zhao.call(oauthApi.grants, {})
  expect([grant?.scopes.map(({ code }) => code), others]).toEqual([['profile', 'enterprise'], []])

  expect(await errorOf(there.exchange(back))).toBe('invalid_grant')
  expect(await statusOf(there.whoIs(computer.access_token))).toBe(401)
  expect(await statusOf(there.whoIs(phone.access_token))).toBe(200)

  await there.tokens(await there.decide(true))
  const [left] = await there.zhao.call(oauthApi.grants, {})
  await there.zhao.call(oauthApi.revoke, { query: { id: left!.id } })
  expect(await statusOf(there.whoIs(phone.access_token))).toBe(401)
  expect(await there.zhao.call(oauthApi.grants, {})).toEqual([])
})

test('guesses at secrets and codes are limited by address; expired tokens are no guesses', async () => {
  const there = await withApp('secret')
  for (let no = 0; no < 61; no += 1) expect(await statusOf(there.whoIs('expired'))).toBe(401)
  for (let no = 0; no < 61; no += 1) expect(await errorOf(there.renew('expired'))).toBe('invalid_grant')
  const back = await there.decide(true)

  const guess = () => there.exchange(back, { by: oauth.ClientSecretPost('wrong') })
  for (let no = 0; no < 60; no += 1) expect(await errorOf(guess())).toBe('invalid_client')

  expect(await statusOf(guess())).toBe(429)
})

test('a refresh token is replaced by its use, and its second use ends the grant', async () => {
  const there = await withApp()
  const first = await there.tokens(await there.decide(true))
  there.clock.advance(OAUTH_ACCESS_MS)
  expect(await statusOf(there.whoIs(first.access_token))).toBe(401)

  const renewed = await oauth.processRefreshTokenResponse(
    there.server,
    there.client,
    await there.renew(first.refresh_token ?? ''),
  )

  expect(await statusOf(there.whoIs(renewed.access_token))).toBe(200)
  expect(await statusOf(there.renew(first.refresh_token ?? ''))).toBe(400)
  expect(await statusOf(there.whoIs(renewed.access_token))).toBe(401)
})

test('a grant ends with its revocation, by the enterprise or the application, and with the agent', async () => {
  const there = await withApp()
  const { zhao, rival, db, server, client, auth, insecure } = there

  const first = await there.tokens(await there.decide(true))
  const [grant] = await zhao.call(oauthApi.grants, {})
  expect(await rival.call(oauthApi.grants, {})).toEqual([])
  const query = { id: grant!.id }
  expect(await absentForRival(rival, oauthApi.revoke, { query })).toMatchObject({ msg: '授权不存在或已删除' })
  await zhao.call(oauthApi.revoke, { query })
  expect(await statusOf(there.whoIs(first.access_token))).toBe(401)
  expect(await zhao.refused(oauthApi.revoke, { query })).toMatchObject({ code: 40401 })
  expect(await auditEntries(db, oauthApi.revoke)).toMatchObject([{ agentId: zhao.id, objectName: '客户管家' }])

  const second = await there.tokens(await there.decide(true))
  expect(await statusOf(oauth.revocationRequest(server, client, auth, second.refresh_token ?? '', insecure))).toBe(200)
  expect(await statusOf(there.whoIs(second.access_token))).toBe(401)

  const third = await there.tokens(await there.decide(true))
  await db.sql.update(agent).set({ enabled: false })
  expect(await statusOf(there.whoIs(third.access_token))).toBe(401)
})

test('a removed application has nothing left, and what has expired is deleted', async () => {
  const there = await withApp()
  const { db, clock, request } = there
  await there.tokens(await there.decide(true))
  await there.lin.call(oauthApi.empower, { body: request })

  await manageOauthApps({ db, now: clock.now() }, ['remove', request.clientId])
  expect([
    await db.sql.select().from(oauthGrant),
    await db.sql.select().from(oauthToken),
    await db.sql.select().from(oauthEmpower),
  ]).toEqual([[], [], []])

  const other = await withApp()
  await other.tokens(await other.decide(true))
  await other.lin.call(oauthApi.empower, { body: other.request })
  other.clock.advance(31 * 24 * 60 * 60_000)
  await deleteOldGrants(other.db.sql, other.clock.now())
  expect(await other.db.sql.select().from(oauthGrant)).toEqual([])
  expect(await other.db.sql.select().from(oauthToken)).toEqual([])
  expect(await other.db.sql.select().from(oauthEmpower)).toEqual([])
})

test('a repeated parameter and another method are refused as the protocol says', async () => {
  const { server } = await withApp()

  const repeated = await fetch(server.token_endpoint!, {
    method: 'POST',
    body: new URLSearchParams('grant_type=refresh_token&grant_type=authorization_code'),
  })
  expect(repeated.status).toBe(400)
  const unknown = await fetch(server.token_endpoint!, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'x' }),
  })
  expect(unknown.status).toBeGreaterThanOrEqual(400)
  expect(await unknown.json()).toMatchObject({ error: expect.any(String) })
})
