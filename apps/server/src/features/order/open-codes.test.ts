import { orderApi, type PayMethod, pointsApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { pointOrder, pointPayment } from '../../db/schema/index.ts'
import { openStorage } from '../../platform/storage/index.ts'
import { readConfig } from '../../platform/config.ts'
import { FILES_DIR } from '../../testing/start-node.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { world } from '../../testing/world.ts'
import { reviewTransfers } from './review-transfers.ts'
import { startWechatPay } from './testing/wechat-stand-in.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const BANK = { BANK_ACCOUNT_NAME: '如晤科技', BANK_ACCOUNT_NO: '6222000011112222', BANK_NAME: '杭州支行' }

const openFiles = () => openStorage(readConfig({}), FILES_DIR)

/** An order with the code of 微信支付 shown, that can be paid by bank transfer too. */
async function shop() {
  const wechat = await startWechatPay()
  const here = await world({ env: { ...wechat.env, ...BANK } })
  const { app, zhao, clock, db, reception } = here
  wechat.state.now = () => clock.now()
  const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
  const choose = (method: PayMethod) => zhao.call(orderApi.pay, { body: { orderNo, method } })
  await choose('wechat')
  return {
    ...here,
    wechat,
    orderNo,
    choose,
    order: () => zhao.call(orderApi.detail, { query: { orderNo } }),
    status: async () => (await zhao.call(orderApi.detail, { query: { orderNo } })).status,
    points: async () => (await zhao.call(pointsApi.info, {})).orderPoints,
    receipt: async () => {
      const url = await storePicture(db, { entId: zhao.entId, uploaderId: zhao.id }, clock.now())
      return { body: { orderNo, url } }
    },
    confirm: () => {
      const deps = { db, clock, log: app.log, payments: reception.orders.payments, openFiles }
      return reviewTransfers(deps, ['confirm', orderNo, 'B1', '2760', '2026-03-16'])
    },
    endOverdue: () => reception.work.orders.run(),
    reconcile: () => reception.work.orders.reconcile(),
  }
}

// R167
test('a payment is found days later when its side was silent at the end of the order, and is then asked about no more', async () => {
  const { wechat, orderNo, clock, status, points, endOverdue, reconcile } = await shop()
  wechat.pay(orderNo)
  clock.advance(25 * HOUR_MS)
  wechat.state.isDown = true
  await endOverdue()
  await reconcile()
  expect(await status()).toBe('cancelled')

  clock.advance(48 * HOUR_MS)
  wechat.state.isDown = false
  await reconcile()
  expect([await status(), await points()]).toEqual(['paid', 30_000])
  const asked = wechat.requests.length
  await reconcile()
  expect(wechat.requests).toHaveLength(asked)
})

test('a code that was not paid is asked about until an answer after its end', async () => {
  const { wechat, clock, status, endOverdue, reconcile } = await shop()
  wechat.state.isUserPaying = true
  const countAsked = async () => {
    const before = wechat.requests.length
    await reconcile()
    return wechat.requests.length - before
  }
  clock.advance(30 * MINUTE_MS)
  await endOverdue()
  expect([await status(), await countAsked()]).toEqual(['cancelled', 1])

  clock.advance(5 * MINUTE_MS)
  expect([await countAsked(), await countAsked()]).toEqual([1, 0])
})

test('a proxy’s 404 does not mean that nothing was paid', async () => {
  const { wechat, orderNo, clock, status, endOverdue, reconcile } = await shop()
  wechat.pay(orderNo)
  wechat.state.isBehindProxy = true
  clock.advance(HOUR_MS)
  await endOverdue()
  expect(await status()).toBe('cancelled')

  wechat.state.isBehindProxy = false
  await reconcile()
  expect(await status()).toBe('paid')
})

test('neither 对公转账 nor a receipt hides a payment by code, and none is confirmed before the side has answered', async () => {
  const { zhao, wechat, orderNo, db, choose, receipt, confirm, status, points, reconcile } = await shop()
  wechat.pay(orderNo)
  wechat.state.isDown = true
  await choose('bank')
  expect(await zhao.call(orderApi.proof, await receipt())).toMatchObject({ status: 'checking', method: 'bank' })
  await expect(confirm()).rejects.toThrow('订单可能已经在线支付')
  expect(await db.sql.select().from(pointPayment)).toEqual([])

  wechat.state.isDown = false
  await reconcile()
  expect([await status(), await points()]).toEqual(['paid', 30_000])
  await expect(confirm()).rejects.toThrow('已经支付过')
  expect(await points()).toBe(30_000)
})

test('an order that was paid by code takes no receipt', async () => {
  const { zhao, wechat, orderNo, choose, receipt, status } = await shop()
  await choose('bank')
  wechat.pay(orderNo)

  expect(await zhao.refused(orderApi.proof, await receipt())).toMatchObject({ code: 42200 })

  expect(await status()).toBe('paid')
})

test('a receipt closes the code, and a confirmed transfer one that was not closed then', async () => {
  const { zhao, wechat, choose, receipt, confirm } = await shop()
  await choose('bank')
  wechat.state.isUserPaying = true
  await zhao.call(orderApi.proof, await receipt())
  await expect.poll(() => wechat.requests.at(-1)).toMatch(/close$/)

  wechat.state.isUserPaying = false
  await confirm()

  expect(wechat.requests.filter((each) => each.endsWith('/close'))).toHaveLength(2)
})

test('a code that its side has closed is asked about no more', async () => {
  const { zhao, wechat, orderNo, db, reconcile } = await shop()

  await zhao.call(orderApi.cancel, { body: { orderNo } })

  await expect.poll(async () => (await db.sql.select().from(pointOrder))[0]?.openCodes).toEqual([])
  const asked = wechat.requests.length
  await reconcile()
  expect(wechat.requests).toHaveLength(asked)
})

test('a code that is asked for again after it was paid settles the order', async () => {
  const { zhao, wechat, orderNo, status } = await shop()
  wechat.pay(orderNo)

  expect(await zhao.refused(orderApi.pay, { body: { orderNo, method: 'wechat' } })).toMatchObject({
    msg: '订单不是待支付，请刷新后查看',
  })

  expect(await status()).toBe('paid')
})

// R168
test('another method never shortens the time, and a receipt is taken after it', async () => {
  const { zhao, clock, orderNo, choose, order, receipt, confirm, points, endOverdue } = await shop()
  const { expireAt } = (await choose('bank')).order
  expect((await choose('wechat')).order).toMatchObject({ method: 'wechat', expireAt })
  clock.advance(31 * MINUTE_MS)
  await endOverdue()
  expect(await zhao.refused(orderApi.pay, { body: { orderNo, method: 'wechat' } })).toMatchObject({
    msg: '在线支付已超时，请使用对公转账或重新下单',
  })

  clock.advance(72 * HOUR_MS)
  await endOverdue()
  expect(await order()).toMatchObject({ status: 'cancelled', reason: '超时未支付' })
  expect(await zhao.call(orderApi.proof, await receipt())).toMatchObject({ status: 'checking', reason: '' })
  await confirm()
  expect(await points()).toBe(30_000)
})
