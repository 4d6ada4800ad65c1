import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoCredentials } from '../demo-credentials.ts'
import { ALL_SCOPES, AUTHORISE_QUERY, type Json } from '../testing/douyin-client.ts'
import { ELSEWHERE, openStage, SPRUCE, type Stage, UNCERTIFIED } from '../testing/stage.ts'
import type { AuthoriseAnswer } from '../views.ts'
import { douyinAuthoriseView } from './authorise.ts'

const { clientKey, clientSecret } = demoCredentials.douyin
const DAY_MS = 24 * 3_600_000

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const codeOf = (answer: Json): number => Number(answer.data.error_code)
const refresh = (refreshToken: string) =>
  stage.douyin.form('/oauth/refresh_token/', {
    client_key: clientKey,
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  })
const renew = (refreshToken: string) =>
  stage.douyin.form('/oauth/renew_refresh_token/', { client_key: clientKey, refresh_token: refreshToken })
const userInfo = (openId: string, token: string) =>
  stage.douyin.form('/oauth/userinfo/', { open_id: openId, access_token: token })

const problemOf = (change: Record<string, string>) =>
  douyinAuthoriseView(stage.world, { ...AUTHORISE_QUERY, ...change }).problem?.code

describe('the authorise page', () => {
  test('asks for what our application asks for, ticked or not', () => {
    const { scopes, problem } = douyinAuthoriseView(stage.world, {
      ...AUTHORISE_QUERY,
      optionalScope: 'im.recall_message,1,item.comment,0',
    })
    expect(problem).toBeNull()
    expect(scopes.map(({ name, isRequired, isTicked }) => [name, isRequired, isTicked])).toEqual([
      ['user_info', true, true],
      ['im.direct_message', false, true],
      ['im.recall_message', false, true],
      ['item.comment', false, false],
    ])
  })

  test('refuses a wrong application, answer type, address and scope', () => {
    expect(problemOf({ client_key: 'other' })).toBe(10003)
    expect(problemOf({ response_type: 'token' })).toBe(10002)
    expect(problemOf({ redirect_uri: 'https://evil.example/hooks/douyin/callback' })).toBe(10006)
    expect(problemOf({ redirect_uri: `${AUTHORISE_QUERY.redirect_uri}?mine=1` })).toBe(10006)
    expect(problemOf({ redirect_uri: 'not an address' })).toBe(10006)
    expect(problemOf({ scope: '', optionalScope: '' })).toBe(10005)
    expect(problemOf({ scope: 'user_info,aweme.share' })).toBe(10004)
  })

  test('takes the names of loopback for one place', async () => {
    const local = await openStage({ redirectUri: 'http://127.0.0.1:8080/hooks/douyin/callback' })
    const query = { ...AUTHORISE_QUERY, redirect_uri: 'http://localhost:8080/hooks/douyin/callback' }
    expect(douyinAuthoriseView(local.world, query).problem).toBeNull()
    await local.close()
  })

  test('sends a refusing merchant back without a code, and an account bound elsewhere nowhere', async () => {
    const answer = await stage.control<AuthoriseAnswer>('authorise', { source: 'douyin', query: AUTHORISE_QUERY })
    expect(answer).toEqual({ kind: 'redirect', location: `${AUTHORISE_QUERY.redirect_uri}?state=attempt-1` })

    const agreed = { accountId: ELSEWHERE, scopes: ALL_SCOPES }
    const refused = await stage.control<AuthoriseAnswer>('authorise', {
      source: 'douyin',
      query: AUTHORISE_QUERY,
      agreed,
    })
    expect(refused).toMatchObject({ kind: 'refused', code: null })

    await stage.merchant('douyin', ELSEWHERE, { do: 'release_elsewhere' })
    await expect(stage.douyin.link(ELSEWHERE)).resolves.toMatch(/^act\./)
  })
})

describe('the exchange', () => {
  test('answers tokens with the documented lives and tells us that the account is authorised', async () => {
    const { data } = await stage.douyin.exchange(await stage.douyin.agree(SPRUCE))
    expect(Number(data.expires_in)).toBe(1_296_000)
    expect(Number(data.refresh_expires_in)).toBe(2_592_000)
    expect(data).toMatchObject({ open_id: SPRUCE, scope: ALL_SCOPES.join(',') })
    await stage.advance(0)
    expect(JSON.parse(stage.arrived('authorize')[0]?.body ?? '')).toMatchObject({
      event: 'authorize',
      from_user_id: SPRUCE,
      content: { scopes: ALL_SCOPES },
    })
  })

  test('grants what was ticked and nothing else', async () => {
    const { data } = await stage.douyin.exchange(await stage.douyin.agree(SPRUCE, ['im.direct_message']))
    expect(data.scope).toBe('user_info,im.direct_message')
  })

  test('takes a code once, for ten minutes', async () => {
    const code = await stage.douyin.agree(SPRUCE)
    expect(codeOf(await stage.douyin.exchange(code))).toBe(0)
    expect(codeOf(await stage.douyin.exchange(code))).toBe(10007)
    const late = await stage.douyin.agree(SPRUCE)
    await stage.advance(600_000)
    expect(codeOf(await stage.douyin.exchange(late))).toBe(10007)
  })

  test('wants the right application', async () => {
    const fields = { client_key: clientKey, client_secret: clientSecret, code: 'x', grant_type: 'authorization_code' }
    const exchange = (change: Record<string, string>) =>
      stage.douyin.form('/oauth/access_token/', { ...fields, ...change }).then(codeOf)
    expect(await exchange({ client_key: 'other' })).toBe(10003)
    expect(await exchange({ client_secret: 'other' })).toBe(10013)
    expect(await exchange({ grant_type: 'other' })).toBe(10002)
    expect(await exchange({ code: '' })).toBe(10005)
    expect(await exchange({ extra: '1' })).toBe(10002)
  })

  test('takes JSON as well as a form', async () => {
    const code = await stage.douyin.agree(SPRUCE)
    const body = { client_key: clientKey, client_secret: clientSecret, code, grant_type: 'authorization_code' }
    expect(codeOf(await stage.douyin.json('/oauth/access_token/', '', body))).toBe(0)
  })

  test('makes the tokens of an earlier grant worthless', async () => {
    const before = await stage.douyin.link(SPRUCE)
    const after = await stage.douyin.link(SPRUCE)
    expect(codeOf(await userInfo(SPRUCE, before))).toBe(2190002)
    expect(codeOf(await userInfo(SPRUCE, after))).toBe(0)
  })
})

describe('keeping tokens alive', () => {
  test('a refresh gives the access token new life and leaves the refresh token’s end where it was', async () => {
    const { data } = await stage.douyin.exchange(await stage.douyin.agree(SPRUCE))
    await stage.advance(14 * DAY_MS)
    const after = await refresh(data.refresh_token as string)
    expect(Number(after.data.expires_in)).toBe(1_296_000)
    expect(Number(after.data.refresh_expires_in)).toBe(16 * 86_400)
    await stage.advance(16 * DAY_MS)
    expect(codeOf(await refresh(data.refresh_token as string))).toBe(10010)
    expect(codeOf(await refresh('rft.unknown'))).toBe(10010)
  })

  test('a refresh token is renewed five times, each time as another one', async () => {
    const { data } = await stage.douyin.exchange(await stage.douyin.agree(SPRUCE))
    let token = data.refresh_token as string
    for (let count = 1; count <= 5; count++) {
      await stage.advance(20 * DAY_MS)
      const answer = await renew(token)
      expect(Number(answer.data.expires_in)).toBe(2_592_000)
      expect(codeOf(await renew(token))).toBe(10010)
      token = answer.data.refresh_token as string
    }
    expect(codeOf(await renew(token))).toBe(10020)
    expect(codeOf(await refresh(token))).toBe(0)
  })

  test('renewing wants its own scope', async () => {
    const { data } = await stage.douyin.exchange(await stage.douyin.agree(SPRUCE, ['im.direct_message']))
    expect(codeOf(await renew(data.refresh_token as string))).toBe(10004)
  })

  test('a second client token silences the first', async () => {
    const first = await stage.douyin.clientToken()
    const second = await stage.douyin.clientToken()
    expect(codeOf(await stage.douyin.json('/event/status/list', first))).toBe(2190002)
    expect(codeOf(await stage.douyin.json('/event/status/list', second))).toBe(0)
    await stage.advance(7_200_000)
    expect(codeOf(await stage.douyin.json('/event/status/list', second))).toBe(2190008)
    expect(codeOf(await stage.douyin.json('/event/status/list', await stage.douyin.link(SPRUCE)))).toBe(2190004)
  })

  test('lives follow the knobs', async () => {
    await stage.knobs({ 'token.ttl': 60, 'refresh.ttl': 120, 'client.ttl': 30 })
    const { data } = await stage.douyin.exchange(await stage.douyin.agree(SPRUCE))
    expect([Number(data.expires_in), Number(data.refresh_expires_in)]).toEqual([60, 120])
    const client = await stage.douyin.clientToken()
    await stage.advance(30_000)
    expect(codeOf(await stage.douyin.json('/event/status/list', client))).toBe(2190008)
    await stage.advance(30_000)
    expect(codeOf(await userInfo(SPRUCE, data.access_token as string))).toBe(10008)
  })
})

test('the profile tells an enterprise from everybody else', async () => {
  const token = await stage.douyin.link(SPRUCE)
  expect((await userInfo(SPRUCE, token)).data).toMatchObject({ nickname: '云杉家居', e_account_role: 'EAccountS' })
  expect(codeOf(await userInfo('other', token))).toBe(2190015)
  const other = await stage.douyin.link(UNCERTIFIED)
  expect((await userInfo(UNCERTIFIED, other)).data).toMatchObject({ e_account_role: '' })
})

test('business tokens are for mini-programs', async () => {
  expect(codeOf(await stage.douyin.json('/oauth/business_token/', '', {}))).toBe(10004)
})

test('numbers come as numbers and, now and then, as strings', async () => {
  const kinds = new Set<string>()
  for (let count = 0; count < 30; count++) {
    const answer = await stage.douyin.form('/oauth/client_token/', {
      client_key: clientKey,
      client_secret: clientSecret,
      grant_type: 'client_credential',
    })
    kinds.add(`${typeof answer.data.expires_in} ${typeof answer.data.error_code}`)
  }
  expect([...kinds].toSorted()).toEqual(['number number', 'string string'])
})
