import { type CustomerId, type MessageId, orderApi } from '@ruwu/contract'
import { seededRandom } from '@ruwu/testkit'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { pointOrder, pointPayment, pointRefund } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { openAccount } from '../../testing/platform.ts'
import { world } from '../../testing/world.ts'
import { lowerRunPoints } from '../ai-reception/index.ts'
import { chargeAnswer, checkLedger, grant, PointsWorker, refundAnswer } from '../points/index.ts'
import { reviewTransfers } from './review-transfers.ts'
import { settlePayment } from './settle-payment.ts'
import { startWechatPay } from './testing/wechat-stand-in.ts'

const HOUR_MS = 3_600_000
const ROUNDS = 6
const AT_ONCE = 8
/** `npm run prove -- points` runs many. */
const SEEDS = Array.from({ length: Number(process.env.POINTS_SEEDS ?? 2) }, (_, n) => 21 + n)

class Crash extends Error {}

/** Every transaction does its work and is lost. */
const crashing = (db: Database): Database =>
  Object.assign(Object.create(db) as Database, {
    transaction: <T>(work: Parameters<Database['transaction']>[0]) =>
      db.transaction<T>(async (tx) => {
        await work(tx)
        throw new Crash()
      }),
  })

const openFiles = () => Promise.reject(new Error('no files'))

/**
 * Orders are made, cancelled, paid once, twice, late, wrongly and by forgers, and refunded, while points are given, spent, returned and
 * expire, answers of the payment side get lost and transactions crash; another connection looks on.
 */
test.each(SEEDS)('whatever happens at once to orders (seed %i), every payment counts once', async (seed) => {
  const wechat = await startWechatPay()
  const here = await world({ env: wechat.env })
  const { app, db, clock, zhao, reception } = here
  wechat.state.now = () => clock.now()
  const { entId } = zhao
  const { id: relationId } = await openAccount(here, { entId })
  const random = seededRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const deps = { db, clock, log: app.log, payments: reception.orders.payments }
  const points = new PointsWorker({ db, clock, log: app.log, lowerRunPoints })
  const messages: MessageId[] = []
  const oneOf = <T>(all: readonly T[]): T | undefined => all[below(all.length)]
  const scanned = () => oneOf([...wechat.trades.keys()])
  const answers: { isForged: boolean; status: number }[] = []

  const notify = async (orderNo: string, lie: Parameters<typeof wechat.notice>[1] = {}) => {
    const { headers, body: payload } = wechat.notice(orderNo, lie)
    const { statusCode } = await app.inject({ method: 'POST', url: '/hooks/pay/wechat', headers, payload })
    answers.push({ isForged: lie.key !== undefined, status: statusCode })
  }
  const paidOrder = () => {
    const orderNo = scanned()
    if (orderNo !== undefined && wechat.trades.get(orderNo)?.state !== 'SUCCESS') wechat.pay(orderNo)
    return orderNo
  }
  const charged = () => {
    const [messageId, customerId] = [newId<MessageId>(clock.now()), newId<CustomerId>(clock.now())]
    messages.push(messageId)
    return { entId, relationId, customerId, sessionId: null, messageId, hasImage: random() < 0.3 }
  }

  /** What is drawn is drawn before anything is awaited: a run can be repeated by its seed. */
  const acts: (() => Promise<unknown>)[] = [
    async () => {
      const body = random() < 0.5 ? { packageId: 'standard' } : { points: 1_000 * (1 + below(3)) }
      const { data } = await zhao.request(orderApi.create, { body })
      const orderNo = (data as { orderNo?: string } | null)?.orderNo
      if (orderNo) await zhao.request(orderApi.pay, { body: { orderNo, method: 'wechat' } })
    },
    () => {
      const orderNo = paidOrder()
      const times = 1 + below(3)
      return Promise.all(Array.from({ length: orderNo === undefined ? 0 : times }, () => notify(orderNo!)))
    },
    // Paid, without a notification.
    async () => paidOrder(),
    async () => {
      const orderNo = paidOrder()
      const payment = orderNo && (await deps.payments.wechat!.find(orderNo).catch(() => undefined))
      if (payment) await settlePayment({ ...deps, db: crashing(db) }, 'wechat', payment).catch(() => undefined)
    },
    async () => {
      const orderNo = paidOrder()
      const lie = oneOf([
        { transactionId: `second-${below(1e6)}` },
        { transactionId: `wrong-${below(1e6)}`, amount: 1 },
        { transactionId: `forged-${below(1e6)}`, key: wechat.strangerKey() },
      ])
      if (orderNo !== undefined) await notify(orderNo, lie)
    },
    async () => {
      const [orderNo, isLost] = [scanned(), random() < 0.3]
      if (orderNo === undefined) return
      if (isLost) wechat.state.isCut = true
      await reviewTransfers({ ...deps, openFiles }, ['refund', orderNo, '测试']).catch(() => '')
      wechat.state.isCut = false
    },
    async () => {
      const orderNo = scanned()
      if (orderNo !== undefined) await zhao.request(orderApi.cancel, { body: { orderNo } })
    },
    () => {
      const answer = charged()
      return db.transaction((tx) => chargeAnswer(tx, answer, clock.now()))
    },
    () => {
      const messageId = oneOf(messages) ?? newId<MessageId>(clock.now())
      return db.transaction((tx) => refundAnswer(tx, { entId, messageId }, clock.now()))
    },
    () => {
      const expireAt = new Date(clock.now().getTime() + (1 + below(20)) * HOUR_MS)
      const given = { entId, pool: 'bonusHumanPoints', points: 1 + below(20), expireAt, reason: '测试' } as const
      return db.transaction((tx) => grant(tx, given, clock.now()))
    },
  ]
  const wrong: unknown[] = []
  const check = checkLedger(db, { error: (found: unknown) => wrong.push(found) } as never)
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) await check.run({})
  })()

  for (let round = 0; round < ROUNDS; round += 1) {
    const { orders } = reception.work
    await Promise.all([...Array.from({ length: AT_ONCE }, () => oneOf(acts)!()), orders.run(), points.run()])
    clock.advance((1 + below(30)) * HOUR_MS)
    await orders.reconcile()
  }
  // What was paid is found, by asking or in the statement of the last day, and what was asked to go back goes.
  clock.advance(34 * HOUR_MS)
  await reception.work.orders.run()
  await reception.work.orders.reconcile()
  over.abort()
  await watching
  await check.run({})

  expect(wrong).toEqual([])
  for (const { isForged, status } of answers) expect(isForged ? 401 : 204).toBe(status)
  const payments = await db.sql.select().from(pointPayment)
  expect(payments.filter(({ transactionId }) => transactionId.startsWith('forged'))).toEqual([])
  const paidThere = [...wechat.trades].filter(([, trade]) => trade.state === 'SUCCESS').map(([orderNo]) => orderNo)
  expect(
    payments
      .filter(({ outcome }) => outcome === 'credited')
      .map(({ orderNo }) => orderNo)
      .toSorted(),
  ).toEqual(paidThere.toSorted())
  const orders = await db.sql.select().from(pointOrder)
  const paidHere = orders.filter(({ status }) => status === 'paid' || status === 'refunded')
  expect(paidHere.map(({ orderNo }) => orderNo).toSorted()).toEqual(paidThere.toSorted())
  const { rows: credits } = await db.sql.execute<{ orderNo: string }>(sql`select order_no as "orderNo" from point_ledger
    where type = 'recharge' and ent_id = ${entId}`)
  expect(credits.map(({ orderNo }) => orderNo).toSorted()).toEqual(paidThere.toSorted())
  const refunds = await db.sql.select().from(pointRefund)
  expect(refunds.map(({ status }) => status)).toEqual(refunds.map(() => 'done'))
  expect([...wechat.refunds.values()].map((each) => each.transaction_id).toSorted()).toEqual(
    refunds.map(({ transactionId }) => transactionId).toSorted(),
  )
  const { rows: kept } = await db.sql
    .execute(sql`select l.id from point_lot l join point_order o using (ent_id, order_no)
    where o.status = 'refunded' and l.remain > 0`)
  expect(kept).toEqual([])
})
