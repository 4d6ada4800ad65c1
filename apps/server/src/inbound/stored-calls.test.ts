import { beforeEach, expect, test } from 'vitest'
import { asc, eq } from 'drizzle-orm'
import type { InboundEvent } from '../channels/source.ts'
import { runHousekeeping } from '../compose/housekeeping.ts'
import { platformDelivery } from '../db/schema/index.ts'
import { readConfig } from '../platform/config.ts'
import { onlyCustomer, openAccount, Platform, wordsOf } from '../testing/platform.ts'
import { world, type World } from '../testing/world.ts'
import { AccountEventWorker } from './account-event-worker.ts'
import { manageCalls } from './failed-calls.ts'
import { createLog } from '../platform/log.ts'

const DAY_MS = 86_400_000

let here: World
let platform: Platform
let account: Awaited<ReturnType<typeof openAccount>>

beforeEach(async () => {
  here = await world()
  platform = new Platform(here)
  account = await openAccount(here, { entId: here.zhao.entId })
})

const unbound = (accountId = account.platformId): InboundEvent => ({
  source: 'douyin',
  accountId,
  eventKey: `unbind ${accountId}`,
  occurredAt: here.clock.now(),
  kind: 'account_unbound',
})

const statesOf = async () =>
  (await here.db.sql.select().from(platformDelivery).orderBy(asc(platformDelivery.id))).map(({ state }) => state)

const workerOf = (handle: (event: InboundEvent) => Promise<void>) =>
  new AccountEventWorker({ db: here.db, clock: here.clock, log: createLog('silent'), handle })

test('messages do not wait for calls about accounts, however slow the platform is', async () => {
  const slow = Promise.withResolvers<void>()
  const handled: string[] = []
  const worker = workerOf(async ({ accountId }) => {
    if (accountId === 'slow') await slow.promise
    handled.push(accountId)
  })
  for (let n = 0; n < 3; n += 1) await platform.tell(unbound('slow'), unbound('quick'))
  await platform.tell(platform.text(account, '小满', '在吗'))

  const working = worker.run()
  while (await here.reception.work.inbound.run()) {
    // Until the conversations are done.
  }

  expect(await wordsOf(here.zhao, (await onlyCustomer(here)).id)).toEqual(['customer: 在吗'])
  expect(await workerOf(async () => expect.unreachable()).run()).toBe(false)
  await expect.poll(() => handled).toEqual(['quick', 'quick', 'quick'])
  slow.resolve()
  await working
  expect(handled.slice(3)).toEqual(['slow', 'slow', 'slow'])
  expect(new Set(await statesOf())).toEqual(new Set(['done']))
})

test('a call about an account whose worker died is taken up by another after the lease', async () => {
  await platform.tell(unbound())
  void workerOf(() => new Promise(() => {})).run()
  await expect
    .poll(async () => (await here.db.sql.select().from(platformDelivery))[0]?.notBefore)
    .not.toEqual(here.clock.now())
  const handled: string[] = []
  const other = workerOf(async ({ kind }) => void handled.push(kind))

  expect(await other.run()).toBe(false)
  here.clock.advance(5 * 60_000)
  expect(await other.run()).toBe(true)
  expect(handled).toEqual(['account_unbound'])
})

test('the calls of one account keep their order when one fails, those of others go on', async () => {
  const handled: string[] = []
  let isDown = true
  const worker = workerOf(async ({ accountId, eventKey }) => {
    if (isDown && accountId === 'down') throw new Error('platform is down')
    handled.push(eventKey)
  })
  const settle = async () => {
    while (await worker.run()) {
      // Until nothing is due.
    }
  }
  for (const key of ['first', 'second']) await platform.tell({ ...unbound('down'), eventKey: key })
  await platform.tell(unbound('up'))

  await settle()
  await platform.tell({ ...unbound('down'), eventKey: 'third' })
  await settle()
  expect(handled).toEqual(['unbind up'])
  isDown = false
  await settle()
  here.clock.advance(1_000)
  await settle()
  expect(handled).toEqual(['unbind up', 'first', 'second', 'third'])
})

test('a call about an account that an earlier version put among the conversations is applied', async () => {
  await platform.tell(unbound())
  await here.db.sql.update(platformDelivery).set({ shard: 3 })

  await platform.settle()

  expect(await here.db.sql.select().from(platformDelivery)).toMatchObject([{ shard: 8, state: 'done' }])
})

test('calls are purged days after they were applied, failed ones later, waiting ones never', async () => {
  await platform.tell(unbound('a'), unbound('b'), unbound('c'))
  const [done, failed] = await here.db.sql.select().from(platformDelivery).orderBy(asc(platformDelivery.id))
  const set = (id: number | undefined, state: 'done' | 'failed') =>
    here.db.sql
      .update(platformDelivery)
      .set({ state })
      .where(eq(platformDelivery.id, id ?? 0))
  await set(done?.id, 'done')
  await set(failed?.id, 'failed')
  const purge = () => runHousekeeping(here.db, here.clock.now(), readConfig({}))

  here.clock.advance(7 * DAY_MS)
  await purge()
  expect(await statesOf()).toEqual(['done', 'failed', 'waiting'])
  here.clock.advance(1)
  await purge()
  expect(await statesOf()).toEqual(['failed', 'waiting'])
  here.clock.advance(83 * DAY_MS)
  await purge()
  expect(await statesOf()).toEqual(['waiting'])
})

test('failed calls are listed without their content and tried again on request', async () => {
  const run = (...words: string[]) => manageCalls(here.db, words, here.clock.now())
  expect(await run('failed')).toBe('没有处理失败的来电')
  await platform.tell(platform.text({ ...account, platformId: 'not yet' }, '小满', '我的电话 13800001234'))
  for (let tries = 0; tries < 9; tries += 1) {
    await platform.settle()
    here.clock.advance(300_000)
  }
  expect(await statesOf()).toEqual(['failed'])

  const listed = await run('failed')
  expect(listed).toMatch(/^\d+\t\S+Z\tdouyin\tmessage\t9 次\taccount is not open here$/)
  expect(listed).not.toContain('13800001234')
  await openAccount(here, { entId: here.zhao.entId, platformId: 'not yet' })
  expect(await run('retry', '999999')).toBe('将重新处理 0 条')
  expect(await run('retry', 'all')).toBe('将重新处理 1 条')
  await platform.settle()
  expect(await statesOf()).toEqual(['done'])
})

test.each([[[]], [['retry']], [['retry', 'x']], [['failed', 'all']]])('%j tells the usage', async (words) => {
  await expect(manageCalls(here.db, words, here.clock.now())).rejects.toThrow(/^用法：/)
})
