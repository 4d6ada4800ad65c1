import { orderApi, pointsApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { authSession, pointOrder } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { storePicture } from '../../testing/stored-picture.ts'
import { world } from '../../testing/world.ts'
import { describeOperatorLog } from '../admin/index.ts'
import { reviewCoupons } from './review-coupons.ts'
import { reviewTransfers } from './review-transfers.ts'
import { startAlipay } from './testing/alipay-stand-in.ts'
import { startWechatPay } from './testing/wechat-stand-in.ts'

const MINUTE_MS = 60_000

const BANK = { BANK_ACCOUNT_NAME: '如晤科技', BANK_ACCOUNT_NO: '6222000011112222', BANK_NAME: '杭州支行' }

const noFiles = () => Promise.reject(new Error('no files'))

/** An enterprise that can buy points, and an operator who makes coupons. */
async function shop() {
  const wechat = await startWechatPay()
  const here = await world({ env: { ...wechat.env, ...BANK } })
  wechat.state.now = () => here.clock.now()
  const { app, zhao, db, clock, reception } = here
  const order = async (couponCode = 'SPRING26') =>
    (await zhao.call(orderApi.create, { body: { packageId: 'standard', couponCode } })).orderNo
  return {
    ...here,
    wechat,
    order,
    operator: (...args: string[]) => reviewCoupons({ db, clock }, args),
    check: (code: string, choice: { packageId: string } | { points: number } = { packageId: 'standard' }) =>
      zhao.call(orderApi.checkCoupon, { body: { code, ...choice } }),
    detail: (orderNo: string) => zhao.call(orderApi.detail, { query: { orderNo } }),
    async payLate(orderNo: string): Promise<void> {
      wechat.pay(orderNo)
      const { headers, body: payload } = wechat.notice(orderNo)
      await app.inject({ method: 'POST', url: '/hooks/pay/wechat', headers, payload })
    },
    transfers: (...args: string[]) => {
      const deps = { db, clock, log: app.log, payments: reception.orders.payments }
      return reviewTransfers({ ...deps, openFiles: noFiles }, args)
    },
  }
}

// R166
test('a coupon lowers the price of an order; what was paid is credited in full, and goes back when it is refunded', async () => {
  const { zhao, db, wechat, operator, check, order, detail, payLate, transfers } = await shop()
  expect(await operator('list')).toBe('还没有优惠码')
  expect(await operator('create', 'spring26', '10%', '2026-03-31', '--least=1000.00', '--uses=5')).toBe(
    '已建立 SPRING26  优惠 10%，订单满 ¥1,000.00 可用  截止 2026-03-31  每个企业 1 次  已用 0 / 5 次\n例如 进阶 ¥8,800.00，优惠后 ¥7,920.00',
  )

  expect(await check(' spring26')).toEqual({ valid: true, discount: 27_600, msg: '' })
  expect(await check('SPRING26', { points: 10_000 })).toEqual({
    valid: false,
    discount: 0,
    msg: '订单满 ¥1,000.00 可用',
  })
  const orderNo = await order()
  expect(await detail(orderNo)).toMatchObject({ amount: 248_400, discount: 27_600, couponCode: 'SPRING26' })
  expect(await auditEntries(db, orderApi.create)).toMatchObject([
    { after: { points: '30000', amount: '¥2,484.00', couponCode: 'SPRING26', discount: '¥276.00' } },
  ])
  await zhao.call(orderApi.pay, { body: { orderNo, method: 'wechat' } })
  await payLate(orderNo)

  expect((await detail(orderNo)).status).toBe('paid')
  expect(await zhao.call(pointsApi.info, {})).toMatchObject({ orderPoints: 30_000, bonusOrderPoints: 3_000 })
  expect(await transfers('refund', orderNo, '买错了')).toContain('¥2,484.00')
  expect([...wechat.refunds.values()].map(({ amount }) => amount.refund)).toEqual([248_400])
  // A use that was paid is not given back.
  expect(await check('SPRING26')).toMatchObject({ valid: false, msg: '优惠码每个企业可用 1 次，已经用完' })
  expect(await operator('list')).toContain('已用 1 / 5 次  共优惠 ¥276.00')
})

test('a use is given back when its order is cancelled or times out, and counts again when that is paid after all', async () => {
  const { zhao, clock, reception, operator, check, order, detail, payLate } = await shop()
  await operator('create', 'SPRING26', '100.00', '2026-03-31', '--least=500', '--uses=1')
  const refused = async (couponCode = 'SPRING26') =>
    (await zhao.refused(orderApi.create, { body: { packageId: 'standard', couponCode } })).msg
  expect(await refused('GUESS1')).toBe('优惠码无效')

  const first = await order()
  expect([(await detail(first)).amount, await refused()]).toEqual([266_000, '优惠码每个企业可用 1 次，已经用完'])
  await zhao.call(orderApi.cancel, { body: { orderNo: first } })
  expect((await check('SPRING26')).valid).toBe(true)

  const second = await order()
  await zhao.call(orderApi.pay, { body: { orderNo: second, method: 'wechat' } })
  clock.advance(31 * MINUTE_MS)
  await reception.work.orders.run()
  expect([(await detail(second)).status, (await check('SPRING26')).valid]).toEqual(['cancelled', true])

  await payLate(second)
  expect([(await detail(second)).status, (await check('SPRING26')).valid]).toEqual(['paid', false])
})

test('the code of 支付宝 that nobody scanned cannot be closed: until it is over a cancelled order keeps its use', async () => {
  const alipay = await startAlipay()
  const { zhao, db, clock, reception } = await world({ env: alipay.env })
  alipay.state.now = () => clock.now()
  await reviewCoupons({ db, clock }, ['create', 'SPRING26', '50%', '2026-03-31', '--uses=1'])
  const body = { packageId: 'standard', couponCode: 'SPRING26' }
  const check = async () =>
    (await zhao.call(orderApi.checkCoupon, { body: { packageId: 'standard', code: 'SPRING26' } })).valid

  const { orderNo } = await zhao.call(orderApi.create, { body })
  await zhao.call(orderApi.pay, { body: { orderNo, method: 'alipay' } })
  await zhao.call(orderApi.cancel, { body: { orderNo } })

  expect(await zhao.refused(orderApi.create, { body })).toMatchObject({ msg: '优惠码每个企业可用 1 次，已经用完' })
  clock.advance(61 * MINUTE_MS)
  await reception.work.orders.reconcile()
  expect(await check()).toBe(true)
})

test.each([
  ['does not answer', 'isDown'],
  ['is being paid at', 'isUserPaying'],
] as const)('while 微信支付 %s a cancelled order keeps its use until its code is over', async (_what, fault) => {
  const { zhao, clock, wechat, reception, operator, order, check } = await shop()
  await operator('create', 'SPRING26', '50%', '2026-03-31')
  const orderNo = await order()
  await zhao.call(orderApi.pay, { body: { orderNo, method: 'wechat' } })
  wechat.state[fault] = true
  await zhao.call(orderApi.cancel, { body: { orderNo } })
  await expect.poll(() => wechat.requests.at(-1)).toMatch(/close$/)
  wechat.state[fault] = false

  await reception.work.orders.reconcile()
  expect(await check('SPRING26')).toMatchObject({ valid: false })
  expect(await operator('list')).toContain('已用 1 次')

  clock.advance(61 * MINUTE_MS)
  await reception.work.orders.reconcile()
  expect(await check('SPRING26')).toMatchObject({ valid: true })
})

test('a cancelled order gives its use back when 微信支付 has closed its code', async () => {
  const { zhao, operator, order, check } = await shop()
  await operator('create', 'SPRING26', '50%', '2026-03-31')
  const orderNo = await order()
  await zhao.call(orderApi.pay, { body: { orderNo, method: 'wechat' } })

  await zhao.call(orderApi.cancel, { body: { orderNo } })

  await expect.poll(async () => (await check('SPRING26')).valid).toBe(true)
})

test('a transfer for orders that timed out is taken as often as the coupon has uses', async () => {
  const { zhao, db, clock, reception, operator, order, detail, transfers } = await shop()
  await operator('create', 'SPRING26', '50%', '2026-03-31')
  const late = async () => {
    const orderNo = await order()
    await zhao.call(orderApi.pay, { body: { orderNo, method: 'bank' } })
    clock.advance(73 * 60 * MINUTE_MS)
    await reception.work.orders.run()
    return orderNo
  }
  const orders = [await late(), await late()]
  const prove = async (orderNo: string) => {
    const url = await storePicture(db, { entId: zhao.entId, uploaderId: zhao.id }, clock.now())
    return zhao.request(orderApi.proof, { body: { orderNo, url } })
  }

  const answers = await Promise.all(orders.map(prove))

  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
  expect(answers.map(({ msg }) => msg)).toContain('订单已取消，优惠码已不能再用，请重新下单；已经转账的请联系服务商')
  const [taken = '', refused = ''] = answers[0]?.code === 1 ? orders : orders.toReversed()
  const confirm = (orderNo: string) => transfers('confirm', orderNo, `B${orderNo}`, '1380.00', '2026-03-16')
  await expect(confirm(refused)).rejects.toThrow('优惠码已不能再用：没有入账')
  await confirm(taken)
  expect([(await detail(taken)).status, (await detail(refused)).status]).toEqual(['paid', 'cancelled'])
  expect(await operator('list')).toContain('已用 1 次')
})

test('of many orders at once, of two enterprises, as many get the discount as the coupon has uses', async () => {
  const { zhao, rival, db, operator } = await shop()
  await operator('create', 'SPRING26', '50%', '2026-03-31', '--uses=3', '--each=2')

  const answers = await Promise.all(
    [zhao, rival].flatMap((buyer) =>
      Array.from({ length: 4 }, () =>
        buyer.request(orderApi.create, { body: { packageId: 'basic', couponCode: 'SPRING26' } }),
      ),
    ),
  )

  expect(answers.filter(({ code }) => code === 1)).toHaveLength(3)
  const orders = await db.sql.select().from(pointOrder)
  expect(orders.map(({ amount, discount }) => [amount, discount])).toEqual(orders.map(() => [49_000, 49_000]))
  expect(await operator('list')).toContain('已用 3 / 3 次')
})

test('a coupon that was ended before an order named it can be made again, another cannot', async () => {
  const { operator, order } = await shop()
  const create = (off: string) => operator('create', 'SPRING26', off, '2026-03-31')
  await create('90%')
  await expect(create('10%')).rejects.toThrow('优惠码 SPRING26 已经有了')
  await operator('end', 'SPRING26')

  expect(await create('10%')).toContain('进阶 ¥8,800.00，优惠后 ¥7,920.00')

  await order()
  await operator('end', 'SPRING26')
  await expect(create('20%')).rejects.toThrow('优惠码 SPRING26 已经有了')
  expect(await operator('list')).toContain('优惠 10%  截止 2026-03-31  每个企业 1 次  已用 1 次')
})

test('what the operator does to coupons is on record', async () => {
  const { db, operator, clock } = await shop()
  await operator('create', 'SPRING26', '10%', '2026-03-31', '--uses=5')
  await expect(operator('create', 'SPRING26', '20%', '2026-03-31')).rejects.toThrow()
  clock.advance(MINUTE_MS)
  await operator('end', 'SPRING26')
  await expect(operator('end', 'SPRING26')).rejects.toThrow()

  const lines = (await describeOperatorLog(db)).split('\n')

  expect(lines).toEqual([
    expect.stringMatching(/停用优惠码 {2}SPRING26$/),
    expect.stringMatching(/建立优惠码 {2}SPRING26 {2}优惠 10% {2}截止 2026-03-31 .*0 \/ 5 次$/),
  ])
})

test('codes cannot be guessed; a right one costs no try', async () => {
  const { zhao, lin, db, clock } = await world()
  const operator = (...args: string[]) => reviewCoupons({ db, clock }, args)
  const check = (code: string) => zhao.request(orderApi.checkCoupon, { body: { code, packageId: 'basic' } })
  await operator('create', 'SPRING26', '10%', '2026-03-31')
  await operator('create', 'OLD2026', '10%', '2026-03-31')
  expect(await operator('end', 'OLD2026')).toBe('优惠码 OLD2026 已停用')

  for (let n = 0; n < 25; n += 1)
    expect(await check('OLD2026')).toMatchObject({ code: 1, data: { valid: false, discount: 0, msg: '优惠码无效' } })
  for (let n = 1; n < 20; n += 1) expect(await check(`GUESS${n}`)).toMatchObject({ data: { msg: '优惠码无效' } })
  expect(await check('GUESS20')).toMatchObject({ code: 42901 })
  expect(await check('SPRING26')).toMatchObject({ code: 42901 })

  clock.advance(60 * MINUTE_MS)
  for (let n = 0; n < 25; n += 1) expect(await check('SPRING26')).toMatchObject({ data: { valid: true } })
  const body = { packageId: 'basic', code: 'SPRING26' }
  expect(await lin.refused(orderApi.checkCoupon, { body })).toMatchObject({ code: 40301 })
  expect(await zhao.refused(orderApi.checkCoupon, { body: { ...body, packageId: 'none' } })).toMatchObject({
    code: 40401,
  })
})

async function visit(env: Record<string, string>) {
  const { zhao, db, clock } = await world({ env })
  await reviewCoupons({ db, clock }, ['create', 'SPRING26', '10%', '2026-03-31'])
  await db.sql.update(authSession).set({ expiresAt: new Date('2100-01-01') })
  return zhao
}

test('a visitor of the demo orders nothing for real money and uses no coupon', async () => {
  const order = { packageId: 'basic' }
  const closed = { code: 42200, msg: '演示中不能使用此功能' }
  const simulated = await visit({ ...BANK, BANK_ACCOUNT_NO: '0000 0000 0000 0000' })
  expect(await simulated.call(orderApi.create, { body: order })).toBeTruthy()
  const coupon = { ...order, couponCode: 'SPRING26' }
  expect(await simulated.refused(orderApi.create, { body: coupon })).toMatchObject(closed)
  const asked = await simulated.call(orderApi.checkCoupon, { body: { ...order, code: 'SPRING26' } })
  expect(asked).toEqual({ valid: false, discount: 0, msg: closed.msg })

  const real = await visit(BANK)
  expect(await real.refused(orderApi.create, { body: order })).toMatchObject(closed)
})

const MISTYPED: [string[], string][] = [
  [['create', 'ABC', '10%', '2026-03-31'], '优惠码为 4 到 20 位字母或数字'],
  [['create', 'SPRING26', '100%', '2026-03-31'], '减免的比例须为 1% 到 99% 的整数'],
  [['create', 'SPRING26', '10.5%', '2026-03-31'], '减免的比例须为 1% 到 99% 的整数'],
  [['create', 'SPRING26', '100.00', '2026-03-31'], '减金额的优惠码须用 --least 写明订单满多少可用，并且大于减免的金额'],
  [['create', 'SPRING26', '10%', '2026-03-15'], '截止日 2026-03-15 不是今后的日期，格式为 2026-12-31'],
  [['create', 'SPRING26', '10%', '2026-02-30'], '截止日 2026-02-30 不是今后的日期，格式为 2026-12-31'],
  [['create', 'SPRING26', '10%', '2026-03-31', '--uses=0'], '次数须为 1 到 1,000,000 的整数'],
  [['create', 'SPRING26', '10%', '2026-03-31', '--all=1'], '用法：'],
  [['create', 'SPRING26', '10%', '2026-03-31', '--uses=1', '--uses=2'], '用法：'],
  [['create', 'TAKEN26', '10%', '2026-03-31'], '优惠码 TAKEN26 已经有了'],
  [['end', 'SPRING26'], '没有优惠码 SPRING26，或者已经停用'],
  [['remove', 'SPRING26'], '用法：'],
]

test('what the operator mistypes is refused and changes nothing', async () => {
  const { db, clock } = await world()
  const operator = (...args: string[]) => reviewCoupons({ db, clock }, args)
  const [made] = (await operator('create', 'TAKEN26', '20%', '2026-03-31')).split('\n')

  for (const [args, text] of MISTYPED) await expect(operator(...args)).rejects.toThrow(text)

  expect(`已建立 ${await operator('list')}`).toBe(made)
})
