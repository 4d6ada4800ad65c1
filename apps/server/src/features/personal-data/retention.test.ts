import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type AiRunId, customerApi, type CustomerId, enterpriseApi, messageApi, statisticsApi } from '@ruwu/contract'
import { withNewerCustomer } from '@ruwu/domain'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { findAttachment, saveAttachment } from '../../chat/attachment/index.ts'
import { runHousekeeping } from '../../compose/housekeeping.ts'
import {
  aiRun,
  aiRunMessage,
  attachment,
  customer,
  customerMessage,
  enterprise,
  lead,
  message,
  messageFeedback,
  session,
  turn,
} from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { diskStorage } from '../../platform/storage/disk-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { type ReceptionWorld, receptionWorld } from '../../testing/reception-world.ts'
import { FILES_DIR } from '../../testing/start-node.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { tablesHolding } from '../../testing/tables-holding.ts'
import { watch } from '../../testing/watch.ts'
import { countOldMessages } from './retention.repo.ts'
import { createRetention } from './retention.ts'

const filesDir = path.join(FILES_DIR, `retention-${process.pid}`)
const storage = diskStorage(filesDir)
const FOREVER = new Date('9999-01-01T00:00:00Z')

let here: ReceptionWorld

beforeEach(async () => {
  await rm(filesDir, { recursive: true, force: true })
  here = await receptionWorld()
})

const runNight = (files: Storage = storage, until = FOREVER) =>
  createRetention({
    db: here.db,
    clock: here.clock,
    storage: files,
    writer: here.reception.writer,
    log: here.app.log,
  }).run(until)

/** The conversation so far is over, and was this long ago. */
async function age(customerId: CustomerId, days: number): Promise<void> {
  const ago = sql.raw(`interval '${days} days'`)
  await here.db.sql.execute(sql`update customer set session_id = null where id = ${customerId}`)
  await here.db.sql
    .execute(sql`update session set start_at = start_at - ${ago}, last_message_at = last_message_at - ${ago},
    end_at = coalesce(last_message_at, start_at) - ${ago} where customer_id = ${customerId} and end_at is null`)
  await here.db.sql.execute(sql`update message set created_at = created_at - ${ago} where topic_id = ${customerId}`)
  await here.db.sql.execute(sql`update attachment set created_at = created_at - ${ago} where topic_id = ${customerId}`)
}

const keepFor = (days: number) => here.db.sql.update(enterprise).set({ retentionDays: days })

const upload = (customerId: CustomerId, text: string) =>
  saveAttachment(
    { db: here.db, storage },
    {
      entId: here.account.entId,
      uploaderId: customerId,
      topicId: customerId,
      isPrivate: true,
      fileName: 'a.txt',
      bytes: Buffer.from(text),
    },
    here.clock.now(),
  )

const textsOf = async (customerId: CustomerId) => {
  const { items, hasMoreBefore } = await here.lin.call(messageApi.list, { body: { customerId } })
  const texts = items.filter(({ senderKind }) => senderKind === 'customer').map(({ content }) => content.text)
  return { texts, first: items[0]?.seq, hasMoreBefore }
}

const countOld = async (days: number) => (await here.zhao.call(enterpriseApi.countOld, { body: { days } })).messages

// R128
test('an old conversation goes with files, notes and search index; figures, contact and the younger one stay', async () => {
  const { db, lin } = here
  const customerId = await here.write('小满', '我电话 13877776666', 'mkold 多少钱')
  await lin.call(customerApi.receive, { body: { customerId } })
  await lin.call(customerApi.createNote, { body: { customerId, text: 'mkold 备注' } })
  await here.reception.work.search.run()
  const gone = await upload(customerId, 'mkold')
  // A random key can contain a WeChat cue and what looks like an id; it is no lead.
  const key = 's0FJQz1nYOBjUkK-vx_jK3Js-90Za7Qx'
  const file = { entId: here.account.entId, uploaderId: customerId, topicId: customerId, key }
  const used = await storePicture(db, file, here.clock.now())
  await age(customerId, 100)
  await here.write('小满', `新的一句 ${used}`)
  const figures = async () => [
    await db.sql.select().from(turn).where(eq(turn.customerId, customerId)),
    (await here.sessionsOf(customerId)).map((row) => ({ ...row, purgedAt: null })),
  ]
  const before = await figures()
  const stored = await db.sql.select().from(message).where(eq(message.topicId, customerId))

  await runNight()
  expect(await textsOf(customerId)).toMatchObject({ first: 1 })
  const young = stored.find(({ content }) => content.text?.startsWith('新的一句'))
  const olderCount = stored.filter(({ seq }) => seq < (young?.seq ?? 0)).length
  expect(await countOld(90)).toBeLessThanOrEqual(olderCount)
  expect(await countOld(90)).toBeGreaterThan(2)
  await keepFor(90)
  await runNight()

  expect(await textsOf(customerId)).toMatchObject({
    texts: [`新的一句 ${used}`],
    hasMoreBefore: false,
  })
  const { first = 0 } = await textsOf(customerId)
  expect(first).toBeGreaterThan(1)
  const forward = await here.lin.call(messageApi.list, { body: { customerId, afterSeq: first - 1 } })
  expect(forward).toMatchObject({ hasMoreBefore: false })
  expect(await countOld(90)).toBe(0)
  const eightDays = new Date(here.clock.now().getTime() + 8 * 86_400_000)
  await runHousekeeping(db, eightDays, { PLATFORM_CALL_DAYS: 7, FAILED_CALL_DAYS: 30 })
  expect(await tablesHolding(db, 'mkold')).toEqual([])
  expect(await figures()).toEqual(before)
  expect(await db.sql.select().from(lead)).toMatchObject([{ value: '13877776666', messageId: null }])
  expect(await findAttachment(db.sql, here.account.entId, gone.key)).toBeUndefined()
  expect(await storage.get(`attachment/${gone.key}`)).toBeUndefined()
  expect(await findAttachment(db.sql, here.account.entId, key)).toBeDefined()
})

test('the rating of an answer stays as a figure when its words are deleted', async () => {
  const { db, zhao, clock, account } = here
  const customerId = await here.write('小满', '多少钱')
  const [[open], [answer]] = [
    await here.sessionsOf(customerId),
    await db.sql.select().from(customerMessage).where(eq(customerMessage.customerId, customerId)),
  ]
  const startedAt = clock.now()
  const runId = newId<AiRunId>(startedAt)
  const key = { entId: account.entId, relationId: account.id, customerId, sessionId: open!.id }
  const run = { epoch: 1, answeredSeq: 1, agentVersion: 1, question: '', generator: 'builtin', startedAt } as const
  await db.sql.insert(aiRun).values({ ...key, ...run, id: runId, state: 'sent' })
  const said = { entId: account.entId, messageId: answer!.id }
  await db.sql.insert(aiRunMessage).values({ ...said, runId, index: 0 })
  await db.sql.insert(messageFeedback).values({ ...said, rating: 'good', agentId: zhao.id, at: startedAt })
  const goodRate = async (range: 'today' | 'yesterday') => {
    await here.reception.work.rollups.runAll()
    const { tiles } = await zhao.call(statisticsApi.ai, { body: { range, compare: false } })
    return tiles.find(({ name }) => name === 'goodRate')?.value
  }
  expect(await goodRate('today')).toBe(1)

  await age(customerId, 100)
  await keepFor(90)
  await runNight()

  expect(await db.sql.select().from(messageFeedback)).toEqual([])
  expect(await goodRate('today')).toBe(1)
  clock.advance(86_400_000)
  expect(await goodRate('yesterday')).toBe(1)
})

test('a customer whose whole thread is deleted stays in the list without a summary, also on open consoles', async () => {
  const { lin } = here
  const customerId = await here.write('小满', '很久以前')
  await age(customerId, 100)
  await keepFor(90)
  const open = await watch(lin, customerApi.detail, { query: { customerId } }, (shown, event) =>
    'customer' in event && event.customerId === customerId ? withNewerCustomer(shown, event.customer) : shown,
  )

  await runNight()

  expect((await open.settle()).lastMessage).toBeNull()
  expect(await open.settle()).toEqual(await open.refetch())
  expect(await textsOf(customerId)).toEqual({ texts: [], first: undefined, hasMoreBefore: false })
})

test('what follows a conversation before the next one keeps it until it is old too', async () => {
  const { lin } = here
  const customerId = await here.write('小满', '很久以前')
  await age(customerId, 100)
  await keepFor(90)
  await lin.call(customerApi.createNote, { body: { customerId, text: '今天想起' } })

  await runNight()
  expect((await textsOf(customerId)).texts).toEqual(['很久以前'])

  await age(customerId, 100)
  await runNight()
  expect((await textsOf(customerId)).texts).toEqual([])
})

test('a night that breaks off is finished by the next, and other threads do not wait for it', async () => {
  const [broken, other] = [await here.write('小满', '一'), await here.write('大雪', '二')]
  await upload(broken, 'file')
  for (const customerId of [broken, other]) await age(customerId, 100)
  await keepFor(90)

  await runNight({ ...storage, remove: () => Promise.reject(new Error('disk is away')) })
  expect((await textsOf(other)).texts).toEqual([])
  expect((await here.sessionsOf(broken)).map(({ purgedAt }) => purgedAt)).toEqual([null])

  await runNight()
  expect((await here.sessionsOf(broken)).every(({ purgedAt }) => purgedAt !== null)).toBe(true)
  expect(await here.db.sql.select().from(session).where(eq(session.customerId, broken))).toHaveLength(1)
})

test('a night stops between two batches when its time is over, and the next goes on', async () => {
  const ids = [await here.write('小满', '一'), await here.write('大雪', '二')]
  for (const customerId of ids) {
    await upload(customerId, 'file')
    await age(customerId, 100)
  }
  await keepFor(90)
  const unpurged = async () => (await here.db.sql.select().from(session)).filter(({ purgedAt }) => !purgedAt).length
  const slow = {
    ...storage,
    remove: async (name: string) => {
      here.clock.advance(60_000)
      await storage.remove(name)
    },
  }

  await runNight(slow, here.clock.now())
  expect(await here.db.sql.select().from(attachment)).toHaveLength(2)
  await runNight(slow, new Date(here.clock.now().getTime() + 30_000))
  expect(await here.db.sql.select().from(attachment)).toHaveLength(1)
  expect(await unpurged()).toBe(2)

  await runNight()
  expect(await here.db.sql.select().from(attachment)).toEqual([])
  expect(await unpurged()).toBe(0)
})

test('a thread that never had a session goes too, once its last message is old', async () => {
  const { platform, account, db } = here
  await platform.tell(platform.echo(account, '谷雨', '您好，打扰了', 'app'))
  await platform.settle()
  const [row] = await db.sql.select().from(customer)
  const customerId = row!.id
  expect(await here.sessionsOf(customerId)).toEqual([])
  const stored = () => db.sql.select().from(message).where(eq(message.topicId, customerId))
  await keepFor(90)

  await runNight()
  expect(await stored()).toHaveLength(1)

  await age(customerId, 100)
  await db.sql.execute(sql`update customer set last_message_at = last_message_at - interval '100 days'`)
  expect(await countOld(90)).toBe(1)
  await runNight()
  expect(await stored()).toEqual([])
  expect((await db.sql.select().from(customer))[0]?.lastMessage).toBeNull()
  expect(await countOld(90)).toBe(0)
})

test('a count that takes too long answers without a number', async () => {
  const { db, account, clock } = here
  await db.transaction(async (tx) => {
    await tx.sql.execute(sql`lock table message in access exclusive mode`)
    expect(await countOldMessages(db, { entId: account.entId, before: clock.now() }, 50)).toBeNull()
  })
})

test('a message that arrives while the night runs is not lost', async () => {
  const ids: CustomerId[] = []
  for (const name of ['小满', '大雪', '立秋']) ids.push(await here.write(name, '很久以前'))
  for (const customerId of ids) await age(customerId, 100)
  await keepFor(90)

  await Promise.all([runNight(), here.write('大雪', '又来了')])
  await runNight()

  for (const customerId of ids)
    expect((await textsOf(customerId)).texts).toEqual(customerId === ids[1] ? ['又来了'] : [])
})

test('only an editor of settings counts, and a period out of bounds is refused', async () => {
  const { lin, zhao } = here

  expect(await lin.refused(enterpriseApi.countOld, { body: { days: 365 } })).toMatchObject({ code: 40301 })
  expect((await zhao.refused(enterpriseApi.countOld, { body: { days: 89 } })).data).toEqual({
    fields: { days: '保留天数为 90 到 3650 的整数' },
  })
  expect(await countOld(365)).toBe(0)
})
