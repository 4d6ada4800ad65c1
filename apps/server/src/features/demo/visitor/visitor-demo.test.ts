import {
  allEndpoints,
  cardRuleApi,
  type DemoStarted,
  demoApi,
  enterpriseApi,
  type EntId,
  ERRORS,
  statisticsApi,
} from '@ruwu/contract'
import {
  DEMO_ACTS,
  DEMO_CUSTOMERS,
  DEMO_LIFE_MS,
  DEMO_STARTS,
  DEMO_TEXTS,
  DEMOS_MAX,
  DEMOS_PER_ADDRESS,
} from '@ruwu/domain'
import { and, eq, like, ne, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MESSAGE_KIB_PER_USER, QUOTA_EXCEEDED } from '../../../chat/message/byte-allowance.ts'
import { agent, aiRun, authSession, cardRule, customer, enterprise, throttle } from '../../../db/schema/index.ts'
import { newId } from '../../../platform/ids.ts'
import { asChat } from '../../../testing/chat-world.ts'
import { absentForRival } from '../../../testing/tenant-isolation.ts'
import { world } from '../../../testing/world.ts'
import { endedSessions } from '../../auth/index.ts'
import { endDemo } from '../../enterprise/index.ts'
import { describeEnterprises } from '../../points/index.ts'
import { as, demoWorld, PHONE } from './testing/demo-world.ts'

let place: Awaited<ReturnType<typeof demoWorld>>
let here: typeof place.here
let demo: DemoStarted
let acts: object[]
let removed: string[]

beforeAll(async () => {
  place = await demoWorld()
  here = place.here
  acts = place.given.acts
  removed = place.given.removed
  demo = await place.start()
})

beforeEach(() => place.forgetTries())

async function countIn(table: PgTable, condition?: SQL): Promise<number> {
  const rows = await here.db.sql
    .select({ one: sql`1` })
    .from(table)
    .where(condition)
  return rows.length
}

test('a visitor gets an enterprise of their own: 40 customers, figures of 30 days, an AI and cards by rules', async () => {
  const { entId, entName, accounts } = demo
  const rowsIn = (table: typeof customer | typeof cardRule | typeof aiRun) => countIn(table, eq(table.entId, entId))

  expect(await here.lin.call(enterpriseApi.detail, {}, as(demo))).toMatchObject({ entId, name: entName })
  expect(accounts.map(({ source }) => source)).toEqual(['redbook', 'douyin'])
  expect([await rowsIn(customer), await rowsIn(cardRule)]).toEqual([DEMO_CUSTOMERS, 3])
  expect(await rowsIn(aiRun)).toBeGreaterThan(3)
  const { rows } = await here.lin.call(statisticsApi.overview, { body: { range: 'recent30Days' } }, as(demo))
  const entered = rows.map((row) => (row.group === 'source' ? row.value : 0))
  expect(entered.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(DEMO_CUSTOMERS / 2)
})

const unarchived = () => countIn(customer, and(eq(customer.entId, demo.entId), eq(customer.archive, false)))

test('自动归档 leaves the month of a demo open', async () => {
  const before = await unarchived()

  await here.reception.work.autoArchive.run()

  expect(await unarchived()).toBe(before)
})

test('the phone acts for its own demo only, and each kind of act reaches the platform', async () => {
  const own = { demoId: demo.demoId, source: 'redbook' as const }
  const act = (action: 'enter' | 'text' | 'image' | 'submitCard' | 'copyWechat' | 'recall', payload = {}) =>
    here.lin.call(demoApi.act, { body: { ...own, action, payload } }, as(demo))

  await act('enter')
  await act('text', { text: '全屋定制多少钱' })
  await act('image', { picture: 'kitchen' })
  await act('submitCard', { messageId: 'm1', fields: [{ label: '姓名', value: '小满' }] })
  await act('copyWechat')
  expect(await act('recall', { messageId: 'm2' })).toEqual(PHONE)

  const owner = { source: 'redbook', accountId: `demo-r-${demo.entId}`, customerId: `visitor-${demo.entId}` }
  expect(acts).toEqual([
    { ...owner, do: 'enter', via: 'profile' },
    { ...owner, do: 'text', text: '全屋定制多少钱' },
    { ...owner, do: 'image', picture: 'kitchen' },
    { ...owner, do: 'submit_card', messageId: 'm1', fields: { 姓名: '小满' } },
    { ...owner, do: 'copy_wechat' },
    { ...owner, do: 'recall', messageId: 'm2' },
  ])
  const { rival } = here
  await absentForRival(rival, demoApi.phone, { body: own })
  await absentForRival(rival, demoApi.act, { body: { ...own, action: 'enter' } })
  await absentForRival(rival, demoApi.reset, { body: { demoId: demo.demoId } })
  expect(acts).toHaveLength(6)
})

async function read(name: string) {
  const { statusCode, headers, body } = await here.app.inject(`/demo-media/${name}`)
  return [statusCode, headers['content-type'], body]
}

test('pictures of the simulator come through the server, and nothing else of it', async () => {
  expect(await read('asset/plan.png')).toEqual([200, 'image/png', 'asset/plan.png'])
  expect((await read('upload/0a.jpeg'))[0]).toBe(200)
  for (const name of [
    'control/state',
    'asset/..',
    'asset/%2e%2e/x',
    'asset/a/b',
    'asset/',
    'lent/redbook/a/asset/a.png',
  ])
    expect([name, (await read(name))[0]]).toEqual([name, 404])
})

test('a demo’s phone acts so often in a minute, and so often in all', async () => {
  const body = { demoId: demo.demoId, source: 'redbook' as const, action: 'enter' as const }
  const act = () => here.lin.request(demoApi.act, { body }, as(demo))
  const [done, now] = [acts.length, here.clock.now()]
  for (const [key, { most, windowMs }, msg] of [
    ['demo-act', DEMO_ACTS.aMinute, ERRORS.tooOften.msg],
    ['demo-acts', DEMO_ACTS.inAll, DEMO_TEXTS.actsUp],
  ] as const) {
    await here.db.sql.delete(throttle)
    const window = { windowStartedAt: now, windowEndsAt: new Date(now.getTime() + windowMs) }
    await here.db.sql.insert(throttle).values({ key: `${key}:${demo.entId}`, count: most - 1, ...window })
    expect(await act()).toMatchObject({ code: 1 })
    expect(await act()).toMatchObject({ code: 42901, msg })
  }
  expect(acts).toHaveLength(done + 2)
})

test('a visitor sends nothing outside, keeps no files and counts as no enterprise', async () => {
  const visitor = as(demo)
  const refused = { code: 42200, msg: '演示中不能使用此功能' }
  const closed = allEndpoints().filter(({ endpoint }) => endpoint.isClosedToVisitors)
  expect(closed.length).toBeGreaterThan(10)
  for (const { endpoint } of closed) expect(await here.lin.request(endpoint, {}, visitor)).toMatchObject(refused)

  expect(await here.lin.request(cardRuleApi.list, {} as never, visitor)).toMatchObject({ code: 40301 })
  const body = new FormData()
  body.set('file', new Blob(['x']), 'x.png')
  const upload = await fetch(`http://${here.address}/api/attachment/upload`, { method: 'POST', body, headers: visitor })
  expect(upload.status).toBe(403)
  expect(await describeEnterprises(here.db, here.clock.now())).not.toContain(demo.entId)
  expect(await describeEnterprises(here.db, here.clock.now())).toContain(here.lin.entId)
})

test('what a visitor writes to colleagues is limited as a chat user’s', async () => {
  const [colleague] = await here.db.sql
    .select({ id: agent.id })
    .from(agent)
    .where(and(eq(agent.entId, demo.entId), ne(agent.id, demo.id)))
  const now = here.clock.now()
  const windowEndsAt = new Date(now.getTime() + MESSAGE_KIB_PER_USER.windowMs)
  const used = { key: `message-kib:${demo.id}`, count: MESSAGE_KIB_PER_USER.most }
  await here.db.sql.insert(throttle).values({ ...used, windowStartedAt: now, windowEndsAt })
  const visitor = asChat(here.address, demo)

  for (const [path, body] of [
    [`/api/chat/send/${demo.id}:${colleague!.id}`, { content: { type: 'text', text: '在吗' } }],
    ['/api/topic/create', { name: '群', members: [colleague!.id] }],
  ] as const)
    expect([path, ...(await visitor.refused(path, body))]).toEqual([path, 429, QUOTA_EXCEEDED])
})

test('accounts of demos that were deleted without the simulator are removed at its next start, or within an hour', async () => {
  const gone = `demo-d-${newId(here.clock.now())}`
  const eraser = place.eraserOf({ accountIds: [`demo-r-${demo.entId}`, gone, '60aa41c7d2e9f0835b16c4b7'] })
  await eraser.removeForgotten()
  expect(removed.splice(0)).toEqual([gone])

  await eraser.run()
  expect(removed).toEqual([])
  here.clock.advance(3_600_000)
  await eraser.run()
  expect(removed.splice(0)).toEqual([gone])
})

test('there are fifty demos at most, and an address starts ten an hour', async () => {
  const now = here.clock.now()
  const others = Array.from({ length: DEMOS_MAX - 1 }, (_, no) => {
    return { id: newId<EntId>(now), name: `演示 ${no}`, createdAt: now, demoEndsAt: now }
  })
  await here.db.sql.insert(enterprise).values(others)
  expect(await here.lin.refused(demoApi.start, {})).toMatchObject({ msg: DEMO_TEXTS.full })
  // A refusal is no start.
  expect(await countIn(throttle)).toBe(0)
  // A reset takes the place that it frees, once.
  const body = { demoId: demo.demoId }
  const resets = await Promise.all([0, 1].map(() => here.lin.request(demoApi.reset, { body }, as(demo))))
  const [made] = resets.flatMap(({ code, data }) => (code === 1 ? [data as DemoStarted] : []))
  expect(new Set(resets.map(({ code }) => code))).toEqual(new Set([1, 40401]))
  expect(await here.lin.request(enterpriseApi.detail, {}, as(demo))).toMatchObject({ code: 40101 })
  demo = made!
  await here.db.sql.delete(enterprise).where(like(enterprise.name, '演示 %'))
  await place.eraseEnded()

  await here.db.sql.update(throttle).set({ count: DEMO_STARTS.most })
  expect(await here.lin.refused(demoApi.start, {})).toMatchObject({ code: 42901, msg: DEMO_TEXTS.startsUp })
})

test('an address has three living demos: one more ends its oldest', async () => {
  const living = [demo]
  while (living.length <= DEMOS_PER_ADDRESS) {
    here.clock.advance(1000)
    living.push(await here.lin.call(demoApi.start, {}))
  }
  const codes = living.map(async (each) => (await here.lin.request(enterpriseApi.detail, {}, as(each))).code)
  expect(await Promise.all(codes)).toEqual([40101, ...Array.from({ length: DEMOS_PER_ADDRESS }, () => 1)])
  await place.eraseEnded()
  expect(await place.tablesWith(demo.entId)).toEqual([])
  demo = living.at(-1)!
})

test('a demo ends by reset and after two hours: its token opens nothing, and no row or account is left', async () => {
  const theirs = await place.tablesWith(here.rival.entId)
  const next = await here.lin.call(demoApi.reset, { body: { demoId: demo.demoId } }, as(demo))
  await place.eraseEnded()
  expect(await here.lin.request(enterpriseApi.detail, {}, as(demo))).toMatchObject({ code: 40101 })
  expect(await place.tablesWith(demo.entId)).toEqual([])
  expect(await here.lin.request(enterpriseApi.detail, {}, as(next))).toMatchObject({ code: 1 })

  here.clock.advance(DEMO_LIFE_MS)
  expect(await here.lin.request(enterpriseApi.detail, {}, as(next))).toMatchObject({ code: 40101 })
  // Open sockets are closed by it, also before the demo is deleted.
  const signIns = await here.db.sql
    .select({ id: authSession.id })
    .from(authSession)
    .where(eq(authSession.entId, next.entId))
  const ids = signIns.map(({ id }) => id)
  expect(await endedSessions(here.db.sql, ids, here.clock.now())).toHaveLength(1)
  await place.eraseEnded()

  expect(await place.tablesWith(next.entId)).toEqual([])
  expect(removed).toContain(`demo-d-${next.entId}`)
  expect(await place.tablesWith(here.rival.entId)).toEqual(theirs)
})

test('a page of another site starts none', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect(await here.lin.request(demoApi.start, {}, headers)).toMatchObject({ code: 42200, msg: DEMO_TEXTS.foreign })
  expect(await countIn(throttle)).toBe(0)
})

test('a demo ends by a reset on another node while one is prepared here: the new one ends too', async () => {
  const replaced = await place.start()
  const existing = await countIn(enterprise)
  place.given.whilePrepared = async () => void (await endDemo(here.db.sql, replaced.entId, here.clock.now()))
  const reset = { body: { demoId: replaced.demoId } }
  expect(await here.lin.request(demoApi.reset, reset, as(replaced))).toMatchObject({ code: 40401 })
  place.given.whilePrepared = async () => {}
  expect(await countIn(enterprise)).toBe(existing + 1)
  await place.eraseEnded()
  expect(await countIn(enterprise)).toBe(existing - 1)
})

test('a demo that cannot be prepared is told so, and deleted; no living one ends for it', async () => {
  const living = []
  for (const _ of Array.from({ length: DEMOS_PER_ADDRESS })) living.push(await place.start())
  await place.eraseEnded()
  here.platform.redbook.cards.list = async () => {
    throw new Error('the simulator does not answer')
  }
  const before = await countIn(enterprise)

  expect(await here.lin.refused(demoApi.start, {})).toMatchObject({ msg: DEMO_TEXTS.failed })
  const reset = { body: { demoId: living[0]!.demoId } }
  expect(await here.lin.request(demoApi.reset, reset, as(living[0]!))).toMatchObject({ msg: DEMO_TEXTS.failed })
  expect(await countIn(enterprise)).toBe(before + 2)
  // Its accounts cannot be removed either; its place is free all the same.
  await place.eraseEnded(async () => {
    throw new Error('the simulator does not answer')
  })
  expect(await countIn(enterprise)).toBe(before)
  for (const each of living)
    expect(await here.lin.request(enterpriseApi.detail, {}, as(each))).toMatchObject({ code: 1 })
})

test('without the simulator the demo is closed', async () => {
  const { lin } = await world()
  expect(await lin.refused(demoApi.start, {})).toMatchObject({ code: 42200, msg: DEMO_TEXTS.off })
})
