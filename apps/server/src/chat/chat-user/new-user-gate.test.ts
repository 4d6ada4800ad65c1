import { authApi } from '@ruwu/contract'
import { expect, onTestFinished, test } from 'vitest'
import { chatUser } from '../../db/schema/index.ts'
import { digest, PASSWORD } from '../../testing/password.ts'
import { startNode } from '../../testing/start-node.ts'
import { world, type World } from '../../testing/world.ts'

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
