import { AiDraft, type CustomerId, type KnowledgeId, type MessageId, pointsApi } from '@ruwu/contract'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  channelAccount,
  customer,
  customerMessage,
  event,
  message,
  pointAccount,
  topic,
} from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { topicOf } from '../../testing/channel-world.ts'
import { openWorkbench } from '../../testing/workbench-world.ts'
import { openAccount } from '../../testing/platform.ts'
import { receptionWorld } from '../../testing/reception-world.ts'
import { startNode } from '../../testing/start-node.ts'
import { chargeAnswer, chargeAssist, chargeLearning, grant } from './index.ts'
import { isAvailable } from '../../customer/points-availability.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { AutomaticSender } from '../../outbound/index.ts'
import { listMisplaced } from './points-reception.repo.ts'
import { PointsReceptionWorker } from './points-reception-worker.ts'

const DAY_MS = 86_400_000

async function pointsWorld() {
  const here = await receptionWorld()
  const { db, clock, account, reception } = here
  await here.publishAi()
  const change = { entId: account.entId, relationId: account.id }

  /** One answer's point. */
  const spend = () =>
    db.transaction((tx) =>
      chargeAnswer(
        tx,
        {
          ...change,
          customerId: newId<CustomerId>(clock.now()),
          sessionId: null,
          messageId: newId<MessageId>(clock.now()),
          hasImage: false,
        },
        clock.now(),
      ),
    )
  /** Points are spent until so many are left. */
  const leave = (points: number) =>
    db.transaction((tx) =>
      chargeLearning(
        tx,
        { ...change, knowledgeId: newId<KnowledgeId>(clock.now()), chars: (1_000 - points) * 1_000, key: 'v1' },
        clock.now(),
      ),
    )
  const recharge = (points = 100) =>
    db.transaction((tx) =>
      grant(tx, { entId: account.entId, pool: 'orderPoints', points, reason: '测试' }, clock.now()),
    )
  const watch = () => reception.work.points.run()
  const types = async (...names: string[]) => {
    const rows = await db.sql.select().from(event).where(eq(event.entId, account.entId)).orderBy(asc(event.seq))
    return rows.map((row) => row.type).filter((type) => names.includes(type))
  }
  /** What was said to a customer by nobody in person. */
  const saidTo = async (id: CustomerId) => {
    const rows = await db.sql
      .select({ content: message.content })
      .from(customerMessage)
      .innerJoin(message, and(eq(message.topicId, customerMessage.customerId), eq(message.seq, customerMessage.seq)))
      .where(and(eq(customerMessage.customerId, id), eq(customerMessage.senderKind, 'flow')))
      .orderBy(asc(customerMessage.seq))
    return rows.map((row) => row.content.text)
  }
  return { ...here, spend, leave, recharge, watch, types, saidTo }
}

test('the last point takes every customer from the AI, whom it would have answered are told once, and every screen agrees', async () => {
  const here = await pointsWorld()
  const { lin, write, clock, leave, spend, watch, customerOf, changeCustomer, eventsOf, linesOf, types, saidTo } = here
  const waiting = await write('阿青', '你好')
  const silent = await write('小北', '你好')
  await changeCustomer(silent, { sessionId: null, waitingSince: null })
  const writer = await openWorkbench(lin, waiting)
  await leave(1)

  await spend()
  await watch()
  await watch()

  expect(await types('ent_points_used_up')).toEqual(['ent_points_used_up'])
  const stopped = { receptionType: 'manual', aiOffReason: 'points', receptionEpoch: 2 }
  expect(await customerOf(waiting)).toMatchObject(stopped)
  expect(await customerOf(silent)).toMatchObject(stopped)
  expect(await linesOf(waiting)).toEqual(['AI 托管已关闭：积分用尽'])
  expect((await eventsOf(waiting)).map((row) => row.type)).toContain('cus_auto_disable_ai')
  expect((await eventsOf(silent)).map((row) => row.type)).not.toContain('cus_auto_disable_ai')
  expect(await saidTo(waiting)).toEqual(['已为您转接人工客服，请稍候'])
  expect(await saidTo(silent)).toEqual([])
  await writer.agrees()

  clock.advance(60_000)
  await write('阿青', '在吗')
  await watch()

  expect(await saidTo(waiting)).toEqual(['已为您转接人工客服，请稍候'])
})

test('who comes while there are no points is received by people, and told so unless that is switched off', async () => {
  const here = await pointsWorld()
  const { zhao, write, leave, spend, watch, customerOf, saidTo } = here
  await leave(1)
  await spend()

  const told = await write('阿青', '你好')
  await watch()
  expect(await customerOf(told)).toMatchObject({ receptionType: 'manual', aiOffReason: 'points', receptionEpoch: 1 })
  expect(await saidTo(told)).toEqual(['已为您转接人工客服，请稍候'])

  const setting = await zhao.call(pointsApi.getSetting, {})
  await zhao.call(pointsApi.saveSetting, { body: { ...setting, usedUpReply: { enabled: false, text: '' } } })
  const untold = await write('小北', '你好')
  await watch()
  expect(await saidTo(untold)).toEqual([])
})

test('new points return only customers without a human answer to the AI', async () => {
  const here = await pointsWorld()
  const { write, leave, spend, recharge, watch, customerOf, changeCustomer, eventsOf, linesOf, types } = here
  const back = await write('阿青', '你好')
  const answered = await write('小北', '你好')
  const switched = await write('大林', '你好')
  await leave(1)
  await spend()
  await watch()
  await changeCustomer(answered, { aiOffReason: 'human_reply' })
  await changeCustomer(switched, { aiOffReason: 'agent_toggle' })

  await recharge()
  await watch()
  await watch()

  expect(await customerOf(back)).toMatchObject({ receptionType: 'ai_agent', aiOffReason: null, receptionEpoch: 3 })
  expect(await customerOf(answered)).toMatchObject({ receptionType: 'manual', aiOffReason: 'human_reply' })
  expect(await customerOf(switched)).toMatchObject({ receptionType: 'manual', aiOffReason: 'agent_toggle' })
  expect((await eventsOf(back)).map((row) => row.type)).toContain('cus_delay_auto_enable_ai')
  expect((await linesOf(back)).at(-1)).toBe('AI 托管已恢复：积分可用')
  expect(await types('ent_points_used_up', 'ent_points_back')).toEqual(['ent_points_used_up', 'ent_points_back'])
})

test('with the account’s switch off, or no published AI, new points return no customer to the AI', async () => {
  const here = await pointsWorld()
  const { db, write, leave, spend, recharge, watch, customerOf, publishAi, account } = here
  const id = await write('阿青', '你好')
  await leave(1)
  await spend()
  await watch()
  await recharge()

  await db.sql.update(channelAccount).set({ receptionMode: 'close' }).where(eq(channelAccount.id, account.id))
  expect(await watch()).toBe(false)
  await db.sql.update(channelAccount).set({ receptionMode: 'open' }).where(eq(channelAccount.id, account.id))
  await publishAi('30', null)
  expect(await watch()).toBe(false)
  expect(await customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'points' })

  await publishAi('30', 1)
  await watch()
  expect(await customerOf(id)).toMatchObject({ receptionType: 'ai_agent' })
})

test('an account’s daily limit stops its AI until midnight, another account’s goes on', async () => {
  const here = await pointsWorld()
  const { db, clock, account, write, spend, watch, customerOf, linesOf, types, publishAi, zhao } = here
  const other = await openAccount(here, { entId: account.entId })
  const draft = AiDraft.parse({ advanced: { dailyPoints: 2 } })
  await publishAi('30', 2, draft)
  const id = await write('阿青', '你好')
  // What agents ask for is not the AI's.
  const { entId, id: relationId } = account
  const asked = { entId, relationId, customerId: id, sessionId: null, operatorId: zhao.id }
  for (const key of ['assist:1', 'assist:2'])
    await db.transaction((tx) => chargeAssist(tx, { ...asked, key }, clock.now()))
  await spend()
  await watch()
  expect(await customerOf(id)).toMatchObject({ receptionType: 'ai_agent' })

  await spend()
  await watch()

  expect(await types('ent_points_used_up')).toEqual(['ent_points_used_up'])
  expect(await customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'points' })
  expect(await linesOf(id)).toEqual(['AI 托管已关闭：已达每日上限'])
  expect(await isAvailable(db.sql, account.entId, account.id, clock.now())).toBe(false)
  expect(await isAvailable(db.sql, account.entId, other.id, clock.now())).toBe(true)
  const fresh = await write('小北', '你好')
  expect(await customerOf(fresh)).toMatchObject({ receptionType: 'manual', aiOffReason: 'points' })

  // 24:00 in Shanghai.
  clock.advance(Date.parse('2026-03-16T16:00:00.000Z') - clock.now().getTime())
  await watch()
  expect(await customerOf(id)).toMatchObject({ receptionType: 'ai_agent' })
  expect(await customerOf(fresh)).toMatchObject({ receptionType: 'ai_agent' })
})

test('the enterprise’s daily limit stops every AI of it; a higher one lets them go on at once', async () => {
  const here = await pointsWorld()
  const { zhao, write, spend, watch, customerOf } = here
  const id = await write('阿青', '你好')
  const setting = await zhao.call(pointsApi.getSetting, {})
  const saved = await zhao.call(pointsApi.saveSetting, { body: { ...setting, dailyCap: 1 } })

  await spend()
  await watch()
  expect(await customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'points' })
  expect((await zhao.call(pointsApi.info, {})).isAvailable).toBe(true)

  await zhao.call(pointsApi.saveSetting, { body: { ...saved, dailyCap: 2 } })
  await watch()
  expect(await customerOf(id)).toMatchObject({ receptionType: 'ai_agent' })
})

test('two nodes, twice each: every customer is moved once and told once', async () => {
  const here = await pointsWorld()
  const { databaseUrl, clock, bus, write, leave, spend, watch, linesOf, saidTo } = here
  const other = await startNode(databaseUrl, clock, bus)
  const ids: CustomerId[] = []
  for (const name of ['甲', '乙', '丙', '丁', '戊']) ids.push(await write(name, '你好'))
  await leave(1)

  await Promise.all([spend(), spend()])
  await Promise.all([watch(), other.reception.work.points.run(), watch(), other.reception.work.points.run()])
  await watch()
  await other.close()

  for (const id of ids) {
    expect(await linesOf(id)).toEqual(['AI 托管已关闭：积分用尽'])
    expect(await saidTo(id)).toEqual(['已为您转接人工客服，请稍候'])
  }
})

test('an enterprise whose customers cannot be moved keeps no other’s waiting, and is tried again', async () => {
  const here = await pointsWorld()
  const { db, clock, reception, rival, write, customerOf } = here
  const account = await openAccount(here, { entId: rival.entId })
  const now = clock.now()
  const rivals = newId<CustomerId>(now)
  await db.sql.insert(topic).values(topicOf(rival.entId, rivals, now))
  await db.sql.insert(customer).values({
    entId: rival.entId,
    id: rivals,
    relationId: account.id,
    source: account.source,
    platformUserId: rivals,
    receptionType: 'ai_agent',
    lastMessageAt: now,
    firstEnterAt: now,
    lastEnterAt: now,
    createdAt: now,
    updatedAt: now,
  })
  const ids = [await write('阿青', '你好'), rivals]
  await db.sql.update(pointAccount).set({ bonusHumanPoints: 0 })
  const [first] = await listMisplaced(db.sql, clock.now(), { limit: 1, excluding: new Set() })
  let isBroken = true
  const commit: CustomerWriter['commit'] = (tx, changes, now) => {
    if (isBroken && changes.some((each) => each.customer.entId === first?.entId))
      throw new Error('it cannot be written')
    return reception.writer.commit(tx, changes, now)
  }
  const writer = Object.assign(Object.create(reception.writer) as CustomerWriter, { commit })
  const send: AutomaticSender['send'] = async () => ({ messageId: newId<MessageId>(clock.now()) })
  const automatic = { send } as AutomaticSender
  const watch = new PointsReceptionWorker({ db, clock, log: createLog('silent'), writer, automatic }, 1)
  const types = async () =>
    (await Promise.all(ids.map(customerOf))).map((row) => [row.id === first?.customerId, row.receptionType])

  while (await watch.run());
  expect(await types()).toEqual(
    expect.arrayContaining([
      [true, 'ai_agent'],
      [false, 'manual'],
    ]),
  )
  isBroken = false
  while (await watch.run());
  expect(await types()).toEqual(
    expect.arrayContaining([
      [true, 'manual'],
      [false, 'manual'],
    ]),
  )
})

test('what a node that died left behind is done by another, and nothing twice', async () => {
  const here = await pointsWorld()
  const { databaseUrl, clock, bus, write, leave, spend, watch, linesOf } = here
  const ids: CustomerId[] = []
  for (let n = 0; n < 20; n += 1) ids.push(await write(`客户${n}`, '你好'))
  await leave(1)
  await spend()

  const dying = await startNode(databaseUrl, clock, bus)
  const round = dying.reception.work.points.run().catch(() => false)
  await dying.kill()
  await round
  while (await watch());

  for (const id of ids) expect(await linesOf(id)).toEqual(['AI 托管已关闭：积分用尽'])
})

test('points that end in the night stop the AI like those that are spent', async () => {
  const here = await pointsWorld()
  const { clock, write, watch, reception, customerOf } = here
  const id = await write('阿青', '你好')

  clock.advance(31 * DAY_MS)
  await reception.ai.work.points.run()
  await watch()

  expect(await customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'points' })
})
