import { orderApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { audit } from '../../db/schema/index.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { world } from '../../testing/world.ts'
import { describeEnterprises } from '../points/index.ts'
import { insertPastOrder } from './past-order.ts'
import { reviewInvoices } from './review-invoices.ts'
import { reviewTransfers } from './review-transfers.ts'
import { startWechatPay } from './testing/wechat-stand-in.ts'

const FORM = { title: '青山木业有限公司', taxNo: '91330100799655058B', email: 'pay@qingshan.cn' }
const NUMBER = '25332000000012345678'
const REVERSAL = '25332000000012345679'

const noFiles = () => Promise.reject(new Error('no files'))

/** An enterprise with a paid order. */
async function shop() {
  const wechat = await startWechatPay()
  const here = await world({ env: wechat.env })
  wechat.state.now = () => here.clock.now()
  const { app, zhao, db, clock, reception } = here
  const { orderNo } = await zhao.call(orderApi.create, { body: { packageId: 'standard' } })
  const pay = async () => {
    await zhao.call(orderApi.pay, { body: { orderNo, method: 'wechat' } })
    wechat.pay(orderNo)
    const { headers, body } = wechat.notice(orderNo)
    await app.inject({ method: 'POST', url: '/hooks/pay/wechat', headers, payload: body })
  }
  return {
    ...here,
    orderNo,
    pay,
    request: (change: object = {}) => zhao.call(orderApi.invoice, { body: { orderNo, ...FORM, ...change } }),
    refused: (change: object = {}) => zhao.refused(orderApi.invoice, { body: { orderNo, ...FORM, ...change } }),
    operator: (...args: string[]) => reviewInvoices({ db, clock }, args),
    status: async () => (await zhao.call(orderApi.detail, { query: { orderNo } })).invoiceStatus,
    history: () => zhao.call(orderApi.history, { query: { orderNo } }),
    refund: () => {
      const deps = { db, clock, log: app.log, payments: reception.orders.payments }
      return reviewTransfers({ ...deps, openFiles: noFiles }, ['refund', orderNo, '买错了'])
    },
  }
}

// R173
test('an invoice is requested once, listed for the operator, and issued with its number', async () => {
  const { zhao, lin, db, orderNo, pay, request, refused, operator, status, history } = await shop()
  expect(await refused()).toMatchObject({ code: 42200, msg: '只有已支付的订单可以申请发票' })
  await pay()
  expect([await status(), await operator('list')]).toEqual(['none', '没有待开具或待红冲的发票'])
  const screen = await lin.connect()

  await request({ taxNo: ' 91330100799655058b ' })
  expect(await status()).toBe('requested')
  expect(await refused()).toMatchObject({ code: 42200, msg: '该订单已经申请过发票' })
  expect(await operator('list')).toMatch(
    new RegExp(`^待开具  ${orderNo}  云上木作  ¥2,760.00  青山木业有限公司  91330100799655058B  pay@qingshan.cn  2026`),
  )
  expect(await operator('issue', orderNo, NUMBER)).toBe(`订单 ${orderNo} 的发票 ${NUMBER} 已登记`)

  expect(await status()).toBe('issued')
  const { steps, payments, invoice } = await history()
  expect(invoice).toMatchObject({ ...FORM, number: NUMBER, issuedAt: expect.any(String), reversalNumber: '' })
  expect(payments).toMatchObject([{ method: 'wechat', amount: 276_000, currency: 'CNY', outcome: 'credited' }])
  expect(steps.map(({ kind, note, agentName }) => [kind, note, agentName])).toEqual([
    ['create', '', '赵知远'],
    ['pay', '微信支付', ''],
    ['requestInvoice', '青山木业有限公司', '赵知远'],
    ['issueInvoice', NUMBER, ''],
  ])
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toEqual([
    'point_order_change',
    'point_order_change',
  ])
  expect(await auditEntries(db, orderApi.invoice)).toMatchObject([
    { agentId: zhao.id, objectName: orderNo, after: { invoiceTitle: FORM.title, taxNo: '91330********5058B' } },
  ])
  const issued = (await db.sql.select().from(audit)).filter(({ action }) => action === 'order.issueInvoice')
  expect(issued).toMatchObject([{ agentId: null, objectName: orderNo, after: { invoiceNumber: NUMBER } }])
})

test('an order that nobody paid has no invoice and counts as no money', async () => {
  const { db, clock, zhao, refused } = await shop()
  const price = { packageName: '演示订单', points: 10, bonusPoints: 0, amount: 98_000 }
  await insertPastOrder(db.sql, zhao.entId, price, clock.now())
  const { items } = await zhao.call(orderApi.page, { body: {} })
  const paid = items.find(({ status }) => status === 'paid')!

  expect(await refused({ orderNo: paid.orderNo })).toMatchObject({ msg: '该订单没有支付记录，不能申请发票' })
  expect(await describeEnterprises(db, clock.now())).not.toContain('¥980.00')
})

test('of several requests at once one is accepted', async () => {
  const { pay, request, history } = await shop()
  await pay()

  const made = await Promise.allSettled(['甲公司', '乙公司', '丙公司', '丁公司'].map((title) => request({ title })))

  expect(made.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  expect((await history()).steps.filter(({ kind }) => kind === 'requestInvoice')).toHaveLength(1)
})

test('a wrong title, tax number or email is refused at its field and changes nothing', async () => {
  const { pay, refused, status } = await shop()
  await pay()

  for (const [change, fields] of [
    [{ taxNo: '91330100799655058C' }, { taxNo: '税号不正确，请核对后重新填写' }],
    [{ taxNo: '123' }, { taxNo: '税号须为 15 到 20 位数字或字母' }],
    [{ email: 'a@b' }, { email: '请输入正确的邮箱' }],
    [{ title: ' ' }, { title: '请输入发票抬头' }],
  ])
    expect(await refused(change)).toMatchObject({ code: 40001, data: { fields } })

  expect(await status()).toBe('none')
})

test('a refused request tells why in the history and can be made again', async () => {
  const { orderNo, pay, request, operator, status, history } = await shop()
  await pay()
  await request()

  await operator('refuse', orderNo, '抬头', '有误')
  expect([await status(), (await history()).invoice]).toEqual(['none', null])
  expect((await history()).steps.at(-1)).toMatchObject({ kind: 'refuseInvoice', note: '抬头 有误' })
  await expect(operator('issue', orderNo, NUMBER)).rejects.toThrow('没有申请发票')
  await request({ title: '青山家具有限公司' })

  await operator('issue', orderNo, NUMBER)
  await expect(operator('refuse', orderNo, '再来')).rejects.toThrow('已经开具')
  await expect(operator('issue', orderNo, REVERSAL)).rejects.toThrow(`已经开具：${NUMBER}`)
})

test('after a refund a request is void, and an issued invoice waits to be reversed', async () => {
  const { orderNo, pay, request, refused, refund, operator, status, history } = await shop()
  await pay()
  await request()
  await operator('issue', orderNo, NUMBER)
  await expect(operator('reverse', orderNo, REVERSAL)).rejects.toThrow('没有退款后待红冲的发票')
  await refund()

  expect(await operator('list')).toContain(`待红冲 ${NUMBER}  ${orderNo}`)
  const { steps, payments } = await history()
  expect(steps.at(-1)).toMatchObject({ kind: 'refund', note: '买错了' })
  expect(payments).toMatchObject([{ outcome: 'credited', refund: 'done' }])
  for (const wrong of ['123', NUMBER]) await expect(operator('reverse', orderNo, wrong)).rejects.toThrow('发票号码')
  await operator('reverse', orderNo, REVERSAL)
  expect([await status(), await operator('list')]).toEqual(['reversed', '没有待开具或待红冲的发票'])
  await expect(operator('reverse', orderNo, '25332000000012345670')).rejects.toThrow('已经红冲')
  expect(await refused()).toMatchObject({ code: 42200 })
})

test('a request of an order that was refunded is not issued any more', async () => {
  const { orderNo, pay, request, refund, operator } = await shop()
  await pay()
  await request()
  await refund()

  expect(await operator('list')).toBe('没有待开具或待红冲的发票')
  await expect(operator('issue', orderNo, NUMBER)).rejects.toThrow('已经退款，不能开具发票')
  await expect(operator('issue', orderNo)).rejects.toThrow(/^用法/)
})

test('the history is for who may see orders, an invoice for who may buy, and neither for another enterprise', async () => {
  const { rival, hire, clock, orderNo, reception } = await shop()
  clock.advance(31 * 60_000)
  await reception.work.orders.run()
  const reader = await (await hire('出纳', ['pointManagement:viewPage'])).signIn()

  const { steps } = await reader.call(orderApi.history, { query: { orderNo } })
  expect(steps.map(({ kind }) => kind)).toEqual(['create', 'expire'])
  expect(await reader.refused(orderApi.invoice, { body: { orderNo, ...FORM } })).toMatchObject({ code: 40301 })
  await absentForRival(rival, orderApi.history, { query: { orderNo } })
  await absentForRival(rival, orderApi.invoice, { body: { orderNo, ...FORM } })
})
