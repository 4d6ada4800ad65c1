import { customerApi, leadApi, personalDataApi, WEBHOOK_EVENTS, webhookApi } from '@ruwu/contract'
import { WEBHOOK_GIVEN_UP_MAX } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { webhook, webhookDelivery } from '../../db/schema/index.ts'
import { aiWorld } from '../../testing/ai-world.ts'
import { leadWorld } from '../../testing/lead-world.ts'
import { handsOver, says } from '../../testing/scripted-engine.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { deliver, deliveriesOf, idsOf, otherNode, receiver, subscribe, typesOf } from '../../testing/webhooks.ts'
import { deleteOldDeliveries } from './index.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

test('a message of a customer is delivered once, verified by the public library, with ids alone', async () => {
  const here = await leadWorld()
  const { zhao, lin, clock } = here
  const there = await receiver()
  const { secret } = await subscribe(zhao, there.url, 'customer.created', 'message.received')

  const customerId = await here.write('小满', '我的电话 13877776666')
  await deliver(here)
  await deliver(here)

  expect(typesOf(there.calls).toSorted()).toEqual(['customer.created', 'message.received'])
  vi.spyOn(Date, 'now').mockReturnValue(clock.now().getTime())
  const told = there.calls.map(({ body, headers }) => new Verifier(secret ?? '').verify(body, headers))
  vi.restoreAllMocks()
  const data = { customerId, source: 'douyin', relationId: here.account.id }
  expect(told).toContainEqual(
    expect.objectContaining({ type: 'message.received', enterpriseId: lin.entId, data: expect.objectContaining(data) }),
  )
  expect(JSON.stringify(told)).not.toMatch(/13877776666|小满/)
})

test('every event is told once, whatever copies the log has, and a contact is masked', async () => {
  const here = await aiWorld()
  const { zhao, lin, wei, platform, account } = here
  const there = await receiver()
  await subscribe(zhao, there.url, ...WEBHOOK_EVENTS)
  here.engine.script = () => says('好的')

  const customerId = await here.ask('小满', '我的电话 13877776666')
  await here.deliver()
  here.engine.script = () => handsOver('keyword')
  await here.ask('小满', '找人工')
  await here.refuse()
  const form = {
    ...platform.base(account),
    kind: 'card_submitted',
    from: { platformId: '小满', name: '小满' },
  } as const
  await platform.tell({ ...form, cardId: 'card-1', fields: [{ label: '电话', value: '13877776666' }] })
  await platform.settle()
  await lin.call(customerApi.receive, { body: { customerId } })
  await lin.call(customerApi.redirect, { body: { customerId, agentId: wei.id, reason: '更专业的同事' } })
  await wei.call(customerApi.archive, { body: { customerId, archive: true } })
  await wei.call(customerApi.archive, { body: { customerId, archive: false } })
  await wei.call(customerApi.release, { body: { customerId } })
  await deliver(here)

  const counted = Map.groupBy(typesOf(there.calls), (type) => type)
  expect(Object.fromEntries([...counted].map(([type, all]) => [type, all.length]))).toMatchObject({
    'customer.created': 1,
    'customer.assigned': 2,
    'customer.released': 1,
    'customer.handoff': 1,
    'customer.archived': 1,
    'message.received': 3,
    'message.sent': 1,
    'card.submitted': 1,
    'lead.captured': 1,
  })
  const lead = there.calls.find(({ body }) => body.includes('lead.captured'))
  expect(JSON.parse(lead?.body ?? '{}')).toMatchObject({
    data: { kind: 'phone', state: 'valid', contact: '138****6666' },
  })
  expect(new Set(idsOf(there.calls)).size).toBe(there.calls.length)
  expect(JSON.stringify(there.calls)).not.toMatch(/13877776666|小满/)
})

// R130
test('a failed delivery is repeated with the same id after growing pauses, then given up and told of', async () => {
  const here = await aiWorld()
  const { zhao, clock, hints } = here
  const there = await receiver()
  there.play({ status: 503 })
  await subscribe(zhao, there.url, 'customer.created')
  await here.write('小满', '在吗')
  await deliver(here)
  expect(await deliveriesOf(here)).toMatchObject([
    { state: 'waiting', attempts: 1, status: 503, error: '对方返回 503' },
  ])

  for (const minutes of [1, 5, 30, 120, 360]) {
    clock.advance(minutes * MINUTE_MS - 1)
    const before = there.calls.length
    await deliver(here)
    expect(there.calls).toHaveLength(before)
    clock.advance(1)
    await deliver(here)
    expect(there.calls).toHaveLength(before + 1)
  }

  expect(new Set(idsOf(there.calls)).size).toBe(1)
  expect(await deliveriesOf(here)).toMatchObject([{ state: 'failed', attempts: 6, dueAt: null }])
  const told = await hints('webhook_failed')
  expect(told.map(({ hint, to }) => [hint.text, to])).toEqual([
    [`Webhook 投递失败（${new URL(there.url).host}）：对方返回 503`, [zhao.id]],
  ])
  clock.advance(DAY_MS)
  await deliver(here)
  expect(there.calls).toHaveLength(6)
})

test('after too many deliveries given up in a row the subscription is off and told of; switched on it begins again', async () => {
  const here = await aiWorld()
  const { zhao, db, clock, hints } = here
  const there = await receiver()
  there.play({ status: 500 })
  const { id, url, events } = await subscribe(zhao, there.url, 'message.received')
  await db.sql.update(webhook).set({ givenUp: WEBHOOK_GIVEN_UP_MAX - 1, toldAt: clock.now() })
  await here.write('小满', '一', '二')
  await deliver(here)
  const [first] = await deliveriesOf(here)
  await db.sql.update(webhookDelivery).set({ attempts: 5, dueAt: clock.now() }).where(eq(webhookDelivery.id, first!.id))

  clock.advance(1_000)
  await deliver(here)

  const [stopped] = await zhao.call(webhookApi.list, {})
  expect(stopped).toMatchObject({ enabled: false, stoppedAt: clock.now().toISOString(), version: 2 })
  expect(stopped?.deliveries.map(({ state, error }) => [state, error])).toEqual([
    ['failed', '对方返回 500'],
    ['failed', '订阅已停用，不再投递'],
  ])
  expect((await hints('webhook_failed')).map(({ hint }) => hint.text)).toEqual([
    `Webhook 订阅（${new URL(there.url).host}）连续 20 次投递失败，已自动停用`,
  ])
  there.play({ status: 204 })
  await here.write('小满', '停用期间')
  await deliver(here)
  const stale = { id, url, events, enabled: true, version: 1 }
  expect(await zhao.refused(webhookApi.save, { body: stale })).toMatchObject({ code: 40902 })
  await zhao.call(webhookApi.save, { body: { ...stale, version: 2 } })
  const before = there.calls.length
  await here.write('小满', '又启用了')
  await deliver(here)
  expect(there.calls).toHaveLength(before + 1)
  expect((await zhao.call(webhookApi.list, {}))[0]).toMatchObject({ enabled: true, stoppedAt: null })
})

test('a delivery that was given up is repeated on demand with its id, once for two calls, and only while it is on', async () => {
  const here = await leadWorld()
  const { zhao, rival, db } = here
  const there = await receiver()
  const { id: webhookId, url, events } = await subscribe(zhao, there.url, 'message.received')
  await here.write('小满', '在吗')
  await deliver(here)
  const [delivered] = await deliveriesOf(here)
  const body = { id: delivered!.id }
  expect(await absentForRival(rival, webhookApi.redeliver, { body })).toMatchObject({ msg: '投递不存在或已删除' })
  expect(await zhao.refused(webhookApi.redeliver, { body })).toMatchObject({ msg: '这次投递没有失败，无需重新投递' })
  await db.sql.update(webhookDelivery).set({ state: 'failed', attempts: 6 })

  const answers = await Promise.all([1, 2].map(() => zhao.request(webhookApi.redeliver, { body })))
  await deliver(here)

  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1, 42200])
  expect(new Set(idsOf(there.calls)).size).toBe(1)
  expect(there.calls).toHaveLength(2)
  expect(await deliveriesOf(here)).toMatchObject([{ state: 'done', attempts: 7 }])
  await db.sql.update(webhookDelivery).set({ state: 'failed' })
  await zhao.call(webhookApi.save, { body: { id: webhookId, url, events, enabled: false, version: 1 } })
  expect(await zhao.refused(webhookApi.redeliver, { body })).toMatchObject({ msg: '订阅已停用，请先启用' })
})

test('a success ends the row of failures', async () => {
  const here = await leadWorld()
  const there = await receiver()
  await subscribe(here.zhao, there.url, 'message.received')
  await here.db.sql.update(webhook).set({ givenUp: WEBHOOK_GIVEN_UP_MAX - 1 })

  await here.write('小满', '在吗')
  await deliver(here)

  expect(await here.db.sql.select().from(webhook)).toMatchObject([{ givenUp: 0, enabled: true }])
})

test('a crash between delivery and record repeats the delivery with its id when the lease has ended', async () => {
  const here = await leadWorld()
  const { db, clock, zhao } = here
  const there = await receiver()
  await subscribe(zhao, there.url, 'message.received')
  await here.write('小满', '在吗')
  let isCollected = false
  const transaction: typeof db.transaction = (work) => {
    if (isCollected) return Promise.reject(new Error('crashed'))
    isCollected = true
    return db.transaction(work)
  }
  const dying = otherNode({ ...here, db: { ...db, transaction } })

  await dying.run()
  await dying.settle()
  expect(there.calls).toHaveLength(1)
  expect(await deliveriesOf(here)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  await deliver(here)
  expect(there.calls).toHaveLength(1)
  clock.advance(30_000)
  await deliver(here)

  const [first, second] = idsOf(there.calls)
  expect(there.calls).toHaveLength(2)
  expect(second).toBe(first)
  expect(await deliveriesOf(here)).toMatchObject([{ state: 'done', attempts: 1 }])
})

test('two nodes deliver each event once, and one subscription has one call open at a time', async () => {
  const here = await leadWorld()
  const there = await receiver()
  await subscribe(here.zhao, there.url, 'message.received')
  await here.write('小满', ...Array.from({ length: 12 }, (_, no) => `第 ${no} 句`))
  const other = otherNode(here)

  await Promise.all([here.reception.work.webhooks.run(), other.run()])
  await Promise.all([here.reception.work.webhooks.settle(), other.settle()])
  await deliver(here)

  expect(there.calls).toHaveLength(12)
  expect(new Set(idsOf(there.calls)).size).toBe(12)
  expect(there.mostAtOnce()).toBe(1)
})

test('a receiver that hangs holds back neither another enterprise nor the product', async () => {
  const here = await leadWorld()
  const { zhao, rival, db } = here
  const [slow, quick] = [await receiver(), await receiver()]
  slow.play({ hang: true })
  for (let no = 0; no < 3; no += 1) await subscribe(zhao, slow.url, 'message.received')
  const { id } = await subscribe(rival, quick.url, 'message.received')
  await here.write('小满', '在吗')
  const node = otherNode(here)
  await node.run()
  const [row] = await deliveriesOf(here)
  await db.sql
    .insert(webhookDelivery)
    .values({ ...row!, entId: rival.entId, id: 'e'.repeat(32) as never, webhookId: id, customerId: null })

  await node.run()
  await Promise.all([quick.arrived(1), slow.arrived(2)])
  await here.write('小满', '还在吗')
  await node.close()

  expect(slow.calls).toHaveLength(2)
  const ended = await deliveriesOf(here)
  expect(ended.filter(({ error }) => error === '5 秒内没有回应')).toHaveLength(2)
}, 20_000)

test('nothing of an erased customer is left to deliver', async () => {
  const here = await aiWorld()
  const { zhao } = here
  const there = await receiver()
  there.play({ status: 500 })
  await subscribe(zhao, there.url, 'message.received')
  const customerId = await here.write('小满', '在吗')
  await here.write('大雪', '在吗')
  await deliver(here)
  expect(await deliveriesOf(here)).toHaveLength(2)

  await zhao.call(personalDataApi.erase, { body: { customerId, name: '小满' } })
  while (await here.reception.work.erasures.run()) {
    // Until nothing is due.
  }

  const left = await deliveriesOf(here)
  expect(left).toHaveLength(1)
  expect(left[0]?.customerId).not.toBe(customerId)
})

test('what happens while a subscription is off is not delivered, and old deliveries are deleted', async () => {
  const here = await leadWorld()
  const { zhao, db, clock } = here
  const there = await receiver()
  const { id, url, events } = await subscribe(zhao, there.url, 'message.received')
  await here.write('小满', '在吗')
  await zhao.call(webhookApi.save, { body: { id, url, events, enabled: false, version: 1 } })
  await deliver(here)
  expect(there.calls).toEqual([])

  await zhao.call(webhookApi.save, { body: { id, url, events, enabled: true, version: 2 } })
  await here.write('小满', '现在呢')
  await deliver(here)
  expect(there.calls).toHaveLength(1)

  clock.advance(31 * DAY_MS)
  await deleteOldDeliveries(db.sql, clock.now())
  expect(await deliveriesOf(here)).toEqual([])
})

test('a known lead that is mentioned again is not told of again', async () => {
  const here = await leadWorld()
  const there = await receiver()
  await here.write('小满', '电话 13877776666')
  await subscribe(here.zhao, there.url, 'lead.captured')

  here.clock.advance(10 * MINUTE_MS)
  await here.write('小满', '再说一次 13877776666')
  await here.write('大雪', '我的也是 13877776666')
  await deliver(here)

  expect(typesOf(there.calls)).toEqual(['lead.captured'])
})

test('a lead is told of when it becomes a contact: confirmed later by an agent, never for a copied account', async () => {
  const here = await leadWorld()
  const { lin, clock } = here
  const there = await receiver()
  await subscribe(here.zhao, there.url, 'lead.captured')
  const customerId = await here.write('小满', '加微 nicolechen')
  const another = await here.write('大雪', '加微 nicolechan')
  await here.copyWechat('小寒')
  await deliver(here)
  expect(there.calls).toEqual([])

  clock.advance(60 * MINUTE_MS)
  const [doubtful] = await here.leadsOf(customerId)
  const body = { leadId: doubtful!.leadId, state: 'valid' } as const
  await lin.call(leadApi.update, { body })
  clock.advance(1)
  await lin.call(leadApi.create, { body: { customerId: another, kind: 'wechat', value: 'nicolechan' } })
  await here.write('小满', '加微 nicolechen')
  await deliver(here)

  expect(there.calls.map((call) => (JSON.parse(call.body) as { data: object }).data)).toMatchObject([
    { customerId, leadId: body.leadId, kind: 'wechat', state: 'valid' },
    { customerId: another, kind: 'wechat', state: 'valid' },
  ])
})
