import { type CustomerId, type MessageId, pointsApi, type RelationId } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customerMessage } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { channelWorld } from '../../testing/channel-world.ts'
import { openAccount } from '../../testing/platform.ts'
import { type World, world } from '../../testing/world.ts'
import { lowerRunPoints } from '../ai-reception/index.ts'
import { chargeAnswer, grant, PointsWorker, rebuildPointDays } from './index.ts'
import { absentForRival, answerForRival } from '../../testing/tenant-isolation.ts'

const DAY_MS = 86_400_000

const answer = ({ db, clock, lin }: World, relationId: RelationId, hasImage = false) =>
  db.transaction((tx) =>
    chargeAnswer(
      tx,
      {
        entId: lin.entId,
        relationId,
        customerId: newId<CustomerId>(clock.now()),
        sessionId: null,
        messageId: newId<MessageId>(clock.now()),
        hasImage,
      },
      clock.now(),
    ),
  )

test('every agent sees what their enterprise has, and only that', async () => {
  const here = await world()
  const { lin, rival, db, clock } = here
  const { id } = await openAccount(here, { entId: lin.entId })
  const pointsAddedAt = (await lin.call(pointsApi.info, {})).pointsAddedAt
  clock.advance(1_000)
  await answer(here, id)

  expect(await lin.call(pointsApi.info, {})).toEqual({
    orderPoints: 0,
    bonusOrderPoints: 0,
    bonusHumanPoints: 999,
    averageDailyConsumePoints: 0,
    hasPaid: false,
    isAvailable: true,
    pointsAddedAt: expect.any(String),
    notice: '',
  })
  expect((await lin.call(pointsApi.info, {})).pointsAddedAt).toBe(pointsAddedAt)
  expect(await rival.call(pointsApi.info, {})).toMatchObject({ bonusHumanPoints: 1_000 })
  expect(await lin.call(pointsApi.bonusInfo, {})).toMatchObject([
    { pool: 'bonusHumanPoints', points: 1_000, remain: 999, expireAt: '2026-04-15T02:00:00.000Z' },
  ])
  const given = { entId: lin.entId, pool: 'bonusHumanPoints', points: 10, reason: '活动' } as const
  await db.transaction((tx) => grant(tx, given, clock.now()))
  expect((await lin.call(pointsApi.info, {})).pointsAddedAt).toBe(clock.now().toISOString())
})

test('日均消耗 counts full days, of a young enterprise those it has', async () => {
  const here = await world()
  const { lin, clock } = here
  const { id } = await openAccount(here, { entId: lin.entId })
  const average = async () => (await lin.call(pointsApi.info, {})).averageDailyConsumePoints

  for (let n = 0; n < 6; n += 1) await answer(here, id)
  expect(await average()).toBe(0)
  clock.advance(DAY_MS)
  expect(await average()).toBe(6)
  clock.advance(DAY_MS)
  for (let n = 0; n < 8; n += 1) await answer(here, id)
  expect(await average()).toBe(3)
  clock.advance(5 * DAY_MS)
  expect(await average()).toBe(2)
  clock.advance(DAY_MS)
  expect(await average()).toBeCloseTo(8 / 7)
})

test('bills come newest first with what was left, by type, item, account and time, and add up', async () => {
  const here = await world()
  const { zhao, rival, lin, clock } = here
  const first = await openAccount(here, { entId: lin.entId, name: '云杉家居' })
  const second = await openAccount(here, { entId: lin.entId, name: '云杉工厂' })
  clock.advance(1_000)
  await answer(here, first.id, true)
  const between = clock.now().toISOString()
  clock.advance(1_000)
  await answer(here, second.id)
  const page = (body: object) => zhao.call(pointsApi.pageBills, { body })

  const all = await page({})
  expect(all).toMatchObject({ total: 4, page: 1, sum: 997 })
  expect(all.items).toMatchObject([
    { type: 'consume', item: 'ai_reply', delta: -1, balance: 997, accountName: '云杉工厂', subSourceId: second.id },
    { type: 'consume', item: 'image', delta: -1, balance: 998, accountName: '云杉家居' },
    { type: 'consume', item: 'ai_reply', delta: -1, balance: 999, bonusHumanPoints: 999 },
    {
      type: 'bonus',
      item: null,
      delta: 1_000,
      balance: 1_000,
      accountName: '',
      reason: '新企业赠送',
      operatorId: null,
    },
  ])
  expect(await page({ type: 'consume' })).toMatchObject({ total: 3, sum: -3 })
  expect(await page({ item: 'image' })).toMatchObject({ total: 1, sum: -1 })
  expect(await page({ subSourceId: first.id })).toMatchObject({ total: 2, sum: -2 })
  expect(await page({ from: between, to: clock.now().toISOString() })).toMatchObject({ total: 2, sum: -2 })
  expect(await page({ page: 9 })).toMatchObject({ page: 1, total: 4 })
  // Another enterprise's account looks like one without bills.
  expect(await answerForRival(rival, pointsApi.pageBills, { body: { subSourceId: first.id } })).toMatchObject({
    total: 0,
    sum: 0,
  })
})

test('按日汇总 has one row per day, type and item, with the balance after it; filters and sums agree with the bills', async () => {
  const here = await world()
  const { zhao, rival, lin, clock } = here
  const first = await openAccount(here, { entId: lin.entId, name: '云杉家居' })
  const second = await openAccount(here, { entId: lin.entId, name: '云杉工厂' })
  await answer(here, first.id, true)
  await answer(here, second.id)
  clock.advance(DAY_MS)
  await answer(here, second.id)
  const page = (body: object) => zhao.call(pointsApi.pageBills, { body: { daily: true, ...body } })
  const rows = async (body: object) =>
    (await page(body)).items.map(({ at, type, item, delta, times, balance }) => [at, type, item, delta, times, balance])
  const [day1, day2, day3] = [
    '2026-03-15T16:00:00.000Z',
    '2026-03-16T16:00:00.000Z',
    '2026-03-17T16:00:00.000Z',
  ] as const

  expect(await rows({})).toEqual([
    [day2, 'consume', 'ai_reply', -1, 1, 996],
    [day1, 'consume', 'ai_reply', -2, 2, 997],
    [day1, 'consume', 'image', -1, 1, 998],
    [day1, 'bonus', null, 1_000, 1, 1_000],
  ])
  expect(await page({ page: 7 })).toMatchObject({ total: 4, page: 1, sum: 996 })
  expect(await rows({ subSourceId: first.id })).toEqual([
    [day1, 'consume', 'image', -1, 1, 998],
    [day1, 'consume', 'ai_reply', -1, 1, 999],
  ])
  expect(await rows({ from: day2, to: day3 })).toEqual([[day2, 'consume', 'ai_reply', -1, 1, 996]])
  expect(await rival.call(pointsApi.pageBills, { body: { daily: true, type: 'consume' } })).toMatchObject({ total: 0 })
})

const down = (from: number, rows: number) => Array.from({ length: rows }, (_, n) => from + n)

test('a page far down the bills has the rows of its place, also where a period cuts a day', async () => {
  const here = await world()
  const { zhao, lin, clock } = here
  const { id } = await openAccount(here, { entId: lin.entId })
  for (let n = 0; n < 3; n += 1) {
    for (let k = 0; k < 15; k += 1) await answer(here, id)
    clock.advance(DAY_MS)
  }
  const balances = async (body: object) =>
    (await zhao.call(pointsApi.pageBills, { body })).items.map(({ balance }) => balance)

  expect(await balances({})).toEqual(down(955, 20))
  expect(await balances({ page: 2 })).toEqual(down(975, 20))
  expect(await balances({ page: 3 })).toEqual(down(995, 6))
  const from = new Date(clock.now().getTime() - 2 * DAY_MS).toISOString()
  const until = new Date(clock.now().getTime() - DAY_MS + 1).toISOString()
  expect(await balances({ from, to: until, page: 2 })).toEqual(down(975, 10))
})

const charges = (from: number, rows: number) => Array.from({ length: rows }, (_, n) => [-1, from - n])

test('bills and their sums by day are ordered by time or by points, on every page', async () => {
  const here = await world()
  const { zhao, lin, clock } = here
  const { id } = await openAccount(here, { entId: lin.entId })
  for (let n = 0; n < 2; n += 1) {
    for (let k = 0; k < 15; k += 1) await answer(here, id)
    clock.advance(DAY_MS)
  }
  const read = async (field: 'at' | 'delta', order: 'asc' | 'desc', body: object) => {
    const { items } = await zhao.call(pointsApi.pageBills, { body: { ...body, sort: { field, order } } })
    return items.map(({ delta, balance }) => [delta, balance])
  }
  const newest = down(970, 30).map((balance) => [-1, balance])
  const gift = [1_000, 1_000]

  expect(await read('at', 'asc', {})).toEqual([gift, ...charges(999, 19)])
  expect(await read('at', 'asc', { page: 2 })).toEqual(charges(980, 11))
  expect(await read('at', 'desc', { page: 2 })).toEqual([...newest.slice(20), gift])
  expect(await read('delta', 'desc', {})).toEqual([gift, ...newest.slice(0, 19)])
  expect(await read('delta', 'asc', {})).toEqual(charges(999, 20))
  expect(await read('delta', 'asc', { page: 2 })).toEqual([...charges(979, 10), gift])

  const daily = { daily: true }
  expect(await read('at', 'asc', daily)).toEqual([gift, [-15, 985], [-15, 970]])
  expect(await read('delta', 'asc', daily)).toEqual([[-15, 970], [-15, 985], gift])
  expect(await read('delta', 'desc', daily)).toEqual([gift, [-15, 970], [-15, 985]])
})

test('a page by points is that of the whole list, whatever the filter', async () => {
  const { db, clock, zhao } = await world()
  await db.pool.query(
    `insert into point_ledger (ent_id, id, at, type, item, delta, pool, order_points, bonus_order_points, bonus_human_points, key)
     select $1, gen_random_uuid(), $2::timestamptz - n * interval '97 min', k.type, k.item, k.delta * case when n > 70 then 1 else 1 + n % k.various end, 'orderPoints',
       n, 0, 0, 'sorted:' || n
     from generate_series(1, 130) n join (values (0, 'consume', 'ai_reply', -1, 1), (1, 'consume', 'ai_reply', -1, 1),
       (2, 'consume', 'knowledge', -1, 3), (3, 'refund', 'ai_reply', 1, 1), (4, 'recharge', null, 1000, 2), (5, 'adjust', null, 1, 1),
       (6, 'adjust', null, -1, 1)) k (no, type, item, delta, various) on k.no = n % 7`,
    [zhao.entId, clock.now()],
  )
  await db.transaction((tx) => rebuildPointDays(tx, zhao.entId, 'Asia/Shanghai'))
  const list = async (filter: object, field: 'at' | 'delta', order: 'asc' | 'desc') => {
    const found: { at: string; delta: number }[] = []
    const sums = new Set<number>()
    for (let page = 1, total = 1; found.length < total; page += 1) {
      const answered = await zhao.call(pointsApi.pageBills, { body: { ...filter, sort: { field, order }, page } })
      found.push(...answered.items.map(({ at, delta }) => ({ at, delta })))
      total = answered.total
      sums.add(answered.sum)
    }
    expect([...sums]).toEqual([found.reduce((sum, { delta }) => sum + delta, 0)])
    return found
  }

  const part = { from: '2026-03-10T05:00:00.000Z', to: '2026-03-13T07:30:00.000Z' }
  for (const filter of [{}, { type: 'consume' }, { type: 'adjust' }, { item: 'knowledge' }, part]) {
    const inTime = await list(filter, 'at', 'asc')
    const byPoints = await list(filter, 'delta', 'asc')

    expect(inTime.length).toBeGreaterThan(10)
    expect(byPoints).toEqual(inTime.toSorted((one, other) => one.delta - other.delta))
    expect(await list(filter, 'delta', 'desc')).toEqual(byPoints.toReversed())
  }
})

test('the setting is saved once per version; a stale save is refused with the editor’s name', async () => {
  const { zhao, lin, rival, hire, db } = await world()
  const su = await (await hire('苏沐', 'admin')).signIn()
  const setting = await zhao.call(pointsApi.getSetting, {})
  expect(setting).toEqual({
    notifyAgentIds: [],
    dailyCap: 0,
    usedUpReply: { enabled: true, text: '已为您转接人工客服，请稍候' },
    version: 1,
  })

  const wanted = { ...setting, notifyAgentIds: [lin.id], dailyCap: 500, usedUpReply: { enabled: true, text: '稍候' } }
  expect(await zhao.call(pointsApi.saveSetting, { body: wanted })).toEqual({ ...wanted, version: 2 })
  expect(await auditEntries(db, pointsApi.saveSetting)).toMatchObject([
    { agentId: zhao.id, before: { dailyCap: '0' }, after: { dailyCap: '500', notifyAgents: '林小满' } },
  ])

  expect(await su.refused(pointsApi.saveSetting, { body: { ...setting, dailyCap: 1 } })).toMatchObject({
    code: 40902,
    msg: '内容已被 赵知远 更新，请刷新后重试',
  })
  expect(await su.call(pointsApi.getSetting, {})).toEqual({ ...wanted, version: 2 })
  const foreign = { ...wanted, version: 2, notifyAgentIds: [rival.id] }
  expect(await absentForRival(zhao, pointsApi.saveSetting, { body: foreign }, '通知人不存在或已删除')).toMatchObject({
    msg: '通知人不存在或已删除',
  })
  const empty = { ...wanted, version: 2, usedUpReply: { enabled: true, text: ' ' } }
  expect(await zhao.refused(pointsApi.saveSetting, { body: empty })).toMatchObject({
    code: 40001,
    data: { fields: { 'usedUpReply.text': '请输入自动回复' } },
  })
})

test('演示充值 gives points where the demo is on, without an order: nobody has paid; every console hears of it', async () => {
  const { zhao, lin, db } = await world({ env: { DEMO: 'true' } })
  const screen = await lin.connect()

  const account = await zhao.call(pointsApi.demoRecharge, {})

  expect(account).toMatchObject({ orderPoints: 10_000, hasPaid: false, isAvailable: true })
  expect(await lin.call(pointsApi.info, {})).toEqual(account)
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toEqual(['ent_points_back'])
  const { items } = await zhao.call(pointsApi.pageBills, { body: { type: 'recharge' } })
  expect(items).toMatchObject([{ delta: 10_000, orderNo: null, reason: '演示充值', operatorId: zhao.id }])
  expect(await auditEntries(db, pointsApi.demoRecharge)).toMatchObject([
    { agentId: zhao.id, objectName: '演示充值', after: { points: '10000' } },
  ])
})

test('演示充值 is refused where the demo is off', async () => {
  const { zhao } = await world({ env: { DEMO: 'false' } })

  expect(await zhao.refused(pointsApi.demoRecharge, {})).toMatchObject({ code: 42200, msg: '演示未开启' })
  expect(await zhao.call(pointsApi.info, {})).toMatchObject({ orderPoints: 0, hasPaid: false })
})

test('an answer that the platform took and did not deliver is given back within minutes, once', async () => {
  const here = await channelWorld()
  const { db, clock, zhao, app, bindDouyin, addCustomer, addMessage } = here
  const relationId = await bindDouyin(zhao)
  const customerId = await addCustomer(relationId)
  const content = { type: 'text', text: '您好' }
  const messageId = await addMessage(customerId, { content, senderKind: 'ai', status: 1 })
  const charged = { entId: zhao.entId, relationId, customerId, sessionId: null, messageId, hasImage: false }
  await db.transaction((tx) => chargeAnswer(tx, charged, clock.now()))
  const worker = new PointsWorker({ db, clock, log: app.log, lowerRunPoints })
  await worker.run()
  expect(await zhao.call(pointsApi.info, {})).toMatchObject({ bonusHumanPoints: 999 })

  await db.sql
    .update(customerMessage)
    .set({ status: 2, failKind: 'blocked', failMsg: '对方拒收' })
    .where(eq(customerMessage.id, messageId))
  clock.advance(5 * 60_000)
  await Promise.all([worker.run(), worker.run()])

  expect(await zhao.call(pointsApi.info, {})).toMatchObject({ bonusHumanPoints: 1_000 })
  const { items } = await zhao.call(pointsApi.pageBills, { body: { type: 'refund' } })
  expect(items).toMatchObject([{ delta: 1, messageId, customerId, reason: '消息未送达' }])
})
