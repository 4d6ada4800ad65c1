import { authApi, automationApi, enterpriseApi } from '@ruwu/contract'
import { SUSPENDED_TEXT } from '@ruwu/domain'
import { and, eq, inArray } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { audit } from '../../db/schema/index.ts'
import { readConfig } from '../../platform/config.ts'
import { digest, PASSWORD } from '../../testing/password.ts'
import { receptionWorld } from '../../testing/reception-world.ts'
import { world, type World } from '../../testing/world.ts'
import { findCallerOfAgent } from '../auth/index.ts'
import { maintain } from './maintain.ts'

const run = ({ db, clock }: World, ...words: string[]) =>
  maintain({ db, now: clock.now(), config: readConfig({}), dataDir: '/nonexistent' }, words)

// R170
test('of a suspended enterprise nobody signs in or goes on, everybody is told why, and others are not touched', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const here = await world()
  const { lin, zhao, rival, db } = here
  const socket = await lin.connect()
  const login = () => lin.request(authApi.login, { body: { telephone: lin.telephone, password: digest(PASSWORD) } })

  expect(await run(here, 'suspend', '云上木作', '欠费', '未付')).toMatch(/^「云上木作」已暂停，结束了 \d 个登录$/)

  await vi.advanceTimersByTimeAsync(30_000)
  expect(await socket.whenClosed()).toMatchObject({ code: 4001 })
  expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ status: 401, msg: SUSPENDED_TEXT })
  expect(await login()).toMatchObject({ code: 42200, msg: SUSPENDED_TEXT })
  expect(await rival.call(enterpriseApi.detail, {})).toBeTruthy()
  expect(await run(here, 'list')).toContain('已暂停，已认证')
  await expect(run(here, 'suspend', zhao.entId, '再来')).rejects.toThrow('已经暂停或注销')

  expect(await run(here, 'resume', zhao.entId)).toBe('「云上木作」已恢复，客服可以重新登录')
  expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ status: 401, msg: '请重新登录' })
  await lin.signIn()
  expect(await lin.call(enterpriseApi.detail, {})).toMatchObject({ automationPausedAt: null })
  await expect(run(here, 'resume', zhao.entId)).rejects.toThrow('没有暂停')
  const entries = await db.sql
    .select()
    .from(audit)
    .where(and(eq(audit.entId, zhao.entId), inArray(audit.action, ['enterprise.suspend', 'enterprise.resume'])))
    .orderBy(audit.action)
  expect(entries).toMatchObject([
    { action: 'enterprise.resume', agentId: null },
    { action: 'enterprise.suspend', agentId: null, after: { reason: '欠费 未付' } },
  ])
})

test('a sign-in at the moment of the suspension is refused or ended', async () => {
  const here = await world()
  const { lin } = here
  const login = () => lin.request(authApi.login, { body: { telephone: lin.telephone, password: digest(PASSWORD) } })

  const [answer] = await Promise.all([login(), run(here, 'suspend', lin.entId, '欠费')])

  const { token = 'none' } = (answer.data ?? {}) as { token?: string }
  const headers = { authorization: `Bearer ${token}` }
  expect(await lin.request(enterpriseApi.detail, {}, headers)).toMatchObject({ status: 401 })
})

test('messages of customers are stored, the AI and automation stand still and go on afterwards', async () => {
  const here = await receptionWorld()
  const { zhao, write, customerOf, linesOf, reception } = here
  await here.publishAi()
  const before = await write('阿青', '你好')
  expect(await customerOf(before)).toMatchObject({ receptionType: 'ai_agent' })

  await run(here, 'suspend', zhao.entId, '欠费')
  await reception.work.points.run()
  const during = await write('小北', '在吗')
  await reception.work.points.run()

  expect(await customerOf(during)).toMatchObject({ receptionType: 'manual', lastSeq: expect.any(Number) })
  expect(await linesOf(before)).toContain('AI 托管已关闭：企业已暂停使用')

  await run(here, 'resume', zhao.entId)
  await reception.work.points.run()
  expect(await customerOf(before)).toMatchObject({ receptionType: 'ai_agent' })
})

test('nobody’s rights are left; automation that the enterprise had paused itself stays paused', async () => {
  const here = await world()
  const { zhao } = here
  await zhao.call(automationApi.pause, { body: { paused: true } })
  const { automationPausedAt } = await zhao.call(enterpriseApi.detail, {})
  here.clock.advance(1000)

  await run(here, 'suspend', zhao.entId, '欠费')
  // Exports and reports that wait run with the rights of their agent.
  expect(await findCallerOfAgent(here.db.sql, zhao.entId, zhao.id)).toBeUndefined()
  await run(here, 'resume', zhao.entId)
  expect(await findCallerOfAgent(here.db.sql, zhao.entId, zhao.id)).toBeDefined()

  await zhao.signIn()
  expect(await zhao.call(enterpriseApi.detail, {})).toMatchObject({ automationPausedAt })
})

test.each([
  [['suspend', '云上木作'], /^用法/],
  [['suspend', '云上木作', ' '], '原因须为 1 到 200 个字'],
  [['suspend', '没有的企业', '欠费'], '没有名称或 ID 为'],
  [['resume'], /^用法/],
  [['list', 'all'], /^用法/],
])('%j is refused', async (words, reason) => {
  await expect(run(await world(), ...words)).rejects.toThrow(reason)
})
