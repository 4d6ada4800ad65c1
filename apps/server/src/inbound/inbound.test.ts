import { messageApi } from '@ruwu/contract'
import { asc, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { SHARD_LOCK } from './stored-call.repo.ts'
import { shardOf } from './shard.ts'
import { withAdvisoryLock } from '../db/advisory-lock.ts'
import {
  channelAccount,
  customer,
  customerActivity,
  customerMessage,
  message,
  platformDelivery,
  platformPending,
  session,
  turn,
} from '../db/schema/index.ts'
import { onlyCustomer, openAccount, Platform, wordsOf } from '../testing/platform.ts'
import { world, type World } from '../testing/world.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'

let here: World
let platform: Platform
let account: Awaited<ReturnType<typeof openAccount>>

beforeEach(async () => {
  here = await world()
  platform = new Platform(here)
  account = await openAccount(here, { entId: here.zhao.entId })
})

describe('a message', () => {
  test('makes the customer, a session and a turn, and reaches open consoles', async () => {
    const socket = await here.lin.connect()
    await socket.next((frame) => frame.type === 'nop')
    await platform.tell(platform.text(account, '小满', '这款多少钱？'))
    await platform.settle()

    const row = await onlyCustomer(here)
    expect(row).toMatchObject({
      name: '小满',
      receptionType: 'manual',
      aiOffReason: 'error',
      lastSeq: 1,
      inboundCount: 1,
      lastMessage: { type: 'text', text: '这款多少钱？', senderKind: 'customer' },
    })
    expect(row.waitingSince).toEqual(here.clock.now())
    expect(await here.db.sql.select().from(session)).toMatchObject([
      { id: row.sessionId, ownMessages: 1, turns: 1, endAt: null },
    ])
    expect(await here.db.sql.select().from(turn)).toMatchObject([{ no: 1, startSeq: 1, replyAt: null }])
    expect(await here.db.sql.select().from(customerActivity)).toMatchObject([{ isFirst: true, ownMessages: 1 }])
    expect(await wordsOf(here.lin, row.id)).toEqual(['customer: 这款多少钱？'])
    const created = await socket.next((frame) => frame.type === 'message')
    expect(created).toMatchObject({ content: { type: 'customer_create' } })
    expect(await socket.next((frame) => frame.type === 'chat')).toMatchObject({
      topicId: row.id,
      seq: 1,
      attendee: row.id,
      content: { type: 'text', text: '这款多少钱？' },
    })
  })

  test('delivered twice, by the same or another webhook call, is stored once', async () => {
    const event = platform.text(account, '小满', '在吗')
    await platform.deliver(event, 'one')
    await platform.deliver(event, 'one')
    await platform.deliver(event, 'another')
    await platform.settle()
    await platform.deliver(event, 'a third')
    await platform.settle()

    expect(await wordsOf(here.zhao, (await onlyCustomer(here)).id)).toEqual(['customer: 在吗'])
    expect((await here.db.sql.select().from(platformDelivery)).map((row) => row.state)).toEqual([
      'done',
      'done',
      'done',
    ])
  })

  test('keeps its order of arrival, and is one batch however many customers write', async () => {
    const people = ['甲', '乙', '丙', '丁', '戊']
    const events = Array.from({ length: 40 }, (_, index) =>
      platform.text(account, people[index % 5] ?? '', String(index)),
    )
    await platform.tell(...events)
    await platform.settle()

    const rows = await here.db.sql.select().from(customer).orderBy(asc(customer.name))
    expect(rows).toHaveLength(5)
    for (const row of rows) {
      const said = (await wordsOf(here.zhao, row.id)).map((words) => Number(words.split(' ')[1]))
      expect(said).toEqual(said.toSorted((a, b) => a - b))
      expect(said).toHaveLength(8)
    }
  })

  test('waits for its account when that is not open yet, and is given up at last', async () => {
    const event = platform.text({ ...account, platformId: 'not yet' }, '小满', '你好')
    await platform.tell(event)
    await platform.settle()
    expect(await here.db.sql.select().from(customer)).toEqual([])

    await openAccount(here, { entId: here.zhao.entId, platformId: 'not yet' })
    here.clock.advance(1_000)
    await platform.settle()
    expect(await wordsOf(here.zhao, (await onlyCustomer(here)).id)).toEqual(['customer: 你好'])
  })

  test('to an archived customer, or after a day of silence, begins another session', async () => {
    await platform.tell(platform.text(account, '小满', '第一次'))
    await platform.settle()
    here.clock.advance(24 * 3_600_000)
    await platform.tell(platform.text(account, '小满', '第二次'))
    await platform.settle()

    const sessions = await here.db.sql.select().from(session).orderBy(asc(session.startAt))
    expect(sessions).toHaveLength(2)
    expect(sessions[0]?.endAt).toEqual(sessions[0]?.lastMessageAt)
    expect(sessions[1]?.endAt).toBeNull()
    expect((await onlyCustomer(here)).sessionId).toBe(sessions[1]?.id)
  })

  test('of an unbound account is not taken', async () => {
    const gone = await openAccount(here, {
      entId: here.zhao.entId,
      openStatus: 'unbound',
      unboundAt: here.clock.now(),
    })
    await platform.tell(platform.text(gone, '小满', '你好'))
    await platform.settle()
    expect(await here.db.sql.select().from(customer)).toEqual([])
  })
})

describe('an echo', () => {
  test('of a message typed in the platform’s app is stored once and counts as a human reply', async () => {
    await platform.tell(platform.text(account, '小满', '在吗'))
    const echo = platform.echo(account, '小满', '在的', 'app')
    await platform.tell(echo, echo)
    await platform.settle()

    const row = await onlyCustomer(here)
    expect(await wordsOf(here.zhao, row.id)).toEqual(['customer: 在吗', 'human: 在的'])
    expect(row.waitingSince).toBeNull()
    expect(await here.db.sql.select().from(turn)).toMatchObject([{ replyKind: 'human', replySeq: 2 }])
  })

  test('of our own interface that matches nothing waits, then is shown as its own message', async () => {
    await platform.tell(platform.text(account, '小满', '在吗'), platform.echo(account, '小满', '在', 'our_api'))
    await platform.settle()
    expect(await here.db.sql.select().from(platformPending)).toHaveLength(1)
    expect(await here.reception.work.overdue.settle()).toBe(0)

    here.clock.advance(5_000)
    expect(await here.reception.work.overdue.settle()).toBe(1)
    expect(await wordsOf(here.zhao, (await onlyCustomer(here)).id)).toEqual(['customer: 在吗', 'human: 在'])
  })
})

const recallOf = (messageId: string, occurredAt = here.clock.now()) => ({
  ...platform.base(account),
  occurredAt,
  kind: 'recall' as const,
  messageId,
  by: 'customer' as const,
  peerId: '小满',
})

describe('a recall', () => {
  test('within two minutes takes the content away and takes a place in the sequence', async () => {
    const said = platform.text(account, '小满', '说错了')
    await platform.tell(said)
    await platform.settle()
    await platform.tell(recallOf(said.messageId))
    await platform.settle()

    const row = await onlyCustomer(here)
    expect(await wordsOf(here.zhao, row.id)).toEqual(['customer: recalled'])
    expect(row.lastSeq).toBe(2)
    expect(row.lastMessage).toMatchObject({ type: 'recalled' })
  })

  test('that was stored while this one waited for the customer is not stored again', async () => {
    const said = platform.text(account, '小满', '说错了')
    await platform.tell(said)
    await platform.settle()
    await platform.tell(recallOf(said.messageId))

    let settled: Promise<unknown> | undefined
    await here.db.transaction(async (tx) => {
      await tx.sql.execute(sql`select 1 from customer for update`)
      settled = platform.settle()
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await here.db.pool.query(waiting)).rowCount).toBe(1)
      await tx.sql.update(message).set({ isRecalled: true, content: { type: 'recalled' } })
    })
    await settled

    expect((await onlyCustomer(here)).lastSeq).toBe(1)
  })

  test('later leaves the content and says so', async () => {
    const said = platform.text(account, '小满', '说错了')
    await platform.tell(said)
    await platform.settle()
    here.clock.advance(120_000)
    await platform.tell(recallOf(said.messageId))
    await platform.settle()

    expect(await wordsOf(here.zhao, (await onlyCustomer(here)).id)).toEqual(['customer: 说错了'])
    const lines = await here.db.sql.select().from(customerMessage).orderBy(asc(customerMessage.seq))
    expect(lines.map((line) => line.senderKind)).toEqual(['customer', 'system'])
  })

  test('that arrives before its message is kept and applied to it', async () => {
    const said = platform.text(account, '小满', '说错了')
    await platform.tell(recallOf(said.messageId))
    await platform.settle()
    await platform.tell(said)
    await platform.settle()

    expect(await wordsOf(here.zhao, (await onlyCustomer(here)).id)).toEqual(['customer: recalled'])
  })
})

test('characters PostgreSQL cannot store are removed from a message, the rest is kept', async () => {
  await platform.tell(platform.text(account, '小\0满', '多少\uD800钱\0？'))
  await platform.settle()

  const row = await onlyCustomer(here)
  expect(row.name).toBe('小满')
  expect(await wordsOf(here.lin, row.id)).toEqual(['customer: 多少\uFFFD钱？'])
  expect((await here.db.sql.select().from(platformDelivery)).map(({ state }) => state)).toEqual(['done'])
})

test('an account event in the same batch as a message of that account does not block the batch', async () => {
  const gone = { ...platform.base(account), kind: 'account_unbound' as const }
  const names = Array.from({ length: 100 }, (_, n) => `客户${n}`)
  const name = names.find((each) => shardOf([platform.text(account, each, '')]) === shardOf([gone])) ?? ''
  here.clock.advance(60_000)
  await platform.tell(platform.text(account, name, '在吗'), { ...gone, occurredAt: here.clock.now() })
  await platform.settle()

  expect((await onlyCustomer(here)).name).toBe(name)
  expect(await here.db.sql.select().from(channelAccount)).toMatchObject([{ openStatus: 'unbound' }])
  expect((await here.db.sql.select().from(platformDelivery)).map((row) => row.state)).toEqual(['done', 'done'])
})

test('one batch applies messages of many customers and skips those locked by another worker', async () => {
  const said = Array.from({ length: 20 }, (_, n) => platform.text(account, `客户${n}`, '在吗'))
  const held = shardOf(said.slice(0, 1))
  const others = said.filter((each) => shardOf([each]) !== held)
  expect(new Set(others.map((each) => shardOf([each]))).size).toBeGreaterThan(1)
  await platform.tell(...said)

  await withAdvisoryLock(here.db.pool, [SHARD_LOCK, held], () => here.reception.work.inbound.run())

  expect(await namesHere()).toEqual(new Set(others.map((each) => each.from.name)))
  await platform.settle()
  expect((await namesHere()).size).toBe(said.length)
})

const namesHere = async () =>
  new Set((await here.db.sql.select({ name: customer.name }).from(customer)).map((row) => row.name))

test('another enterprise sees nothing of it', async () => {
  await platform.tell(platform.text(account, '小满', '你好'))
  await platform.settle()
  const row = await onlyCustomer(here)

  const refusal = await absentForRival(here.rival, messageApi.list, { body: { customerId: row.id } })
  expect(refusal).toMatchObject({ msg: '客户不存在或已删除' })
})
