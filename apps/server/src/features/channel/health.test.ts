import { channelApi, type SessionId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import type { Database, Transaction } from '../../db/database.ts'
import { channelHistory, customerActivity } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { type ChannelWorld, channelWorld } from '../../testing/channel-world.ts'
import { type HealthFacts, readHealth, writeProblem } from './health.repo.ts'
import { ChannelHealth } from './health.ts'

const DAY_MS = 86_400_000

const check = async ({ channel }: ChannelWorld) =>
  channel.jobs.find((job) => job.name === 'check-channel-health')?.run({})

const lastErrorOf = async ({ zhao }: ChannelWorld) => (await zhao.call(channelApi.list, { body: {} }))[0]?.lastError

async function readAll({ db, clock }: ChannelWorld, pageSize?: number): Promise<HealthFacts[]> {
  const all: HealthFacts[] = []
  for await (const facts of readHealth(db.sql, clock.now(), pageSize)) all.push(facts)
  return all
}

test('events that the platform has switched off are switched on again', async () => {
  const here = await channelWorld()
  const off = new Set(['im_receive_msg'])
  here.platform.subscriptions.douyin = {
    missing: async () => [...off],
    turnOn: async (events) => events.forEach((event) => off.delete(event)),
  }
  await here.bindDouyin(here.zhao)

  await check(here)

  expect(off.size).toBe(0)
  expect(await lastErrorOf(here)).toBeNull()
})

test('where they stay off the account says so, until they are on', async () => {
  const here = await channelWorld()
  let missing = ['im_receive_msg']
  here.platform.subscriptions.douyin = { missing: async () => missing, turnOn: async () => {} }
  await here.bindDouyin(here.zhao)
  const screen = await here.lin.connect()

  await check(here)
  await check(here)
  expect(await lastErrorOf(here)).toBe('账号健康：平台的消息推送未开启，可能收不到新消息')
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toEqual(['channel_account_change'])
  missing = []
  await check(here)
  expect(await lastErrorOf(here)).toBeNull()
})

test('that the platform can’t be asked says nothing about the account', async () => {
  const here = await channelWorld()
  here.platform.subscriptions.douyin = {
    missing: () => Promise.reject(new Error('no answer')),
    turnOn: async () => {},
  }
  await here.bindDouyin(here.zhao)

  await check(here)

  expect(await lastErrorOf(here)).toBeNull()
})

test.each([
  ['on five of the last seven days people came at this hour', 5, true],
  ['on four of them', 4, false],
])('an hour of silence is noticed when it is unusual: %s', async (_name, days, expected) => {
  const here = await channelWorld()
  const { zhao, db, bindDouyin, addCustomer } = here
  const relationId = await bindDouyin(zhao)
  const customerId = await addCustomer(relationId)
  // It is just past 02:00, so the hour in question began at 01:00.
  for (let day = 1; day <= days; day += 1) {
    const slot = new Date(Date.parse('2026-03-16T01:00:00.000Z') - day * DAY_MS)
    const sessionId = newId<SessionId>(slot)
    await db.sql.insert(customerActivity).values({ entId: zhao.entId, sessionId, relationId, slot, customerId })
  }

  await check(here)

  expect(await lastErrorOf(here)).toBe(expected ? '账号健康：往常此时都有客户进线，近 1 小时没有收到消息' : null)
})

test('messages that failed within the hour are counted; what somebody else wrote is left alone', async () => {
  const here = await channelWorld()
  const { zhao, db, bindDouyin, clock } = here
  const relationId = await bindDouyin(zhao)
  const fail = () =>
    db.sql.insert(channelHistory).values({
      entId: zhao.entId,
      id: newId<string>(clock.now()),
      relationId,
      kind: 'send_failed',
      text: '发送失败',
      createdAt: clock.now(),
    })
  await fail()
  await fail()

  await check(here)
  expect(await lastErrorOf(here)).toBeNull()
  await fail()
  await check(here)
  expect(await lastErrorOf(here)).toBe('账号健康：近 1 小时有 3 条消息发送失败')

  await db.pool.query(`update channel_account set last_error = '该账号已被平台限制私信，请在平台查看处罚通知'`)
  clock.advance(3_600_001)
  await check(here)
  expect(await lastErrorOf(here)).toBe('该账号已被平台限制私信，请在平台查看处罚通知')
})

test('an account that can’t be reported does not hold up the next one', async () => {
  const here = await channelWorld()
  const { zhao, db, clock, app } = here
  await here.bindDouyin(zhao, 'dy-1')
  await here.bindDouyin(zhao, 'dy-2')
  const subscriptions = { missing: async () => ['im_receive_msg'], turnOn: async () => {} }
  let begun = 0
  const failsOnce = Object.assign(Object.create(db) as Database, {
    transaction: <T>(work: (tx: Transaction) => Promise<T>) =>
      (begun += 1) === 1 ? Promise.reject(new Error('connection lost')) : db.transaction(work),
  })
  here.platform.subscriptions.douyin = subscriptions

  await new ChannelHealth({ db: failsOnce, clock, log: app.log, sources: here.platform }).run()

  const accounts = await zhao.call(channelApi.list, { body: {} })
  expect(accounts.filter(({ lastError }) => lastError !== null)).toHaveLength(1)
})

test('accounts are read by pages, each once', async () => {
  const here = await channelWorld()
  const { zhao } = here
  const ids = [await here.bindDouyin(zhao, 'dy-1'), await here.bindDouyin(zhao, 'dy-2'), await here.bindRedbook(zhao)]

  for (const pageSize of [1, 2, 3, 4]) {
    const read = await readAll(here, pageSize)
    expect(read.map(({ id }) => id)).toEqual(ids.toSorted())
  }
})

test('an error that the account got after it was read stays', async () => {
  const here = await channelWorld()
  const { zhao, db, clock } = here
  await here.bindDouyin(zhao)
  const [facts] = await readAll(here)
  if (!facts) throw new Error('no account was read')
  await db.pool.query(`update channel_account set last_error = '该账号已被平台限制私信'`)

  expect(await writeProblem(db.sql, facts, '账号健康：近 1 小时有 3 条消息发送失败', clock.now())).toBe(false)

  expect(await lastErrorOf(here)).toBe('该账号已被平台限制私信')
})
