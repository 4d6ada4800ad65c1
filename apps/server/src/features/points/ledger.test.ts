import type { CustomerId, EntId, KnowledgeId, MessageId, RelationId } from '@ruwu/contract'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enterprise, event, pointAccount, pointDay, pointLedger, pointLot } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { openAccount } from '../../testing/platform.ts'
import { world } from '../../testing/world.ts'
import { createEnterprise } from '../admin/index.ts'
import { lowerRunPoints } from '../ai-reception/index.ts'
import {
  chargeAnswer,
  chargeComment,
  chargeFollowUp,
  chargeJudgement,
  chargeLearning,
  checkLedger,
  grant,
  openPointAccount,
  PointsWorker,
  refundAnswer,
} from './index.ts'
import { findDisagreements, findWrongDays } from './ledger.repo.ts'

const DAY_MS = 86_400_000

/** An enterprise with just the points of the test. */
async function pointsWorld(
  lots: { pool: 'orderPoints' | 'bonusOrderPoints' | 'bonusHumanPoints'; points: number; days?: number }[] = [],
) {
  const here = await world()
  const { db, clock } = here
  const entId = newId<EntId>(clock.now())
  await createEnterprise(db.sql, { id: entId, name: '没有积分的企业', points: 0 }, clock.now())
  const account = await openAccount(here, { entId })
  const add = (pool: (typeof lots)[number]['pool'], points: number, days = 30, more: object = {}) =>
    db.transaction((tx) =>
      grant(
        tx,
        { entId, pool, points, expireAt: new Date(clock.now().getTime() + days * DAY_MS), reason: '测试', ...more },
        clock.now(),
      ),
    )
  for (const { pool, points, days } of lots) {
    await add(pool, points, days)
    clock.advance(1)
  }
  const newMessage = () => newId<MessageId>(clock.now())
  const answer = (messageId = newMessage(), hasImage = false) =>
    db.transaction((tx) =>
      chargeAnswer(
        tx,
        {
          entId,
          relationId: account.id,
          customerId: newId<CustomerId>(clock.now()),
          sessionId: null,
          messageId,
          hasImage,
        },
        clock.now(),
      ),
    )
  const learn = (chars: number, key = 'v1', knowledgeId = newId<KnowledgeId>(clock.now())) =>
    db.transaction((tx) => chargeLearning(tx, { entId, relationId: account.id, knowledgeId, chars, key }, clock.now()))
  const refund = (messageId: MessageId) => db.transaction((tx) => refundAnswer(tx, { entId, messageId }, clock.now()))
  const balance = async () => {
    const [row] = await db.sql.select().from(pointAccount).where(eq(pointAccount.entId, entId))
    return [row?.orderPoints, row?.bonusOrderPoints, row?.bonusHumanPoints]
  }
  const remains = async () => {
    const rows = await db.sql.select().from(pointLot).where(eq(pointLot.entId, entId)).orderBy(asc(pointLot.createdAt))
    return rows.map((row) => [row.pool, row.remain])
  }
  const rows = () => db.sql.select().from(pointLedger).where(eq(pointLedger.entId, entId)).orderBy(asc(pointLedger.no))
  const told = async () => {
    const found = await db.sql.select().from(event).where(eq(event.entId, entId)).orderBy(asc(event.seq))
    return found.map((row) => row.type).filter((type) => type.startsWith('ent_points'))
  }
  const spentToday = async (relationId: RelationId = account.id) => {
    const found = await db.sql.select().from(pointDay).where(eq(pointDay.relationId, relationId)).orderBy(pointDay.item)
    return found.map((row) => [row.day, row.type, row.item, -row.delta, row.times])
  }
  const worker = new PointsWorker({ db, clock, log: here.app.log, lowerRunPoints })
  return {
    ...here,
    entId,
    account,
    add,
    newMessage,
    answer,
    learn,
    refund,
    balance,
    remains,
    rows,
    told,
    spentToday,
    worker,
  }
}

async function agrees(db: Parameters<typeof findDisagreements>[0]) {
  expect(await findDisagreements(db)).toEqual([])
  expect(await findWrongDays(db)).toEqual([])
}

test('a new enterprise begins with 1,000 given points, once', async () => {
  const { db, lin, clock } = await world()

  await openPointAccount(db.sql, lin.entId, clock.now())

  const [row] = await db.sql.select().from(pointAccount).where(eq(pointAccount.entId, lin.entId))
  expect(row).toMatchObject({ orderPoints: 0, bonusOrderPoints: 0, bonusHumanPoints: 1_000, hasPaid: false })
  await agrees(db.sql)
})

test('an answer costs one point and one more with a picture, however often it is charged', async () => {
  const { db, answer, newMessage, balance, rows, spentToday } = await pointsWorld([
    { pool: 'bonusHumanPoints', points: 10 },
  ])
  const messageId = newMessage()

  expect(await answer(messageId, true)).toBe(2)
  expect(await answer(messageId, true)).toBe(0)

  expect(await balance()).toEqual([0, 0, 8])
  expect((await rows()).slice(1)).toMatchObject([
    { type: 'consume', item: 'ai_reply', delta: -1, bonusHumanPoints: 9, messageId, key: `ai_reply:${messageId}` },
    { type: 'consume', item: 'image', delta: -1, bonusHumanPoints: 8, messageId, key: `image:${messageId}` },
  ])
  expect(await spentToday()).toEqual([
    ['2026-03-16', 'consume', 'ai_reply', 1, 1],
    ['2026-03-16', 'consume', 'image', 1, 1],
  ])
  await agrees(db.sql)
})

test('one charge goes over several lots in the order of spending, one row each', async () => {
  const { db, learn, remains, rows } = await pointsWorld([
    { pool: 'orderPoints', points: 5, days: 1 },
    { pool: 'bonusOrderPoints', points: 2, days: 9 },
    { pool: 'bonusHumanPoints', points: 1, days: 8 },
  ])

  expect(await learn(4_500)).toBe(true)

  expect(await remains()).toEqual([
    ['orderPoints', 3],
    ['bonusOrderPoints', 0],
    ['bonusHumanPoints', 0],
  ])
  expect((await rows()).slice(3)).toMatchObject([
    { pool: 'bonusHumanPoints', delta: -1, part: 0, orderPoints: 5, bonusOrderPoints: 2, bonusHumanPoints: 0 },
    { pool: 'bonusOrderPoints', delta: -2, part: 1, orderPoints: 5, bonusOrderPoints: 0, bonusHumanPoints: 0 },
    { pool: 'orderPoints', delta: -2, part: 2, orderPoints: 3, bonusOrderPoints: 0, bonusHumanPoints: 0 },
  ])
  await agrees(db.sql)
})

test('learning that cannot be paid is not charged; what was learnt before is paid', async () => {
  const { db, learn, balance, clock } = await pointsWorld([{ pool: 'orderPoints', points: 2 }])
  const knowledgeId = newId<KnowledgeId>(clock.now())

  expect(await learn(2_001)).toBe(false)
  expect(await learn(1_500, 'v1', knowledgeId)).toBe(true)
  expect(await learn(1_500, 'v1', knowledgeId)).toBe(true)

  expect(await balance()).toEqual([0, 0, 0])
  await agrees(db.sql)
})

test('an answer under way may leave a negative balance, which the next purchase pays first', async () => {
  const { db, add, answer, balance, remains, told } = await pointsWorld([{ pool: 'bonusHumanPoints', points: 1 }])

  await answer(undefined, true)
  expect(await balance()).toEqual([-1, 0, 0])
  await add('bonusHumanPoints', 1)
  expect(await balance()).toEqual([-1, 0, 1])
  await add('orderPoints', 100, 30, { orderNo: '202603160000000001' })

  expect(await balance()).toEqual([99, 0, 1])
  expect(await remains()).toEqual([
    ['bonusHumanPoints', 0],
    ['bonusHumanPoints', 1],
    ['orderPoints', 99],
  ])
  expect(await told()).toEqual(['ent_points_back', 'ent_points_used_up', 'ent_points_back', 'ent_points_back'])
  await agrees(db.sql)
})

test.each([
  ['a follow-up', chargeFollowUp],
  ['a comment reply', chargeComment],
  ['a judgement', chargeJudgement],
] as const)('%s leaves no negative balance: without points it costs nothing', async (_, charge) => {
  const { db, clock, entId, account, newMessage, balance } = await pointsWorld([{ pool: 'orderPoints', points: 1 }])
  const charged = () => {
    const customerId = newId<CustomerId>(clock.now())
    return { entId, relationId: account.id, customerId, sessionId: null, messageId: newMessage(), key: customerId }
  }
  const once = () => db.transaction((tx) => charge(tx, charged(), clock.now()))

  expect([await once(), await once()]).toEqual([1, 0])

  expect(await balance()).toEqual([0, 0, 0])
  await agrees(db.sql)
})

test('an order is granted once, also with two concurrent calls', async () => {
  const { db, add, balance } = await pointsWorld()

  const came = await Promise.all([1, 2, 3].map(() => add('orderPoints', 100, 365, { orderNo: '1' })))

  expect(came.filter(Boolean)).toHaveLength(1)
  expect(await balance()).toEqual([100, 0, 0])
  await agrees(db.sql)
})

test('an undelivered answer is refunded to its lots, once', async () => {
  const { db, answer, newMessage, refund, balance, rows, spentToday } = await pointsWorld([
    { pool: 'bonusHumanPoints', points: 1 },
    { pool: 'orderPoints', points: 10 },
  ])
  const messageId = newMessage()
  await answer(messageId, true)

  expect(await Promise.all([refund(messageId), refund(messageId)])).toEqual(expect.arrayContaining([2, 0]))

  expect(await balance()).toEqual([10, 0, 1])
  expect((await rows()).slice(4)).toMatchObject([
    { type: 'refund', item: 'ai_reply', delta: 1, pool: 'bonusHumanPoints', messageId, reason: '消息未送达' },
    { type: 'refund', item: 'image', delta: 1, pool: 'orderPoints' },
  ])
  expect((await spentToday()).reduce((sum, [, , , points]) => sum + Number(points), 0)).toBe(0)
  await agrees(db.sql)
})

test('a refund of a debt lowers it, or becomes a new lot where it was paid since', async () => {
  const { db, answer, newMessage, refund, add, balance } = await pointsWorld()
  const [first, second] = [newMessage(), newMessage()]
  await answer(first)
  await answer(second)

  await refund(first)
  expect(await balance()).toEqual([-1, 0, 0])
  await agrees(db.sql)
  await add('orderPoints', 10)
  await refund(second)

  expect(await balance()).toEqual([10, 0, 0])
  await agrees(db.sql)
})

test('fifty concurrent charges take fifty points, and ent_points_used_up is emitted once', async () => {
  const { db, answer, balance, told } = await pointsWorld([{ pool: 'bonusHumanPoints', points: 30 }])

  await Promise.all(Array.from({ length: 50 }, () => answer()))

  expect(await balance()).toEqual([-20, 0, 0])
  expect(await told()).toEqual(['ent_points_back', 'ent_points_used_up'])
  await agrees(db.sql)
})

test('the same answer charged by two at once is charged once', async () => {
  const { db, answer, newMessage, balance } = await pointsWorld([{ pool: 'bonusHumanPoints', points: 10 }])
  const messageId = newMessage()

  const taken = await Promise.all(Array.from({ length: 8 }, () => answer(messageId, true)))

  expect(taken.reduce((sum, each) => sum + each, 0)).toBe(2)
  expect(await balance()).toEqual([0, 0, 8])
  await agrees(db.sql)
})

test('a lot expires at 00:05 in the enterprise’s time zone, with its remaining points', async () => {
  const { db, clock, answer, balance, rows, told, worker } = await pointsWorld([
    { pool: 'bonusHumanPoints', points: 5, days: 1 },
  ])
  await answer()
  // 10:00 in Shanghai, a day later: over, but spendable until the night.
  clock.advance(DAY_MS)
  await worker.run()
  expect(await balance()).toEqual([0, 0, 4])
  clock.advance(14 * 3_600_000 + 4 * 60_000)
  await worker.run()
  expect(await balance()).toEqual([0, 0, 4])

  clock.advance(2 * 60_000)
  await Promise.all([worker.run(), worker.run()])

  expect(await balance()).toEqual([0, 0, 0])
  expect((await rows()).at(-1)).toMatchObject({
    type: 'expire',
    delta: -4,
    pool: 'bonusHumanPoints',
    bonusHumanPoints: 0,
  })
  expect(await told()).toEqual(['ent_points_back', 'ent_points_used_up'])
  await agrees(db.sql)
})

test('charges against the end of their lot: nothing is lost and nothing is spent twice', async () => {
  const { db, clock, answer, rows, worker } = await pointsWorld([{ pool: 'bonusHumanPoints', points: 20, days: 1 }])
  clock.advance(2 * DAY_MS)

  await Promise.all([...Array.from({ length: 10 }, () => answer()), worker.run(), worker.run()])

  const moved = (await rows()).filter((row) => row.type === 'expire')
  expect(moved).toHaveLength(1)
  await agrees(db.sql)
})

test('the database refuses to change or delete a row of the ledger', async () => {
  const { db, entId, rows } = await pointsWorld([{ pool: 'bonusHumanPoints', points: 5 }])
  const before = await rows()
  const isOwn = eq(pointLedger.entId, entId)
  const refused = { cause: { message: 'point_ledger is append-only' } }

  await expect(db.sql.update(pointLedger).set({ delta: 6 }).where(isOwn)).rejects.toMatchObject(refused)
  await expect(db.sql.delete(pointLedger).where(isOwn)).rejects.toMatchObject(refused)

  expect(await rows()).toEqual(before)
})

test('the ledger check reports disagreements, and counts them in a metric', async () => {
  const { db, entId } = await pointsWorld([{ pool: 'bonusHumanPoints', points: 5 }])
  const found: unknown[] = []
  const check = checkLedger(db, { error: (each: unknown) => found.push(each) } as never)
  const counted = async () => (await check.differences.get()).values.map(({ value }) => value)
  await check.run({})
  expect(await counted()).toEqual([0])

  await db.sql.update(pointAccount).set({ bonusHumanPoints: 6 }).where(eq(pointAccount.entId, entId))
  await db.sql.update(pointDay).set({ delta: 7 }).where(eq(pointDay.entId, entId))
  await check.run({})

  expect(found).toEqual([{ entId, pool: 'bonusHumanPoints', balance: 6, ledger: 5, lots: 5 }, { entId }])
  expect(await counted()).toEqual([2])
})

test('what the ledger check finds is among the metrics', async () => {
  const { app } = await world()

  expect((await app.inject({ url: '/metrics' })).body).toMatch(/^ruwu_point_ledger_differences_total \d+$/m)
})

test('the days follow a change of the time zone, with the same sums', async () => {
  const { db, entId, answer, clock, worker, spentToday } = await pointsWorld([{ pool: 'bonusHumanPoints', points: 5 }])
  // 23:30 in Shanghai is the next day in Tokyo.
  clock.advance(13.5 * 3_600_000)
  await answer()
  expect(await spentToday()).toEqual([['2026-03-16', 'consume', 'ai_reply', 1, 1]])

  await db.sql.update(enterprise).set({ timezone: 'Asia/Tokyo' }).where(eq(enterprise.id, entId))
  await Promise.all([worker.run(), answer(), worker.run(), answer()])
  await answer()

  expect(await spentToday()).toEqual([['2026-03-17', 'consume', 'ai_reply', 4, 4]])
  await agrees(db.sql)
})
