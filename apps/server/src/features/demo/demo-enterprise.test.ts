import { authApi, CORE_BASE_PATH, enterpriseApi } from '@ruwu/contract'
import { DEMO_ENT_ID } from '@ruwu/domain'
import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { agent, authSession, enterprise } from '../../db/schema/index.ts'
import { hashToken, newToken } from '../../platform/auth/token.ts'
import { newId } from '../../platform/ids.ts'
import { digest } from '../../testing/password.ts'
import { passwords } from '../../testing/start-node.ts'
import { world, type World } from '../../testing/world.ts'
import { DEMO_PASSWORD, settleDemo } from './demo-enterprise.ts'

const ADMINISTRATOR = '13800000001'
const ASKED = { DEMO: true, isDemoAsked: true }
const BY_DEFAULT = { DEMO: true, isDemoAsked: false }
const OFF = { DEMO: false, isDemoAsked: true }

const settle = ({ db, clock }: World, wish: typeof ASKED) => settleDemo(db.sql, wish, passwords, clock.now())

const login = ({ lin }: World) =>
  lin.request(authApi.login, { body: { telephone: ADMINISTRATOR, password: digest(DEMO_PASSWORD) } })

/** A sign-in of the demo's administrator from a time when the demo was on. */
async function openSession({ db, clock }: World): Promise<string> {
  const [row] = await db.sql.select({ id: agent.id }).from(agent).where(eq(agent.telephone, ADMINISTRATOR))
  const token = newToken()
  const at = { createdAt: clock.now(), lastUsedAt: clock.now() }
  const owner = { entId: DEMO_ENT_ID, agentId: row!.id, id: newId<string>(clock.now()) }
  await db.sql.insert(authSession).values({ ...owner, ...at, tokenHash: hashToken(token), ip: '127.0.0.1' })
  return token
}

const isOpen = async ({ lin, app }: World, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const core = await lin.request(enterpriseApi.detail, {}, headers)
  const chat = await app.inject({ method: 'POST', url: '/api/chat/list', headers, payload: {} })
  return [core.status === 200, chat.statusCode === 200]
}

test('with the demo off its public password opens nothing, and its open sign-ins have ended for good', async () => {
  const off = await world({ env: { DEMO: 'false' } })
  await settle(off, ASKED)
  const token = await openSession(off)

  expect(await isOpen(off, token)).toEqual([false, false])
  expect(await login(off)).toMatchObject({ code: 42200, msg: '演示已关闭，演示账号不能登录' })

  await settle(off, OFF)
  const open = and(eq(authSession.entId, DEMO_ENT_ID), isNull(authSession.revokedAt))
  expect(await off.db.sql.select().from(authSession).where(open)).toEqual([])
})

test('with the demo on its administrator signs in', async () => {
  const on = await world()
  await settle(on, ASKED)

  expect(await isOpen(on, await openSession(on))).toEqual([true, true])
  expect(await login(on)).toMatchObject({ code: 1, data: { entId: DEMO_ENT_ID } })
})

test('a demo that nobody asked for stays off beside a real enterprise', async () => {
  const there = await world()

  expect(await settle(there, BY_DEFAULT)).toEqual({ isOn: false, isNew: false })
  expect(await there.db.sql.select().from(enterprise).where(eq(enterprise.id, DEMO_ENT_ID))).toEqual([])
  expect(await settle(there, ASKED)).toEqual({ isOn: true, isNew: true })
  expect(await settle(there, ASKED)).toEqual({ isOn: true, isNew: false })
})

const ask = (app: World['app'], url: string, headers: Record<string, string>) => {
  const payload = { telephone: ADMINISTRATOR, password: digest(DEMO_PASSWORD) }
  return app.inject(url.startsWith('/luna') ? { method: 'POST', url, headers, payload } : { url, headers })
}

test('a demo that nobody asked for answers this machine only, whatever way a request has come', async () => {
  const here = await world()
  await settle(here, ASKED)
  const paths = [
    CORE_BASE_PATH + authApi.login.path,
    '/',
    '/home',
    '/runtime-config.js',
    '/hooks/douyin/callback',
    '/none',
  ]

  const ways: Record<string, string>[] = [{ host: 'demo.example.com' }, { 'x-forwarded-for': '203.0.113.1' }]
  for (const headers of ways)
    for (const path of paths) {
      const answer = await ask(here.app, path, headers)
      expect([path, answer.statusCode, answer.body]).toEqual([path, 403, expect.stringContaining('只回答本机的访问')])
    }
  expect((await ask(here.app, paths[0]!, { host: 'localhost:8080' })).json()).toMatchObject({ code: 1 })

  const asked = await world({ env: { DEMO: 'true' } })
  await settle(asked, ASKED)
  expect((await ask(asked.app, paths[0]!, { host: 'demo.example.com' })).json()).toMatchObject({ code: 1 })
})
