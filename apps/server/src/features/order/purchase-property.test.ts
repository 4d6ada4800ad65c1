import { type CustomerId, type MessageId, ONLINE_METHODS, type OnlineMethod, orderApi } from '@ruwu/contract'
import { seededRandom } from '@ruwu/testkit'
import { asc, eq, gt, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pointLot, pointOrder, pointPayment, pointRefund } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { crashing } from '../../testing/crashing-database.ts'
import { findWrongMovements } from '../../testing/ledger-rules.ts'
import { openAccount } from '../../testing/platform.ts'
import { world } from '../../testing/world.ts'
import { lowerRunPoints } from '../ai-reception/index.ts'
import { chargeAnswer, checkLedger, grant, PointsWorker, refundAnswer } from '../points/index.ts'
import { createOrderWorker } from './order-worker.ts'
import { reviewTransfers } from './review-transfers.ts'
import { settlePayment } from './settle-payment.ts'
import { startAlipay } from './testing/alipay-stand-in.ts'
import { startWechatPay } from './testing/wechat-stand-in.ts'

const HOUR_MS = 3_600_000
const ROUNDS = 6
const AT_ONCE = 9
/** `npm run prove -- points` runs many. */
const SEEDS = Array.from({ length: Number(process.env.POINTS_SEEDS ?? 1) }, (_, n) => 21 + n)

const openFiles = () => Promise.reject(new Error('no files'))

type Lie = { number?: string; cents?: number; isForged?: boolean }

/** Both payment sides by the same words. */
async function startSides() {
  const [wechat, alipay] = [await startWechatPay(), await startAlipay()]
  const sides = {
    wechat: {
      ...wechat,
      isPaid: (orderNo: string) => wechat.trades.get(orderNo)?.state === 'SUCCESS',
      /** The notification's request, and what is answered when it is believed. */
      tell: (orderNo: string, { number, cents, isForged }: Lie) => {
        const lies = { ...(number && { transactionId: number }), ...(cents && { amount: cents }) }
        const { headers, body } = wechat.notice(orderNo, { ...lies, ...(isForged && { key: wechat.strangerKey() }) })
        return { headers, payload: body, believed: '' }
      },
    },
    alipay: {
      ...alipay,
      isPaid: (orderNo: string) => alipay.trades.get(orderNo)?.status === 'TRADE_SUCCESS',
      tell: (orderNo: string, { number, cents, isForged }: Lie) => {
        const lies = { ...(number && { trade_no: number }), ...(cents && { total_amount: (cents / 100).toFixed(2) }) }
        const payload = alipay.notice(orderNo, lies, isForged ? alipay.strangerKey() : undefined)
        return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload, believed: 'success' }
      },
    },
  } satisfies Record<OnlineMethod, unknown>
  return { wechat, alipay, sides }
}

/**
 * Orders are made, cancelled, paid once, twice, late, wrongly, by 微信支付, 支付宝, forgers and bank transfers, and refunded, while points are given,
 * spent, returned and expire, answers of the payment sides get lost and transactions crash; another connection looks on.
 */
test.each(SEEDS)('whatever happens at once to orders (seed %i), every payment counts once', async (seed) => {
  const { wechat, alipay, sides } = await startSides()
  const here = await world({ env: { ...wechat.env, ...alipay.env } })
  const { app, db, clock, zhao, reception } = here
  for (const { state } of [wechat, alipay]) state.now = () => clock.now()
  const { entId } = zhao
  const { id: relationId } = await openAccount(here, { entId })
  const random = seededRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const deps = { db, clock, log: app.log, payments: reception.orders.payments }
  const expiry = (on = db) => new PointsWorker({ db: on, clock, log: app.log, lowerRunPoints })
  const oneOf = <T>(all: readonly T[]): T | undefined => all[below(all.length)]
  /** In the order in which they were drawn, whichever was first to be made. */
  const made: { orderNo?: string }[] = []
  const messages: MessageId[] = []
  const answers: { isForged: boolean; isBelieved: boolean }[] = []
  /** Orders that the operator has credited. */
  const entered = new Set<string>()
  const operate = (...args: string[]) => reviewTransfers({ ...deps, openFiles }, args)
  let numbers = 0
  const nextNumber = () => String((numbers += 1))

  const drawMethod = () => oneOf(ONLINE_METHODS)!
  const drawOrder = () => oneOf(made)?.orderNo
  /** A code that is paid now, or was before. */
  const drawPaid = () => {
    const [orderNo, method] = [drawOrder(), drawMethod()]
    const side = sides[method]
    if (orderNo === undefined || !side.trades.has(orderNo)) return undefined
    if (!side.isPaid(orderNo)) side.pay(orderNo)
    return { orderNo, method }
  }
  const notify = async (paid: ReturnType<typeof drawPaid>, lie: Lie = {}) => {
    if (!paid) return
    const { believed, ...request } = sides[paid.method].tell(paid.orderNo, lie)
    const { statusCode, body } = await app.inject({ method: 'POST', url: `/hooks/pay/${paid.method}`, ...request })
    answers.push({ isForged: lie.isForged ?? false, isBelieved: statusCode < 300 && body === believed })
  }

  /** What is drawn is drawn before anything is awaited: a run can be repeated by its seed. */
  const acts: (() => Promise<unknown>)[] = [
    // With the code of one side, or of both.
    async () => {
      const body = random() < 0.5 ? { packageId: 'standard' } : { points: 1_000 * (1 + below(3)) }
      const methods = random() < 0.3 ? ONLINE_METHODS : [drawMethod()]
      const slot: (typeof made)[number] = {}
      made.push(slot)
      const { data } = await zhao.request(orderApi.create, { body })
      const orderNo = (data as { orderNo?: string } | null)?.orderNo
      if (!orderNo) return
      for (const method of methods) await zhao.request(orderApi.pay, { body: { orderNo, method } })
      slot.orderNo = orderNo
    },
    () => {
      const [paid, times] = [drawPaid(), 1 + below(3)]
      return Promise.all(Array.from({ length: times }, () => notify(paid)))
    },
    // Paid, without a notification.
    async () => drawPaid(),
    async () => {
      const paid = drawPaid()
      const payment = paid && (await deps.payments[paid.method]!.find(paid.orderNo).catch(() => undefined))
      if (payment) await settlePayment({ ...deps, db: crashing(db) }, paid.method, payment).catch(() => undefined)
    },
    () => {
      const number = nextNumber()
      const lies = [{ number: `second-${number}` }, { number: `wrong-${number}`, cents: 1 }]
      return notify(drawPaid(), oneOf<Lie>([...lies, { number: `forged-${number}`, isForged: true }]))
    },
    async () => {
      const [orderNo, isLost] = [drawOrder(), random() < 0.3]
      if (orderNo === undefined) return
      if (isLost) for (const { state } of [wechat, alipay]) state.cut.add(orderNo)
      await operate('refund', orderNo, '测试', '--spent').catch(() => '')
      for (const { state } of [wechat, alipay]) state.cut.delete(orderNo)
    },
    // The money goes back, and the node dies before that is entered.
    async () => {
      const orderNo = drawOrder()
      const lost = { ...deps, db: crashing(db, 1), openFiles }
      if (orderNo !== undefined) await reviewTransfers(lost, ['refund', orderNo, '测试', '--spent']).catch(() => '')
    },
    () =>
      createOrderWorker({ ...deps, db: crashing(db) })
        .run()
        .catch(() => false),
    // A bank transfer, perhaps for an order that is or will be paid by its code, too.
    async () => {
      const [orderNo = '', number] = [drawOrder(), `B${nextNumber()}`]
      const [order] = await db.sql.select().from(pointOrder).where(eq(pointOrder.orderNo, orderNo))
      if (!order) return
      const said = await operate('confirm', orderNo, number, String(order.amount / 100), '2026-03-16').catch(() => '')
      if (said) entered.add(orderNo)
    },
    async () => {
      const [points, number] = [String(1 + below(50)), `R${nextNumber()}`]
      const said = await operate('recharge', entId, points, '1.00', number, '2026-03-16')
      entered.add(/订单 (\d+)/.exec(said)?.[1] ?? '')
    },
    async () => {
      const orderNo = drawOrder()
      if (orderNo !== undefined) await zhao.request(orderApi.cancel, { body: { orderNo } })
    },
    () => {
      const [messageId, customerId] = [newId<MessageId>(clock.now()), newId<CustomerId>(clock.now())]
      messages.push(messageId)
      const answer = { entId, relationId, customerId, sessionId: null, messageId, hasImage: random() < 0.3 }
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
    // Bought points live longer than the test: the year of one lot is over.
    async () => {
      const drawn = random()
      const lots = await db.sql.select().from(pointLot).where(gt(pointLot.remain, 0)).orderBy(asc(pointLot.id))
      const lot = lots[Math.floor(drawn * lots.length)]
      if (lot) await db.sql.update(pointLot).set({ expireAt: clock.now() }).where(eq(pointLot.id, lot.id))
    },
    () => expiry(random() < 0.3 ? crashing(db) : db).run(),
  ]
  const wrong: unknown[] = []
  const check = checkLedger(db, { error: (found: unknown) => wrong.push(found) } as never)
  const over = new AbortController()
  const watching = (async () => {
    while (!over.signal.aborted) await check.run({})
  })()

  for (let round = 0; round < ROUNDS; round += 1) {
    const { orders } = reception.work
    await Promise.all([...Array.from({ length: AT_ONCE }, () => oneOf(acts)!()), orders.run(), expiry().run()])
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
  expect(await findWrongMovements(db.sql, entId)).toEqual([])
  for (const { isForged, isBelieved } of answers) expect(isBelieved).toBe(!isForged)
  const payments = await db.sql.select().from(pointPayment)
  expect(payments.filter(({ transactionId }) => transactionId.startsWith('forged'))).toEqual([])
  const scanned = ONLINE_METHODS.flatMap((method) => [...sides[method].trades.keys()].filter(sides[method].isPaid))
  const paidThere = [...new Set([...scanned, ...entered])].toSorted()
  const credited = payments.filter(({ outcome }) => outcome === 'credited')
  expect(credited.map(({ orderNo }) => orderNo).toSorted()).toEqual(paidThere)
  const orders = await db.sql.select().from(pointOrder)
  const paidHere = orders.filter(({ status }) => status === 'paid' || status === 'refunded')
  expect(paidHere.map(({ orderNo }) => orderNo).toSorted()).toEqual(paidThere)
  const { rows: credits } = await db.sql.execute<{ orderNo: string }>(sql`select order_no as "orderNo" from point_ledger
    where type = 'recharge' and ent_id = ${entId}`)
  expect(credits.map(({ orderNo }) => orderNo).toSorted()).toEqual(paidThere)
  const refunds = await db.sql.select().from(pointRefund)
  expect(refunds.map(({ status }) => status)).toEqual(refunds.map(() => 'done'))
  const refundedBy = (asked: OnlineMethod) =>
    refunds.flatMap(({ method, refundNo }) => (method === asked ? refundNo : [])).toSorted()
  for (const method of ONLINE_METHODS) expect([...sides[method].refunds.keys()].toSorted()).toEqual(refundedBy(method))
  const { rows: kept } = await db.sql
    .execute(sql`select l.id from point_lot l join point_order o using (ent_id, order_no)
    where o.status = 'refunded' and l.remain > 0`)
  expect(kept).toEqual([])
})
