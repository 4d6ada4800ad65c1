import { orderApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { payStatement } from '../../db/schema/index.ts'
import { world } from '../../testing/world.ts'
import { describeOperatorLog } from '../admin/index.ts'
import { reviewTransfers } from './review-transfers.ts'
import { startAlipay } from './testing/alipay-stand-in.ts'
import { startWechatPay } from './testing/wechat-stand-in.ts'

const HOUR_MS = 3_600_000
const AGREED = '没有未入账的款项，对账一致'

async function shop() {
  const [alipay, wechat] = [await startAlipay(), await startWechatPay()]
  const here = await world({ env: { ...alipay.env, ...wechat.env } })
  const { app, zhao, db, clock, reception } = here
  wechat.state.now = () => clock.now()
  const deps = { db, clock, log: app.log, payments: reception.orders.payments }
  return {
    ...here,
    alipay,
    wechat,
    /** Paid at this side, and found. */
    async paidBy(method: 'wechat' | 'alipay'): Promise<string> {
      const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
      await zhao.call(orderApi.pay, { body: { orderNo, method } })
      const side = method === 'wechat' ? wechat : alipay
      side.pay(orderNo)
      await reception.work.orders.reconcile()
      return orderNo
    },
    operator: (...args: string[]) =>
      reviewTransfers({ ...deps, openFiles: () => Promise.reject(new Error('no files')) }, args),
    reconcile: () => reception.work.orders.reconcile(),
    statements: () => db.sql.select().from(payStatement).orderBy(payStatement.method, payStatement.day),
  }
}

// R171
test('the statements of a day are compared with our payments, and a day that agrees is not asked for again', async () => {
  const { clock, wechat, paidBy, operator, reconcile, statements } = await shop()
  const orderNo = await paidBy('wechat')
  await paidBy('alipay')
  await operator('refund', orderNo, '买错了')
  const sale = { amount: 990, state: 'SUCCESS', transactionId: '7', paidAt: clock.now() } as const
  wechat.strangers.set('SHOP-7', sale)
  wechat.strangers.set('202603160000000007', { ...sale, appId: 'wx-shop' })
  clock.advance(34 * HOUR_MS)

  await reconcile()

  const whole = { theirCount: 1, theirAmount: 276_000, ourCount: 1, ourAmount: 276_000, differences: [] }
  const days = (await statements()).filter(({ theirCount }) => theirCount > 0)
  expect(days).toMatchObject([
    { method: 'alipay', day: '2026-03-16', ...whole },
    { method: 'wechat', day: '2026-03-16', ...whole },
  ])
  expect(await operator('differences')).toBe(AGREED)
  wechat.strangers.set('202603160000000009', {
    amount: 1,
    state: 'SUCCESS',
    transactionId: '9',
    paidAt: days[0]!.comparedAt,
  })
  await reconcile()
  expect(await operator('differences')).toBe(AGREED)
})

test('a second payment that was never told is found by the statement, also by one that comes late', async () => {
  const { clock, wechat, zhao, paidBy, operator, reconcile } = await shop()
  const orderNo = await paidBy('alipay')
  wechat.strangers.set(orderNo, { amount: 276_000, state: 'SUCCESS', transactionId: 'second', paidAt: clock.now() })
  clock.advance(34 * HOUR_MS)
  wechat.state.isBillLate = true
  await reconcile()
  expect(await operator('differences')).toBe(AGREED)

  wechat.state.isBillLate = false
  await reconcile()

  expect(await operator('differences')).toMatch(new RegExp(`^${orderNo}  云上木作  重复支付 .*  微信支付 second`))
  expect((await zhao.call(orderApi.detail, { query: { orderNo } })).status).toBe('paid')
})

test('what only one side knows is listed with the totals of the day, until it agrees', async () => {
  const { clock, wechat, paidBy, operator, reconcile } = await shop()
  const orderNo = await paidBy('wechat')
  wechat.strangers.set('202603160000000001', {
    amount: 500,
    state: 'SUCCESS',
    transactionId: 'T9',
    paidAt: clock.now(),
  })
  wechat.refunds.set('by-hand', { transaction_id: 'T9', out_refund_no: 'by-hand', amount: { refund: 500, total: 500 } })
  clock.advance(34 * HOUR_MS)

  await reconcile()

  expect(await operator('differences')).toContain(
    `2026-03-16 对账单  微信支付  平台 2 笔 ¥2,765.00，本方 1 笔 ¥2,760.00
  平台有、本方没有  202603160000000001  T9  ¥5.00
  不是由本方发起的退款  202603160000000001  T9  ¥5.00`,
  )
  wechat.strangers.clear()
  wechat.refunds.clear()
  await reconcile()
  expect(await operator('differences')).toBe(AGREED)
  expect(orderNo).toMatch(/^20260316/)
})

test('a payment of midnight that the statement has on the next day agrees on both', async () => {
  const { clock, wechat, paidBy, operator, reconcile } = await shop()
  wechat.trades.get(await paidBy('wechat'))!.paidAt = new Date(clock.now().getTime() + 20 * HOUR_MS)
  clock.advance(34 * HOUR_MS)
  await reconcile()
  expect(await operator('differences')).toContain('本方有、平台没有')
  clock.advance(24 * HOUR_MS)

  await reconcile()

  expect(await operator('differences')).toBe(AGREED)
})

test('what differs is listed until the operator closes it', async () => {
  const { db, clock, wechat, paidBy, operator, reconcile, statements } = await shop()
  await paidBy('wechat')
  const foreign = { amount: 500, state: 'SUCCESS', transactionId: 'T9', paidAt: clock.now() } as const
  wechat.strangers.set('202603160000000001', foreign)
  clock.advance(34 * HOUR_MS)
  await reconcile()

  await expect(operator('close', '2026-03-16', '支付宝', '已退回')).rejects.toThrow('没有支付宝的对账差异')
  await expect(operator('close', '2026-03-16', '微信支付')).rejects.toThrow(/^用法/)
  expect(await operator('close', '2026-03-16', '微信支付', '已退回')).toBe('2026-03-16 微信支付的对账差异已了结')

  await reconcile()
  expect(await operator('differences')).toBe(AGREED)
  const closed = (await statements()).find(({ differences }) => differences.length > 0)
  expect(closed?.differences).toMatchObject([{ kind: 'theirs', transactionId: 'T9', note: '已退回' }])
  expect(await describeOperatorLog(db)).toMatch(/了结对账差异 {2}2026-03-16 微信支付 {2}已退回$/)
})

test('a statement that is not the announced one, or does not come, is named and asked for again, however long it takes', async () => {
  const { clock, wechat, paidBy, operator, reconcile, statements } = await shop()
  await paidBy('wechat')
  clock.advance(34 * HOUR_MS)
  const countWechat = async () => (await statements()).filter(({ method }) => method === 'wechat').length
  const before = await countWechat()
  wechat.state.isDown = true
  await reconcile()
  expect(await countWechat()).toBe(before)
  expect(await operator('differences')).toMatch(/^2026-03-16 对账单 {2}微信支付 {2}尚未对账/)
  clock.advance(96 * HOUR_MS)
  await reconcile()
  expect(await operator('differences')).toMatch(/至 2026-03-20 共 \d 天 对账单 {2}微信支付 {2}尚未对账/)

  wechat.state.isDown = false
  wechat.state.isFileForged = true
  await reconcile()
  expect((await statements()).filter(({ theirCount }) => theirCount > 0)).toEqual([])
  wechat.state.isFileForged = false
  await reconcile()
  expect((await statements()).filter(({ theirCount }) => theirCount > 0)).toHaveLength(1)
  expect(await operator('differences')).toBe(AGREED)
})
