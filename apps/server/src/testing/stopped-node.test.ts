import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageApi, pointsApi } from '@ruwu/contract'
import { ANSWER_LIMIT_MS } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { grant } from '../features/points/index.ts'
import { aiWorld, MERGE_MS } from './ai-world.ts'
import { ChatPerson } from './chat-person.ts'
import { chatWorld, createGroup, historyOf } from './chat-world.ts'
import { outboundWorld } from './outbound-world.ts'
import { Person } from './person.ts'
import { onlyCustomer, openAccount, Platform, wordsOf } from './platform.ts'
import { ScriptedEngine } from './scripted-engine.ts'
import { stoppingNode } from './stopping-node.ts'
import { world } from './world.ts'
import { ASSIGN_QUEUE_LOCK, withAdvisoryLock } from '../db/advisory-lock.ts'
import { openDatabase, type Queryable } from '../db/database.ts'

const LEASE_MS = 150

// Each: one node stops within a transaction, another does the same kind of work on the same rows, then the first goes on.

test('chat: a message to the same group is taken, and the stopped one is sent again by its client', async () => {
  const here = await chatWorld('anna', 'ben')
  const [anna, ben] = here.people
  const { id } = await createGroup(anna, ben)
  const stopping = await stoppingNode(here)
  const there = new ChatPerson(stopping.address, 'anna')
  there.token = anna.token
  const socket = await there.connect()

  const { ended } = await stopping.stopWithin(/insert into message/, () => socket.say(id, '一', 'chat-1'))
  expect(await (await ben.connect()).say(id, '二', 'chat-2')).toMatchObject({ code: 200 })
  stopping.wake()

  expect(await ended).toMatchObject({ code: 500 })
  expect(await (await there.connect()).say(id, '一', 'chat-1')).toMatchObject({ code: 200 })
  const texts = (await historyOf(ben, id)).map((each) => each.content.text)
  expect(texts).toEqual(['一', '二', '木作群'])
})

test('a reply: colleagues go on with the same customer, and the repeated request stores it once', async () => {
  const out = await outboundWorld()
  const { here, customerId } = out
  const stopping = await stoppingNode(here, { openSources: () => here.platform })
  const { entId, id, roleId, name, telephone, token } = here.lin
  const there = new Person({ entId, id, roleId, name, telephone, app: stopping.app, address: stopping.address })
  there.token = token
  const body = { customerId, chatId: 'chat-001', content: { type: 'text', text: '一' } as const }

  const { ended } = await stopping.stopWithin(/event_head/, () => there.call(messageApi.send, { body }))
  await out.send(here.lin, '二', 'chat-002')
  stopping.wake()

  expect(await ended).toBeInstanceOf(Error)
  await there.call(messageApi.send, { body })
  expect((await out.states()).map(([text]) => text)).toEqual(['二', '一'])
})

test('inbound: another node applies the batch, once', async () => {
  const here = await world()
  const platform = new Platform(here)
  const account = await openAccount(here, { entId: here.zhao.entId })
  const stopping = await stoppingNode(here)
  await platform.tell(platform.text(account, '小满', '在吗'))

  const { ended } = await stopping.stopWithin(/event_head/, () => stopping.reception.work.inbound.run())
  await expect.poll(() => here.reception.work.inbound.run(), { interval: 5 }).toBe(true)
  stopping.wake()
  await ended

  expect(await wordsOf(here.zhao, (await onlyCustomer(here)).id)).toEqual(['customer: 在吗'])
})

test('outbox: another node claims and sends the message, once', async () => {
  const out = await outboundWorld()
  const stopping = await stoppingNode(out.here, { openSources: () => out.here.platform })
  await out.send(out.here.lin, '您好', 'chat-001')

  const { ended } = await stopping.stopWithin(/channel_account set pace_at/, () => out.work(stopping))
  await expect
    .poll(
      async () => {
        await out.work()
        return out.arrived
      },
      { interval: 5 },
    )
    .toEqual(['您好'])
  stopping.wake()
  await ended
  await out.work(stopping)

  expect(out.arrived).toEqual(['您好'])
})

test('an answer of the AI: other customers are answered at once, its own after the lease, once', async () => {
  const here = await aiWorld()
  const stopping = await stoppingNode(here, { engine: new ScriptedEngine() })
  const stoppedFor = await here.write('小满', '多少钱')
  here.clock.advance(MERGE_MS)

  const { ended } = await stopping.stopWithin(/event_head/, () => here.answer(stopping))
  const other = await here.ask('小雨', '在哪里')
  expect(await here.wordsOf(other)).toEqual(['customer: 在哪里', 'ai: 答：在哪里'])
  here.clock.advance(ANSWER_LIMIT_MS + 30_000)
  await here.answer()
  stopping.wake()
  await ended
  await here.answer(stopping)

  expect(await here.wordsOf(stoppedFor)).toEqual(['customer: 多少钱', 'ai: 答：多少钱'])
})

test('the ledger: others book on, and what the stopped node had booked is not there', async () => {
  const here = await world()
  const stopping = await stoppingNode(here)
  const recharge = (db: typeof here.db, points: number) =>
    db.transaction((tx) =>
      grant(tx, { entId: here.zhao.entId, pool: 'orderPoints', points, reason: '充值' }, here.clock.now()),
    )

  const { ended } = await stopping.stopWithin(/event_head/, () => recharge(stopping.db, 100))
  await recharge(here.db, 5_000)
  stopping.wake()

  expect(await ended).toBeInstanceOf(Error)
  expect(await here.zhao.call(pointsApi.info, {})).toMatchObject({ orderPoints: 5_000 })
})

test('a lock of all nodes is kept while its holder works, and taken over when the holder stops', async () => {
  const { db, databaseUrl, clock } = await world()
  const holder = openDatabase({ url: databaseUrl, clock, poolSize: 1 })
  onTestFinished(() => holder.close())
  let link: Socket | undefined
  holder.pool.on('connect', (client) => {
    link = (client as unknown as { connection: { stream: Socket } }).connection.stream
  })
  const lock = [ASSIGN_QUEUE_LOCK, 1] as const
  const order: string[] = []
  const hold = async (work: (sql: Queryable) => Promise<void>) => {
    const begun = Promise.withResolvers<void>()
    const ended = withAdvisoryLock(
      holder.pool,
      lock,
      async (own) => {
        begun.resolve()
        await work(own)
      },
      LEASE_MS,
    ).catch((error: unknown) => error)
    await begun.promise
    await withAdvisoryLock(db.pool, lock, async () => void order.push('second'), LEASE_MS)
    return ended
  }

  await hold(async () => {
    await sleep(4 * LEASE_MS)
    order.push('first')
  })
  expect(order.splice(0)).toEqual(['first', 'second'])

  const woken = Promise.withResolvers<void>()
  const late = hold(async (own) => {
    link?.pause()
    await woken.promise
    await own.execute(sql`select 1`)
    order.push('first')
  })
  await expect.poll(() => order, { interval: 5 }).toEqual(['second'])
  link?.resume()
  woken.resolve()
  expect(await late).toBeInstanceOf(Error)
  expect(order).toEqual(['second'])
  await withAdvisoryLock(holder.pool, lock, async () => void order.push('again'))
})
