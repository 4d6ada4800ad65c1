import { authApi } from '@ruwu/contract'
import { expect, onTestFinished, test } from 'vitest'
import { eq, like } from 'drizzle-orm'
import { chatToken, chatUser, throttle } from '../../db/schema/index.ts'
import { digest, PASSWORD } from '../../testing/password.ts'
import { startNode } from '../../testing/start-node.ts'
import { world, type World } from '../../testing/world.ts'
import { FAILURES_PER_ADDRESS, SIGN_INS_PER_USER } from './chat-auth.service.ts'

const register = ({ app }: Pick<World, 'app'>, id: string, ip = '203.0.113.1') =>
  app.inject({
    method: 'POST',
    url: '/auth/register',
    remoteAddress: ip,
    payload: { email: id, password: 'secret-1' },
  })

const enter = ({ app }: Pick<World, 'app'>, id: string, ip = '203.0.113.1', headers = {}) =>
  app.inject({ method: 'POST', url: '/api/guest/login', remoteAddress: ip, payload: { guestId: id }, headers })

test('where registration is closed strangers stay outside, and known users come in', async () => {
  const open = await world({ env: { CHAT_REGISTRATION: 'open' } })
  await register(open, 'known')
  const { token } = (await enter(open, 'guest')).json<{ token: string }>()
  const closed = await startNode(open.databaseUrl, open.clock, undefined, { env: { CHAT_REGISTRATION: 'closed' } })
  onTestFinished(() => closed.close())

  for (const answer of [await register(closed, 'stranger'), await enter(closed, 'stranger')])
    expect([answer.statusCode, answer.json()]).toEqual([403, { error: 'registration is closed' }])

  const payload = { email: 'known', password: 'secret-1' }
  expect((await closed.app.inject({ method: 'POST', url: '/auth/login', payload })).statusCode).toBe(200)
  expect((await enter(closed, 'guest', '203.0.113.1', { authorization: `Bearer ${token}` })).statusCode).toBe(200)
  expect(await closed.db.sql.select().from(chatUser)).toHaveLength(2)
})

test('an address makes so many new users in an hour, all together twenty times as many', async () => {
  const here = await world({ env: { CHAT_NEW_USERS_PER_HOUR: '2' } })
  const tooMany = { error: 'too many new users, try again later' }

  expect((await register(here, 'a1')).statusCode).toBe(200)
  expect((await enter(here, 'a2')).statusCode).toBe(200)
  expect((await register(here, 'a3')).json()).toEqual(tooMany)
  expect((await enter(here, 'a4')).json()).toEqual(tooMany)

  for (let n = 0; n < 38; n += 1) expect((await enter(here, `b${n}`, `198.51.100.${n}`)).statusCode).toBe(200)
  expect((await enter(here, 'c', '198.51.100.200')).json()).toEqual(tooMany)
  here.clock.advance(3_600_000)
  expect((await enter(here, 'c', '198.51.100.200')).statusCode).toBe(200)
})

test('two hundred registrations at once: most are refused at once, and agents sign in meanwhile', async () => {
  const here = await world({ env: { CHAT_NEW_USERS_PER_HOUR: '1000' } })
  const { lin } = here

  const attack = Promise.all(Array.from({ length: 200 }, (_, n) => register(here, `flood${n}`, `198.51.100.${n}`)))
  const login = lin.request(authApi.login, { body: { telephone: lin.telephone, password: digest(PASSWORD) } })
  const answers = await attack

  expect(await login).toMatchObject({ code: 1 })
  const made = answers.filter(({ statusCode }) => statusCode === 200).length
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThanOrEqual(4 + 64)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]))
  expect(await here.db.sql.select().from(chatUser)).toHaveLength(made)
})

test('sign-ins by made-up ids leave a bounded number of rows; another network still signs in', async () => {
  const here = await world()
  await register(here, 'known')
  await here.db.sql.delete(throttle)
  const login = async (email: string, password: string, remoteAddress: string) =>
    (await here.app.inject({ method: 'POST', url: '/auth/login', remoteAddress, payload: { email, password } }))
      .statusCode
  expect(await login('known', 'secret-1', '203.0.113.1')).toBe(200)
  const counted = () => here.db.sql.select().from(throttle).where(like(throttle.key, 'chat-login%'))
  expect(await counted()).toEqual([])

  const key = 'chat-login-from:2001:db8:0:0::/64'
  await login('stranger0', 'wrong', '2001:db8::1')
  await here.db.sql
    .update(throttle)
    .set({ count: FAILURES_PER_ADDRESS.most - 1 })
    .where(eq(throttle.key, key))
  expect(await login('stranger1', 'wrong', '2001:db8::2')).toBe(401)
  for (let n = 2; n < 10; n += 1) expect(await login(`stranger${n}`, 'wrong', `2001:db8::${n}`)).toBe(429)

  expect(await counted()).toHaveLength(3)
  expect(await login('known', 'secret-1', '2001:db8:0:1::1')).toBe(200)
})

test('who tries a locked id again does not use up the tries of their network', async () => {
  const here = await world()
  const tries = { method: 'POST', url: '/auth/login', payload: { email: 'locked', password: 'wrong' } } as const
  while ((await here.app.inject(tries)).statusCode === 401);
  const counted = () => here.db.sql.select().from(throttle).where(like(throttle.key, 'chat-login-from:%'))
  const before = await counted()

  expect((await here.app.inject(tries)).statusCode).toBe(429)

  expect(await counted()).toEqual(before)
})

test('new users are counted by the /64 network', async () => {
  const here = await world({ env: { CHAT_NEW_USERS_PER_HOUR: '1' } })

  expect((await register(here, 'a', '2001:db8::1')).statusCode).toBe(200)
  expect((await register(here, 'b', '2001:db8::2')).statusCode).toBe(429)
  expect((await register(here, 'c', '2001:db8:0:1::2')).statusCode).toBe(200)
})

test.each([
  ['', 403],
  ['open', 200],
])(
  'through a tunnel to a demo on this machine strangers come in only where CHAT_REGISTRATION is open (%s)',
  async (setting, status) => {
    const { app } = await world({ env: { DEMO: 'true', CHAT_REGISTRATION: setting } })
    const payload = { email: 'a', password: 'secret-1', guestId: 'g' }

    for (const url of ['/auth/register', '/api/guest/login']) {
      const headers = { host: 'tunnel.example.com' }
      expect((await app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(status)
      expect(
        (await app.inject({ method: 'POST', url, payload: { ...payload, email: 'b', guestId: 'h' } })).statusCode,
      ).toBe(200)
    }
  },
)

test('a known guest signs in so often in a day: the tokens that are stored are bounded', async () => {
  const here = await world()
  const { token } = (await enter(here, 'guest')).json<{ token: string }>()
  const again = () => enter(here, 'guest', undefined, { authorization: `Bearer ${token}` })
  await here.db.sql
    .update(throttle)
    .set({ count: SIGN_INS_PER_USER.most - 1 })
    .where(eq(throttle.key, 'chat-sign-in:guest'))

  const answers = await Promise.all([again(), again(), again()])

  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 429, 429])
  expect(await here.db.sql.select().from(chatToken)).toHaveLength(2)
  here.clock.advance(SIGN_INS_PER_USER.windowMs)
  expect((await again()).statusCode).toBe(200)
})
