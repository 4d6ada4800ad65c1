import { orderApi, pointsApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { pointPayment } from '../../db/schema/index.ts'
import { world } from '../../testing/world.ts'
import { startAlipay } from './testing/alipay-stand-in.ts'
import { startWechatPay } from './testing/wechat-stand-in.ts'

/** An enterprise that can buy points by 微信支付 and 支付宝, with the code of an order shown. */
async function shop() {
  const [alipay, wechat] = [await startAlipay(), await startWechatPay()]
  const here = await world({ env: { ...alipay.env, ...wechat.env } })
  wechat.state.now = () => here.clock.now()
  const { app, zhao, db } = here
  const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
  return {
    ...here,
    alipay,
    wechat,
    orderNo,
    scan: () => zhao.call(orderApi.pay, { body: { orderNo, method: 'alipay' } }),
    status: async () => (await zhao.call(orderApi.detail, { query: { orderNo } })).status,
    points: async () => (await zhao.call(pointsApi.info, {})).orderPoints,
    notify: async (payload: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
      return (await app.inject({ method: 'POST', url: '/hooks/pay/alipay', headers, payload })).body
    },
    outcomes: async () => (await db.sql.select().from(pointPayment)).map(({ outcome }) => outcome),
  }
}

// R167
test('an order is paid by 支付宝 and credited once, however often it is told', async () => {
  const { alipay, orderNo, scan, notify, status, points, outcomes } = await shop()

  expect(await scan()).toMatchObject({ qrContent: `https://qr.alipay.com/${orderNo}`, order: { method: 'alipay' } })
  expect(alipay.trades.get(orderNo)).toMatchObject({ amount: '2760.00' })
  expect(await notify(alipay.notice(orderNo))).toBe('success')
  expect([await status(), await points()]).toEqual(['unpaid', 0])
  alipay.pay(orderNo)
  expect(await notify(alipay.notice(orderNo, {}, alipay.strangerKey()))).toBe('failure')
  expect(await notify(alipay.notice(orderNo, { app_id: '2021000000000002' }))).toBe('failure')
  expect(await notify(alipay.notice(orderNo).replace('2760.00', '0.01'))).toBe('failure')
  expect([await status(), await points()]).toEqual(['unpaid', 0])

  const told = alipay.notice(orderNo)
  expect(await Promise.all([notify(told), notify(told), notify(told)])).toEqual(['success', 'success', 'success'])
  expect([await status(), await points(), await outcomes()]).toEqual(['paid', 30_000, ['credited']])
})

test('paid twice, by both payment sides, the order is credited once and the second payment is kept', async () => {
  const { app, zhao, alipay, wechat, orderNo, scan, notify, points, outcomes } = await shop()
  await zhao.call(orderApi.pay, { body: { orderNo, method: 'wechat' } })
  await scan()
  wechat.pay(orderNo)
  alipay.pay(orderNo)
  const { headers, body: payload } = wechat.notice(orderNo)

  await Promise.all([
    app.inject({ method: 'POST', url: '/hooks/pay/wechat', headers, payload }),
    notify(alipay.notice(orderNo)),
  ])

  expect(await points()).toBe(30_000)
  expect((await outcomes()).toSorted()).toEqual(['credited', 'duplicate'])
})

test('paid and not told, the order takes no code of another side', async () => {
  const { zhao, alipay, wechat, orderNo, scan, status, points } = await shop()
  await scan()
  alipay.pay(orderNo)

  expect(await zhao.refused(orderApi.pay, { body: { orderNo, method: 'wechat' } })).toMatchObject({
    msg: '订单不是待支付，请刷新后查看',
  })

  expect(wechat.requests).toEqual([])
  expect([await status(), await points()]).toEqual(['paid', 30_000])
})

test('“no such trade” is believed only when it is signed', async () => {
  const { alipay, orderNo, clock, scan, status, reception } = await shop()
  await scan()
  alipay.pay(orderNo)
  const trade = alipay.trades.get(orderNo)!
  alipay.trades.delete(orderNo)
  alipay.state.isSilentlyForged = true
  clock.advance(40 * 60_000)
  await reception.work.orders.run()
  expect(await status()).toBe('cancelled')

  alipay.trades.set(orderNo, trade)
  alipay.state.isSilentlyForged = false
  await reception.work.orders.reconcile()
  expect(await status()).toBe('paid')
})

test('a lost notification is found at the end of the order; an answer with a wrong signature is not believed', async () => {
  const { alipay, orderNo, clock, scan, status, reception } = await shop()
  await scan()
  alipay.pay(orderNo)
  alipay.state.isSilentlyForged = true
  clock.advance(30 * 60_000)
  await reception.work.orders.run()
  expect(await status()).toBe('cancelled')

  alipay.state.isSilentlyForged = false
  await reception.work.orders.reconcile()
  expect(await status()).toBe('paid')
})

test('where the seller is configured, a payment to another account is refused', async () => {
  const alipay = await startAlipay()
  const { app, zhao } = await world({ env: { ...alipay.env, ALIPAY_SELLER_ID: '2088000000000001' } })
  const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
  await zhao.call(orderApi.pay, { body: { orderNo, method: 'alipay' } })
  alipay.pay(orderNo)
  const notify = async (sellerId: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const payload = alipay.notice(orderNo, { seller_id: sellerId })
    return (await app.inject({ method: 'POST', url: '/hooks/pay/alipay', headers, payload })).body
  }

  expect(await notify('2088000000000002')).toBe('failure')
  expect(await notify('2088000000000001')).toBe('success')
})
