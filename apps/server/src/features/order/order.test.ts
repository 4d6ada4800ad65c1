import { orderApi, pointsApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { pointAccount, pointPayment } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { absentForRival, answerForRival } from '../../testing/tenant-isolation.ts'
import { world } from '../../testing/world.ts'
import { checkLedger, grant } from '../points/index.ts'
import { startWechatPay } from './testing/wechat-stand-in.ts'

const MINUTE_MS = 60_000

/** An enterprise that can buy points by 微信支付. */
async function shop() {
  const wechat = await startWechatPay()
  const here = await world({ env: wechat.env })
  wechat.state.now = () => here.clock.now()
  const { app, zhao, db, reception } = here
  return {
    ...here,
    wechat,
    order: async () => (await zhao.call(orderApi.create, { body: { packageId: 'standard' } })).orderNo,
    /** With its code shown. */
    async orderAndScan(): Promise<string> {
      const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
      await zhao.call(orderApi.pay, { body: { orderNo, method: 'wechat' } })
      return orderNo
    },
    status: async (orderNo: string) => (await zhao.call(orderApi.detail, { query: { orderNo } })).status,
    balance: async () => {
      const { orderPoints, bonusOrderPoints } = await zhao.call(pointsApi.info, {})
      return [orderPoints, bonusOrderPoints]
    },
    notify: async (notice: { headers: Record<string, string>; body: string }) =>
      (await app.inject({ method: 'POST', url: '/hooks/pay/wechat', headers: notice.headers, payload: notice.body }))
        .statusCode,
    outcomes: async () => (await db.sql.select().from(pointPayment)).map(({ outcome }) => outcome),
    runWorker: () => reception.work.orders.run(),
  }
}

// R166, R167
test('a scanned code is paid, told by a signed notification, and credited at once for every console', async () => {
  const { zhao, lin, db, wechat, balance, notify } = await shop()
  const screen = await lin.connect()

  const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
  expect(orderNo).toMatch(/^20260316\d{10}$/)
  const { qrContent, order } = await zhao.call(orderApi.pay, { body: { orderNo, method: 'wechat' } })
  expect(qrContent).toBe(`weixin://wxpay/bizpayurl?pr=${orderNo}`)
  expect(order).toMatchObject({ status: 'unpaid', method: 'wechat', amount: 276_000, points: 30_000, agentId: zhao.id })
  wechat.pay(orderNo)
  expect(await notify(wechat.notice(orderNo))).toBe(204)

  expect(await balance()).toEqual([30_000, 3_000])
  expect(await zhao.call(orderApi.detail, { query: { orderNo } })).toMatchObject({
    status: 'paid',
    paidAt: expect.any(String),
    agentName: '赵知远',
  })
  expect((await zhao.call(pointsApi.info, {})).hasPaid).toBe(true)
  await screen.roundTrip()
  const told = screen.take('message').map((frame) => frame.content.type)
  expect(new Set(told)).toEqual(new Set(['point_order_change', 'ent_points_back']))
  const { items } = await zhao.call(pointsApi.pageBills, { body: {} })
  expect(items.slice(0, 2)).toMatchObject([
    { type: 'bonus', delta: 3_000, orderNo, reason: '订单赠送' },
    { type: 'recharge', delta: 30_000, orderNo, reason: '购买积分', operatorId: zhao.id },
  ])
  expect(await auditEntries(db, orderApi.create)).toMatchObject([
    { agentId: zhao.id, objectName: orderNo, after: { points: '30000', amount: '¥2,760.00' } },
  ])
})

test('a payment told many times, at once and by the worker too, is credited once', async () => {
  const { wechat, clock, orderAndScan, notify, balance, outcomes, runWorker, db, app } = await shop()
  const orderNo = await orderAndScan()
  wechat.pay(orderNo)
  clock.advance(31 * MINUTE_MS)

  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => notify(wechat.notice(orderNo))),
    runWorker(),
    runWorker(),
  ])

  expect(answers.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 204))
  expect(await balance()).toEqual([30_000, 3_000])
  expect(await outcomes()).toEqual(['credited'])
  await checkLedger(db, app.log).run({})
})

test.each([
  ['signed by a stranger', (wechat) => ({ key: wechat.strangerKey() })],
  ['recorded six minutes ago', (wechat) => ({ signedAt: new Date(wechat.state.now().getTime() - 6 * MINUTE_MS) })],
  ['another merchant’s', () => ({ mchId: '1900000110' })],
] as [string, (wechat: Awaited<ReturnType<typeof startWechatPay>>) => object][])(
  'a notification that is %s is refused and changes nothing',
  async (_what, lie) => {
    const { wechat, orderAndScan, notify, balance, status, outcomes } = await shop()
    const orderNo = await orderAndScan()
    wechat.pay(orderNo)

    expect(await notify(wechat.notice(orderNo, lie(wechat)))).toBe(401)

    expect([await status(orderNo), await balance(), await outcomes()]).toEqual(['unpaid', [0, 0], []])
  },
)

test('a changed body, a missing signature and an empty call are refused', async () => {
  const { wechat, orderAndScan, notify, balance } = await shop()
  const orderNo = await orderAndScan()
  wechat.pay(orderNo)
  const genuine = wechat.notice(orderNo)

  expect(await notify({ ...genuine, body: genuine.body.replace('TRANSACTION', 'TRANSACTIOn') })).toBe(401)
  expect(await notify({ headers: { 'content-type': 'application/json' }, body: genuine.body })).toBe(401)
  expect(await notify({ headers: {}, body: '' })).toBe(401)
  expect(await balance()).toEqual([0, 0])
})

test('money that does not fit the order is kept for the operator and credits nothing', async () => {
  const { wechat, orderAndScan, notify, balance, status, outcomes } = await shop()
  const orderNo = await orderAndScan()
  wechat.pay(orderNo)

  expect(await notify(wechat.notice(orderNo, { amount: 1, transactionId: '1' }))).toBe(204)
  expect(await notify(wechat.notice(orderNo, { currency: 'USD', transactionId: '3' }))).toBe(204)
  expect([await status(orderNo), await balance()]).toEqual(['unpaid', [0, 0]])
  expect(await notify(wechat.notice(orderNo))).toBe(204)
  expect(await notify(wechat.notice(orderNo, { transactionId: '2' }))).toBe(204)

  expect([await status(orderNo), await balance()]).toEqual(['paid', [30_000, 3_000]])
  expect((await outcomes()).toSorted()).toEqual(['credited', 'duplicate', 'mismatch', 'mismatch'])
})

test('an order whose points cannot be granted is not paid: the notification is sent again', async () => {
  const { zhao, db, clock, wechat, orderAndScan, notify, status, outcomes } = await shop()
  const orderNo = await orderAndScan()
  // The number was drawn for a recharge before.
  const taken = { entId: zhao.entId, orderNo, pool: 'orderPoints', points: 1, reason: '充值' } as const
  await db.transaction((tx) => grant(tx, taken, clock.now()))
  wechat.pay(orderNo)

  expect(await notify(wechat.notice(orderNo))).toBe(500)

  expect([await status(orderNo), await outcomes()]).toEqual(['unpaid', []])
})

test('an order ends after 30 minutes and at the payment side too; money that arrives late revives it', async () => {
  const { zhao, wechat, clock, orderAndScan, notify, status, balance, runWorker } = await shop()
  const orderNo = await orderAndScan()
  clock.advance(30 * MINUTE_MS - 1)
  await runWorker()
  expect(await status(orderNo)).toBe('unpaid')

  clock.advance(1)
  expect(await zhao.refused(orderApi.pay, { body: { orderNo, method: 'wechat' } })).toMatchObject({
    code: 42200,
    msg: '订单已超时，请重新下单',
  })
  await runWorker()
  expect(await zhao.call(orderApi.detail, { query: { orderNo } })).toMatchObject({
    status: 'cancelled',
    reason: '超时未支付',
  })
  expect(wechat.requests.at(-1)).toBe(`POST /v3/pay/transactions/out-trade-no/${orderNo}/close`)

  wechat.pay(orderNo)
  expect(await notify(wechat.notice(orderNo))).toBe(204)
  expect([await status(orderNo), await balance()]).toEqual(['paid', [30_000, 3_000]])
})

test('a payment whose notification was lost is found before the order ends', async () => {
  const { wechat, clock, orderAndScan, status, balance, runWorker } = await shop()
  const orderNo = await orderAndScan()
  wechat.pay(orderNo)

  clock.advance(30 * MINUTE_MS)
  await runWorker()

  expect([await status(orderNo), await balance()]).toEqual(['paid', [30_000, 3_000]])
})

test('a payment side that does not answer is told, and does not keep an order open', async () => {
  const { zhao, wechat, clock, order, status, runWorker } = await shop()
  const orderNo = await order()
  await zhao.call(orderApi.pay, { body: { orderNo, method: 'wechat' } })
  wechat.state.isDown = true

  expect(await zhao.refused(orderApi.pay, { body: { orderNo, method: 'wechat' } })).toMatchObject({
    code: 42200,
    msg: '支付渠道暂时无法访问，请稍后再试',
  })
  clock.advance(30 * MINUTE_MS)
  await runWorker()

  expect(await status(orderNo)).toBe('cancelled')
})

test('an enterprise has at most five open orders, also when several are made at once', async () => {
  const { zhao, order } = await shop()

  const made = await Promise.allSettled(Array.from({ length: 8 }, order))
  const orders = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))

  expect(orders).toHaveLength(5)
  expect(await zhao.refused(orderApi.create, { body: { points: 1_000 } })).toMatchObject({
    code: 42200,
    msg: '请先处理待支付订单',
  })
  await zhao.call(orderApi.cancel, { body: { orderNo: orders[0]! } })
  expect(await zhao.call(orderApi.create, { body: { points: 1_000 } })).toBeTruthy()
})

test('an unpaid order is cancelled once; another one is not', async () => {
  const { zhao, db, wechat, orderAndScan, notify } = await shop()
  const orderNo = await orderAndScan()

  expect(await zhao.call(orderApi.cancel, { body: { orderNo } })).toMatchObject({
    status: 'cancelled',
    reason: '客服取消',
  })
  expect(await zhao.refused(orderApi.cancel, { body: { orderNo } })).toMatchObject({ msg: '只能取消待支付的订单' })
  expect(await auditEntries(db, orderApi.cancel)).toMatchObject([{ agentId: zhao.id, objectName: orderNo }])
  await expect.poll(() => wechat.requests.at(-1)).toMatch(/close$/)

  const paid = await orderAndScan()
  wechat.pay(paid)
  await notify(wechat.notice(paid))
  expect(await zhao.refused(orderApi.cancel, { body: { orderNo: paid } })).toMatchObject({ code: 42200 })
  expect(await zhao.refused(orderApi.pay, { body: { orderNo: paid, method: 'wechat' } })).toMatchObject({
    msg: '订单不是待支付，请刷新后查看',
  })
})

test('orders are listed newest first and by status, method, number and time', async () => {
  const { zhao, clock, order, orderAndScan } = await shop()
  const first = await order()
  clock.advance(MINUTE_MS)
  const between = clock.now().toISOString()
  const second = await orderAndScan()
  await zhao.call(orderApi.cancel, { body: { orderNo: first } })
  const found = async (body: object) => (await zhao.call(orderApi.page, { body })).items.map(({ orderNo }) => orderNo)

  expect(await found({})).toEqual([second, first])
  expect(await found({ status: 'cancelled' })).toEqual([first])
  expect(await found({ method: 'wechat' })).toEqual([second])
  expect(await found({ orderNo: second.slice(-6) })).toEqual([second])
  expect(await found({ from: between })).toEqual([second])
  expect(await found({ to: between })).toEqual([first])
  expect(await found({ sort: { field: 'createdAt', order: 'asc' } })).toEqual([first, second])
  expect(await found({ sort: { field: 'paidAt', order: 'desc' } })).toEqual([second, first])
})

test('another enterprise’s orders look absent', async () => {
  const { rival, orderAndScan } = await shop()
  const orderNo = await orderAndScan()

  await absentForRival(rival, orderApi.detail, { query: { orderNo } })
  await absentForRival(rival, orderApi.pay, { body: { orderNo, method: 'wechat' } })
  await absentForRival(rival, orderApi.cancel, { body: { orderNo } })
  expect(await answerForRival(rival, orderApi.page, { body: { orderNo } })).toMatchObject({ total: 0 })
})

test('where no payment is configured nothing is offered', async () => {
  const { zhao, app } = await world()

  expect(await zhao.call(orderApi.packages, {})).toEqual([])
  expect(await zhao.refused(orderApi.create, { body: { packageId: 'basic' } })).toMatchObject({
    code: 42200,
    msg: '在线购买暂未开放，请联系服务商充值',
  })
  expect((await app.inject({ method: 'POST', url: '/hooks/pay/wechat', payload: {} })).statusCode).toBe(404)
})

test('after a rotation of the platform’s certificate its notifications are believed', async () => {
  const { wechat, clock, orderAndScan, notify, status } = await shop()
  const orderNo = await orderAndScan()
  wechat.pay(orderNo)
  wechat.rotate()

  // Within a minute of the last download the new certificate is not fetched: made-up serial numbers must cost nothing.
  expect(await notify(wechat.notice(orderNo))).toBe(401)
  clock.advance(MINUTE_MS)
  expect(await notify(wechat.notice(orderNo))).toBe(204)

  expect(await status(orderNo)).toBe('paid')
})

test('a made-up serial number is refused, also while the certificates cannot be downloaded', async () => {
  const { wechat, clock, orderAndScan, notify } = await shop()
  const orderNo = await orderAndScan()
  wechat.pay(orderNo)
  wechat.state.isDown = true
  clock.advance(MINUTE_MS)
  const { headers, body } = wechat.notice(orderNo)

  expect(await notify({ headers: { ...headers, 'wechatpay-serial': 'FF' }, body })).toBe(401)
})

test('both public keys of a newer merchant are believed while one replaces the other, without certificates', async () => {
  const wechat = await startWechatPay()
  const here = await world({ env: { ...wechat.env, ...wechat.publicKeyEnv() } })
  const { app, zhao, clock } = here
  wechat.state.now = () => clock.now()
  const [old, fresh] = wechat.signers.splice(0)
  wechat.signers.push(old!)
  const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
  await zhao.call(orderApi.pay, { body: { orderNo, method: 'wechat' } })
  wechat.pay(orderNo)
  const notify = async () => {
    const { headers, body: payload } = wechat.notice(orderNo)
    return (await app.inject({ method: 'POST', url: '/hooks/pay/wechat', headers, payload })).statusCode
  }

  expect(await notify()).toBe(204)
  wechat.signers.push(fresh!)
  expect(await notify()).toBe(204)

  expect(wechat.requests).not.toContain('GET /v3/certificates')
})

test('a side that does not answer is left alone after two calls, and keeps no order open', async () => {
  const { zhao, wechat, clock, orderAndScan, status, runWorker } = await shop()
  const orders: string[] = []
  for (let round = 0; round < 8; round += 1) {
    orders.push(await orderAndScan())
    if (round % 4 === 3) clock.advance(31 * MINUTE_MS)
  }
  wechat.state.isDown = true
  const before = wechat.requests.length

  await runWorker()

  expect(wechat.requests.length - before).toBeLessThanOrEqual(10)
  for (const orderNo of orders) expect(await status(orderNo)).toBe('cancelled')
  expect(await zhao.call(orderApi.create, { body: { points: 1_000 } })).toBeTruthy()
})

test('no order is taken that would exceed what a balance holds, open ones included', async () => {
  const { zhao, db } = await shop()
  await db.sql.update(pointAccount).set({ orderPoints: 1_979_999_000, bonusHumanPoints: 0 })

  const create = () => zhao.request(orderApi.create, { body: { points: 10_000_000 } })
  expect([(await create()).code, (await create()).code]).toEqual([1, 1])
  expect(await create()).toMatchObject({ code: 42200, msg: '积分余额已接近上限，请联系服务商' })
})
