import { type EntId, personalDataApi, webhookApi, type WebhookDeliveryId, type WebhookId } from '@ruwu/contract'
import { DELIVERIES_SHOWN, WEBHOOK_ATTEMPTS, WEBHOOK_GIVEN_UP_MAX } from '@ruwu/domain'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enterprise, event, eventHead, webhook, webhookDelivery } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { aiWorld } from '../../testing/ai-world.ts'
import { leadWorld } from '../../testing/lead-world.ts'
import { deliver, deliveriesOf, otherNode, receiver, subscribe, typesOf } from '../../testing/webhooks.ts'

const MINUTE_MS = 60_000

test('a delivery that is given up is among the last ones, however old its event is', async () => {
  const here = await leadWorld()
  const { zhao, db, clock } = here
  const there = await receiver()
  await subscribe(zhao, there.url, 'message.received')
  await here.write('小满', '在吗')
  await deliver(here)
  const [old] = await deliveriesOf(here)
  clock.advance(MINUTE_MS)
  const at = clock.now()
  const newer = Array.from({ length: DELIVERIES_SHOWN }, (_, no) => {
    const id = newId<WebhookDeliveryId>(at)
    return { ...old!, id, key: `${no}`, createdAt: at, lastAt: at }
  })
  await db.sql.insert(webhookDelivery).values(newer)
  const attempts = WEBHOOK_ATTEMPTS - 1
  const last = { state: 'waiting', attempts, dueAt: at } as const
  await db.sql.update(webhookDelivery).set(last).where(eq(webhookDelivery.id, old!.id))
  there.play({ status: 503 })

  clock.advance(1_000)
  await deliver(here)

  const [shown] = await zhao.call(webhookApi.list, {})
  expect(shown?.deliveries).toHaveLength(DELIVERIES_SHOWN)
  expect(shown?.deliveries[0]).toMatchObject({ id: old!.id, state: 'failed' })
})

test('what waits for more than a minute is counted', async () => {
  const here = await leadWorld()
  const { zhao, clock } = here
  const there = await receiver()
  there.play({ status: 503 })
  await subscribe(zhao, there.url, 'message.received')
  await here.write('小满', '一', '二')
  const late = async () => (await zhao.call(webhookApi.list, {}))[0]?.late

  await deliver(here)
  expect(await late()).toBe(0)
  clock.advance(MINUTE_MS + 10_000)
  expect(await late()).toBe(2)
  there.play({ status: 204 })
  await deliver(here)
  expect(await late()).toBe(0)
})

test('an attempt is recorded after its lease was taken over, and the new lease stays', async () => {
  const here = await leadWorld()
  const { db, clock } = here
  const there = await receiver()
  there.play({ status: 503 })
  await subscribe(here.zhao, there.url, 'message.received')
  await here.write('小满', '在吗')
  const taken = new Date(clock.now().getTime() + 10 * MINUTE_MS)
  let transactions = 0
  const transaction: typeof db.transaction = async (work) => {
    transactions += 1
    if (transactions === 2) await db.sql.update(webhook).set({ busyUntil: taken })
    return db.transaction(work)
  }
  const slow = otherNode({ ...here, db: { ...db, transaction } })

  await slow.run()
  await slow.settle()

  expect(await deliveriesOf(here)).toMatchObject([{ state: 'waiting', attempts: 1, error: '对方返回 503' }])
  expect(await db.sql.select().from(webhook)).toMatchObject([{ busyUntil: taken }])
})

test('an attempt that the node with the new lease recorded first changes nothing, and the late node goes on', async () => {
  const here = await leadWorld()
  const { db, clock } = here
  const there = await receiver()
  await subscribe(here.zhao, there.url, 'message.received')
  await here.write('小满', '在吗')
  const taken = new Date(clock.now().getTime() + 10 * MINUTE_MS)
  let transactions = 0
  const failures: unknown[] = []
  const transaction: typeof db.transaction = async (work) => {
    transactions += 1
    if (transactions === 2) {
      await db.sql.update(webhook).set({ busyUntil: taken })
      await db.sql.update(webhookDelivery).set({ state: 'done', dueAt: null, attempts: 1 })
    }
    return db.transaction(work).catch((error: unknown) => {
      failures.push(error)
      throw error
    })
  }
  const slow = otherNode({ ...here, db: { ...db, transaction } })

  await slow.run()
  await slow.settle()

  expect(failures).toEqual([])
  expect(await deliveriesOf(here)).toMatchObject([{ state: 'done', attempts: 1, lastAt: null }])
})

test('a subscription pauses longer after each failure, the oldest delivery first; a success ends the pauses', async () => {
  const here = await leadWorld()
  const { zhao, clock } = here
  const there = await receiver()
  there.play({ status: 503 })
  await subscribe(zhao, there.url, 'message.received')
  await here.write('小满', '一', '二', '三', '四', '五')
  for (const [calls, pauseMs] of [
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
  ] as const) {
    await deliver(here)
    expect(there.calls).toHaveLength(calls)
    clock.advance(pauseMs - 1)
    await deliver(here)
    expect(there.calls).toHaveLength(calls)
    clock.advance(1)
  }

  there.play({ status: 204 })
  await deliver(here)

  expect(there.calls).toHaveLength(5)
  expect((await deliveriesOf(here)).map(({ state }) => state)).toEqual([
    'waiting',
    'waiting',
    'waiting',
    'done',
    'done',
  ])
})

test('dead receivers of many enterprises are called once, and a healthy one gets everything', async () => {
  const here = await leadWorld()
  const { zhao, db, clock } = here
  const [dead, healthy] = [await receiver(), await receiver()]
  dead.play({ status: 503 })
  await subscribe(zhao, healthy.url, 'message.received')
  await here.write('小满', '一', '二', '三')
  await deliver(here)
  const [own] = await db.sql.select().from(webhook)
  const [company] = await db.sql.select().from(enterprise).where(eq(enterprise.id, zhao.entId))
  const deliveries = await deliveriesOf(here)
  for (let no = 0; no < 40; no += 1) {
    const [entId, id] = [newId<EntId>(clock.now()), newId<WebhookId>(clock.now())]
    await db.sql.insert(enterprise).values({ ...company!, id: entId })
    await db.sql.insert(webhook).values({ ...own!, entId, id, url: dead.url, updatedBy: null, busyUntil: null })
    const due = { entId, webhookId: id, state: 'waiting', dueAt: clock.now(), attempts: 0 } as const
    await db.sql.insert(webhookDelivery).values(deliveries.map((row) => ({ ...row, ...due })))
  }
  await here.write('小满', '四', '五', '六')

  await deliver(here)

  expect(dead.calls).toHaveLength(40)
  expect(healthy.calls).toHaveLength(6)
})

test('two paused subscriptions leave the third of their enterprise alone', async () => {
  const here = await leadWorld()
  const [dead, healthy] = [await receiver(), await receiver()]
  dead.play({ status: 503 })
  for (const { url } of [dead, dead, healthy]) await subscribe(here.zhao, url, 'message.received')
  await here.write('小满', '一')
  await deliver(here)

  await here.write('小满', '二')
  await deliver(here)

  expect(healthy.calls).toHaveLength(2)
})

test('a repeat on demand is made at once and does not count towards switching off', async () => {
  const here = await aiWorld()
  const { zhao, db, clock, hints } = here
  const there = await receiver()
  there.play({ status: 503 })
  await subscribe(zhao, there.url, 'message.received')
  await here.write('小满', '在吗')
  await deliver(here)
  const [row] = await deliveriesOf(here)
  await db.sql.update(webhookDelivery).set({ state: 'failed', dueAt: null, attempts: WEBHOOK_ATTEMPTS })
  const pausedUntil = new Date(clock.now().getTime() + MINUTE_MS)
  await db.sql.update(webhook).set({ givenUp: WEBHOOK_GIVEN_UP_MAX - 1, pausedUntil })

  await zhao.call(webhookApi.redeliver, { body: { id: row!.id } })
  await deliver(here)

  expect(there.calls).toHaveLength(2)
  expect(await deliveriesOf(here)).toMatchObject([{ state: 'failed', attempts: WEBHOOK_ATTEMPTS + 1 }])
  expect(await db.sql.select().from(webhook)).toMatchObject([{ givenUp: WEBHOOK_GIVEN_UP_MAX - 1, enabled: true }])
  expect(await hints('webhook_failed')).toEqual([])
})

test('an event that cannot be read is left out, and the ones after it are told', async () => {
  const here = await leadWorld()
  const there = await receiver()
  await subscribe(here.zhao, there.url, 'message.received')
  await here.write('小满', '坏的')
  await here.db.sql.update(event).set({ payload: {} }).where(eq(event.type, 'cus_message'))
  await here.write('小满', '好的')

  await deliver(here)

  expect(typesOf(there.calls)).toEqual(['message.received'])
})

test('administrators are told once of events that were purged before they were read', async () => {
  const here = await aiWorld()
  const { zhao, db, hints } = here
  const there = await receiver()
  await subscribe(zhao, there.url, 'message.received')
  await here.write('小满', '在吗')
  await db.sql.update(eventHead).set({ purgedTo: eventHead.last }).where(eq(eventHead.entId, zhao.entId))
  await db.sql.delete(event)

  await deliver(here)
  await here.write('小满', '还在吗')
  await deliver(here)

  expect((await hints('webhook_failed')).map(({ hint, to }) => [hint.text, to])).toEqual([
    [`Webhook 订阅（${new URL(there.url).host}）长时间没有处理，部分事件已过期，没有投递`, [zhao.id]],
  ])
  expect(there.calls).toHaveLength(1)
})

const LOCK_WAITS = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

test('deliveries that are made while their customer is erased are erased too', async () => {
  const here = await aiWorld()
  const { zhao, db } = here
  const there = await receiver()
  there.play({ status: 503 })
  await subscribe(zhao, there.url, 'message.received')
  const customerId = await here.write('小满', '在吗')
  await deliver(here)
  const [row] = await deliveriesOf(here)
  await zhao.call(personalDataApi.erase, { body: { customerId, name: '小满' } })
  let erasing: Promise<unknown> = Promise.resolve()

  await db.transaction(async (tx) => {
    await tx.sql.execute(sql`select from webhook for no key update`)
    await tx.sql.insert(webhookDelivery).values({ ...row!, id: newId(here.clock.now()), key: 'made meanwhile' })
    let isErased = false
    erasing = here.reception.work.erasures.run().finally(() => (isErased = true))
    await expect.poll(async () => isErased || (await db.pool.query(LOCK_WAITS)).rowCount === 1).toBe(true)
  })
  await erasing

  expect(await deliveriesOf(here)).toEqual([])
})
