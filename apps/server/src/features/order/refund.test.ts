import { type CustomerId, type KnowledgeId, type MessageId, orderApi, pointsApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { audit, pointPayment, pointRefund } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { openAccount } from '../../testing/platform.ts'
import { world } from '../../testing/world.ts'
import { lowerRunPoints } from '../ai-reception/index.ts'
import { chargeAnswer, chargeLearning, checkLedger, PointsWorker, refundAnswer } from '../points/index.ts'
import { PaymentRefusal } from './payment/payment-provider.ts'
import { refundPayment } from './refund-payment.ts'
import { reviewTransfers } from './review-transfers.ts'
import { startAlipay } from './testing/alipay-stand-in.ts'
import { startWechatPay } from './testing/wechat-stand-in.ts'

const BANK = { BANK_ACCOUNT_NAME: '如晤科技', BANK_ACCOUNT_NO: '6222000011112222', BANK_NAME: '杭州支行' }

/** An enterprise that has bought the package 标准, and the operator. */
async function shop(method: 'wechat' | 'alipay' | 'bank' = 'wechat') {
  const [alipay, wechat] = [await startAlipay(), await startWechatPay()]
  const here = await world({ env: { ...alipay.env, ...wechat.env, ...BANK } })
  const { app, zhao, db, clock, reception } = here
  wechat.state.now = () => clock.now()
  const deps = { db, clock, log: app.log, payments: reception.orders.payments }
  const operator = (...args: string[]) =>
    reviewTransfers({ ...deps, openFiles: () => Promise.reject(new Error('no files')) }, args)
  const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
  await zhao.call(orderApi.pay, { body: { orderNo, method } })
  const notify = (notice: ReturnType<typeof wechat.notice>) =>
    app.inject({ method: 'POST', url: '/hooks/pay/wechat', headers: notice.headers, payload: notice.body })
  if (method === 'wechat') {
    wechat.pay(orderNo)
    await notify(wechat.notice(orderNo))
  } else if (method === 'alipay') {
    alipay.pay(orderNo)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await app.inject({ method: 'POST', url: '/hooks/pay/alipay', headers, payload: alipay.notice(orderNo) })
  } else await operator('confirm', orderNo, 'B1', '2760', '2026-03-16')
  return {
    ...here,
    deps,
    alipay,
    wechat,
    orderNo,
    operator,
    notify,
    order: () => zhao.call(orderApi.detail, { query: { orderNo } }),
    balance: async () => {
      const { orderPoints, bonusOrderPoints } = await zhao.call(pointsApi.info, {})
      return [orderPoints, bonusOrderPoints]
    },
    /** The job throws on a disagreement in tests. */
    check: () => checkLedger(db, app.log).run({}),
    numberOf: async () => (await db.sql.select().from(pointRefund))[0]?.refundNo,
    refundEntries: async () => (await db.sql.select().from(audit)).filter(({ action }) => action === 'order.refund'),
  }
}

// R169
test.each(['wechat', 'alipay', 'bank'] as const)(
  'a refunded order (%s) loses its points, once, and the money goes back once',
  async (method) => {
    const { zhao, lin, wechat, alipay, orderNo, operator, order, balance, check, refundEntries } = await shop(method)
    const hasPaid = async () => (await zhao.call(pointsApi.info, {})).hasPaid
    expect([(await order()).status, await balance(), await hasPaid()]).toEqual(['paid', [30_000, 3_000], true])
    const screen = await lin.connect()

    const said = await Promise.allSettled([1, 2].map(() => operator('refund', orderNo, '买错了')))

    expect(said.map(({ status }) => status)).toContain('fulfilled')
    expect(await order()).toMatchObject({ status: 'refunded', reason: '买错了', paidAt: expect.any(String) })
    expect([await balance(), wechat.refunds.size + alipay.refunds.size]).toEqual([[0, 0], method === 'bank' ? 0 : 1])
    expect(await hasPaid()).toBe(false)
    await expect.poll(() => screen.take('message').map((frame) => frame.content.type)).toContain('point_order_change')
    const { items } = await zhao.call(pointsApi.pageBills, { body: { type: 'adjust' } })
    expect(items.map(({ delta, reason }) => `${delta} ${reason}`).toSorted()).toEqual([
      '-3000 订单已退款',
      '-30000 订单已退款',
    ])
    expect(await refundEntries()).toMatchObject([
      { agentId: null, objectName: orderNo, after: { amount: '¥2,760.00', points: '33000', reason: '买错了' } },
    ])
    await expect(operator('refund', orderNo, '再来')).rejects.toThrow('已经退款')
    expect(await operator('differences')).toBe('没有未入账的款项，对账一致')
    await check()
  },
)

test('points that were spent stay spent, and an answer that did not arrive returns nothing to a refunded order', async () => {
  const here = await shop()
  const { zhao, db, clock, orderNo, operator, balance, check } = here
  const { entId } = zhao
  const { id: relationId } = await openAccount(here, { entId })
  const { bonusHumanPoints: welcome } = await zhao.call(pointsApi.info, {})
  const [messageId, customerId] = [newId<MessageId>(clock.now()), newId<CustomerId>(clock.now())]
  const learned = { entId, relationId, knowledgeId: newId<KnowledgeId>(clock.now()), chars: welcome * 1000, key: 'v1' }
  await db.transaction(async (tx) => {
    await chargeLearning(tx, learned, clock.now())
    await chargeAnswer(tx, { entId, relationId, customerId, sessionId: null, messageId, hasImage: true }, clock.now())
  })
  expect(await balance()).toEqual([30_000, 2_998])

  await expect(operator('refund', orderNo, '买错了')).rejects.toThrow('33,000 积分已用去 2，款项仍全额退回')
  await expect(operator('refund', orderNo, '--spent')).rejects.toThrow(/^用法/)
  expect(await operator('refund', orderNo, '买错了', '--spent')).toBe(
    `订单 ${orderNo} 已退款 ¥2,760.00，收回积分 32,998，已用去 2`,
  )
  expect(await balance()).toEqual([0, 0])
  await db.transaction((tx) => refundAnswer(tx, { entId, messageId }, clock.now()))

  expect(await balance()).toEqual([0, 0])
  const { items } = await zhao.call(pointsApi.pageBills, { body: {} })
  expect(items.slice(0, 4).map(({ type, delta }) => [type, delta])).toEqual([
    ['adjust', -1],
    ['refund', 1],
    ['adjust', -1],
    ['refund', 1],
  ])
  await check()
})

test('points that have expired were not used', async () => {
  const { app, db, clock, orderNo, operator } = await shop()
  clock.advance(200 * 86_400_000)
  await new PointsWorker({ db, clock, log: app.log, lowerRunPoints }).run()

  expect(await operator('refund', orderNo, '买错了')).toBe(
    `订单 ${orderNo} 已退款 ¥2,760.00，收回积分 30,000，已用去 0，已过期 3,000`,
  )
})

test('an answer that was lost is asked for again, and the money goes back once', async () => {
  const { wechat, orderNo, operator, order, balance, reception, check } = await shop()
  wechat.state.isCut = true
  await expect(operator('refund', orderNo, '买错了')).rejects.toThrow()
  wechat.state.isCut = false
  expect([(await order()).status, await balance()]).toEqual(['paid', [30_000, 3_000]])
  expect(await operator('differences')).toMatch(/退款未确认$/)

  await Promise.all([reception.work.orders.reconcile(), operator('refund', orderNo, '买错了').catch(() => '')])

  expect([(await order()).status, await balance(), wechat.refunds.size]).toEqual(['refunded', [0, 0], 1])
  await check()
})

test('an error that does not say whether the money goes back is asked about under the same number', async () => {
  const { wechat, orderNo, operator, order, balance, reception } = await shop()
  wechat.state.isUnclear = true
  await expect(operator('refund', orderNo, '买错了')).rejects.toThrow(
    '支付平台没有确认退款，每小时再查询：SYSTEM_ERROR',
  )
  wechat.state.isUnclear = false
  expect(await operator('differences')).toMatch(/退款未确认$/)

  await reception.work.orders.reconcile()

  expect([(await order()).status, await balance(), wechat.refunds.size]).toEqual(['refunded', [0, 0], 1])
})

test.each([
  ['before', '拒绝退款'],
  ['after', '已经退款'],
])(
  'of two askers one is refused %s the other is told that the money goes back: the order is refunded',
  async (moment, expected) => {
    const { deps, orderNo, operator, order, balance, check } = await shop()
    const wechat = deps.payments.wechat!
    const refused = {
      ...wechat,
      findRefund: () => Promise.resolve(undefined),
      refund: () => Promise.reject(new PaymentRefusal('NOT_ENOUGH', '余额不足')),
    }
    const [payment] = await deps.db.sql.select().from(pointPayment)
    let said: unknown
    const beRefused = async () => {
      said = await refundPayment({ ...deps, payments: { wechat: refused } }, payment!, '又一次').catch(String)
    }
    const refund: typeof wechat.refund = async (asked) => {
      const outcome = await wechat.refund(asked)
      if (moment === 'before') await beRefused()
      return outcome
    }

    await refundPayment({ ...deps, payments: { wechat: { ...wechat, refund } } }, payment!, '买错了')
    if (moment === 'after') await beRefused()

    expect(said).toContain(expected)
    expect([(await order()).status, await balance()]).toEqual(['refunded', [0, 0]])
    expect(await operator('differences')).toBe('没有未入账的款项，对账一致')
    await expect(operator('refund', orderNo, '再来')).rejects.toThrow('已经退款')
    await check()
  },
)

test('a refund that takes days is asked about until its end; one that failed may be tried again', async () => {
  const { wechat, orderNo, operator, order, balance, reception, refundEntries, numberOf } = await shop()
  wechat.state.refunds = undefined
  await expect(operator('refund', orderNo, '买错了')).rejects.toThrow('支付平台拒绝退款：NOT_ENOUGH')
  expect([(await order()).status, await balance()]).toEqual(['paid', [30_000, 3_000]])
  expect(await operator('differences')).toMatch(/退款失败$/)
  const refused = await numberOf()

  wechat.state.refunds = 'PROCESSING'
  expect(await operator('refund', orderNo, '买错了')).toContain('退款处理中')
  expect([...wechat.refunds.keys()]).toEqual([refused])
  expect([(await order()).status, await balance()]).toEqual(['refunded', [0, 0]])
  wechat.state.refunds = 'ABNORMAL'
  await reception.work.orders.reconcile()
  expect(await operator('differences')).toMatch(/退款处理中，迟迟没有到账时请在支付平台的商户后台处理$/)
  wechat.state.refunds = 'SUCCESS'
  await reception.work.orders.reconcile()
  expect([await operator('differences'), wechat.refunds.size]).toEqual(['没有未入账的款项，对账一致', 1])
  expect(await refundEntries()).toMatchObject([{ after: { points: '33000' } }])
})

test('a number that the payment side has closed is replaced, a refund that waits for the merchant is said to', async () => {
  const { wechat, orderNo, operator, order } = await shop()
  wechat.state.refunds = 'CLOSED'
  await expect(operator('refund', orderNo, '买错了')).rejects.toThrow('可以再试一次')
  expect([(await order()).status, wechat.refunds.size]).toEqual(['paid', 1])
  await expect(operator('refund', orderNo, '再试')).rejects.toThrow('可以再试一次')
  expect(wechat.refunds.size).toBe(2)

  wechat.state.refunds = 'ABNORMAL'
  expect(await operator('refund', orderNo, '三试')).toContain('请在微信商户平台处理')
  expect([(await order()).status, wechat.refunds.size]).toEqual(['refunded', 2])
})

test('money that credited nothing is returned and leaves the order alone', async () => {
  const { wechat, orderNo, notify, operator, order, balance, refundEntries } = await shop()
  await notify(wechat.notice(orderNo, { transactionId: 'second' }))
  expect(await operator('differences')).toContain('重复支付')

  await expect(operator('return', `4200${orderNo}`, '重复支付')).rejects.toThrow('没有流水号为')
  expect(await operator('return', 'second', '重复支付')).toBe('流水号 second 已退款 ¥2,760.00')

  expect([(await order()).status, await balance()]).toEqual(['paid', [30_000, 3_000]])
  expect(await operator('differences')).toBe('没有未入账的款项，对账一致')
  expect([...wechat.refunds.values()]).toMatchObject([
    { transaction_id: 'second', amount: { refund: 276_000, total: 276_000 } },
  ])
  expect(await refundEntries()).toMatchObject([{ after: { outcome: '重复支付', points: '0' } }])
})

test('an order that is not paid is not refunded', async () => {
  const { zhao, operator } = await shop()
  const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'basic' } })

  await expect(operator('refund', orderNo, '买错了')).rejects.toThrow('没有支付')
  await expect(operator('refund', '202603169999999999', '买错了')).rejects.toThrow('没有订单')
  await expect(operator('refund', orderNo)).rejects.toThrow(/^用法/)
})
