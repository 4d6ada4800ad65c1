import { CORE_BASE_PATH, EntAccount, Order, orderApi, type PayMethod, type Permission, pointsApi } from '@ruwu/contract'
import { POINT_PACKAGES } from '@ruwu/domain'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { noteServerDate } from '../../browser/server-clock.ts'
import { createFakeServer, type FakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { pointsKeys } from '../points/index.ts'
import { onOrderEvent } from './order.events.ts'
import { orderKeys } from './order.queries.ts'
import { OrderPage } from './order-page.tsx'
import { OrderPayPage } from './order-pay-page.tsx'
import { PurchasePage } from './purchase-page.tsx'

const orderNo = '202603160000000001'
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const unpaid = sample(Order, {
  orderNo,
  packageName: '标准',
  points: 30_000,
  bonusPoints: 3_000,
  amount: 276_000,
  status: 'unpaid',
  method: null,
  reason: '',
  paidAt: null,
  createdAt: inMinutes(0),
  expireAt: inMinutes(30),
  proofUrl: null,
  invoiceStatus: 'none',
})

const BANK = {
  accountName: '如晤科技',
  accountNo: '6222000011112222',
  bankName: '杭州支行',
  remarkCode: 'RW12345678',
}

function offer(payMethods: PayMethod[] = ['wechat']) {
  window.RUWU_CONFIG = { payMethods, demo: true }
  onTestFinished(() => void delete window.RUWU_CONFIG)
}

function buy() {
  offer()
  const server = createFakeServer()
  server.answer(orderApi.packages, [...POINT_PACKAGES])
  server.answer(orderApi.create, { orderNo })
  return renderConsole(<PurchasePage />, { server, path: '/point/purchase' })
}

test('the recommended package is chosen; after agreeing a double click orders once and leads to the payment', async () => {
  const { user, server, address } = buy()
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: '提交订单' })
  expect(screen.getAllByText('¥2,760.00')).toHaveLength(2)
  expect(submit.disabled).toBe(true)

  await user.click(screen.getByLabelText('我已阅读并同意《积分购买协议》'))
  await user.dblClick(submit)

  await expect.poll(address).toBe(`/point/order-pay?orderNo=${orderNo}`)
  expect(server.calls(orderApi.create)).toEqual([{ body: { packageId: 'standard' } }])
})

test('how long points last is told of each kind, and the agreement can be read before agreeing', async () => {
  const { user } = buy()
  expect(await screen.findByText('有效期：购买积分 365 天，赠送积分 180 天')).toBeTruthy()
  const summary = within(screen.getByRole('region', { name: '订单信息' }))
  expect([summary.getByText('365 天'), summary.getByText('180 天')]).toHaveLength(2)
  await user.click(screen.getByRole('radio', { name: /基础/ }))
  expect(summary.queryByText('180 天')).toBeNull()

  await user.click(screen.getByRole('button', { name: '《积分购买协议》' }))
  const dialog = await screen.findByRole('dialog', { name: '《积分购买协议》' })
  expect(within(dialog).getByText(/购买积分 365 天内有效，订单赠送积分 180 天，人工赠送积分 30 天/)).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: '知道了' }))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('我已阅读并同意《积分购买协议》').checked).toBe(false)
})

test('a number of one’s own has its price, and a wrong one cannot be ordered', async () => {
  const { user, server } = buy()
  const input = await screen.findByRole<HTMLInputElement>('spinbutton', { name: '自定义数量' })
  await user.click(screen.getByLabelText('我已阅读并同意《积分购买协议》'))
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: '提交订单' })

  await user.clear(input)
  await user.type(input, '1500')
  expect(screen.getByRole('alert').textContent).toBe('1,000 起，每 1,000 递增')
  expect(submit.disabled).toBe(true)
  await user.clear(input)
  await user.type(input, '25000')
  expect(screen.getByText('¥2,450.00')).toBeTruthy()
  await user.click(submit)

  await expect.poll(() => server.calls(orderApi.create)).toEqual([{ body: { points: 25_000 } }])
})

test('a refusal is told and what was chosen stays', async () => {
  const { user, server, toasts } = buy()
  server.refuse(orderApi.create, 'refused', { msg: '请先处理待支付订单' })

  await user.click(await screen.findByRole('radio', { name: /进阶/ }))
  await user.click(screen.getByLabelText('我已阅读并同意《积分购买协议》'))
  await user.click(screen.getByRole('button', { name: '提交订单' }))

  await expect.poll(() => toasts).toEqual(['error: 请先处理待支付订单'])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /进阶/ }).checked).toBe(true)
})

function pay(order: Order, methods?: PayMethod[], prepare?: (server: FakeServer) => void) {
  offer(methods)
  const server = createFakeServer()
  server.answer(orderApi.detail, order)
  server.answer(orderApi.pay, {
    qrContent: 'http://127.0.0.1:8090/pay/wechat/1',
    order: { ...order, method: 'wechat' },
  })
  prepare?.(server)
  return renderConsole(<OrderPayPage />, { server, path: `/point/order-pay?orderNo=${orderNo}` })
}

test('a code is shown at once, and the page turns to 支付成功 when the order is paid', async () => {
  const { server, cache } = pay(unpaid)

  expect(await screen.findByText('请使用微信支付扫码付款')).toBeTruthy()
  expect((await screen.findByRole('link', { name: '打开模拟支付页' })).getAttribute('href')).toMatch(
    /\/pay\/wechat\/1$/,
  )
  expect(screen.getByRole('timer').textContent).toMatch(/^(30:00|29:\d\d)$/)
  expect(server.calls(orderApi.pay)).toEqual([{ body: { orderNo, method: 'wechat' } }])

  server.answer(orderApi.detail, { ...unpaid, status: 'paid', method: 'wechat', paidAt: inMinutes(0) })
  onOrderEvent(cache, { type: 'point_order_change', orderNo, status: 'paid', at: inMinutes(0), operatorId: null })
  expect(await screen.findByText('支付成功')).toBeTruthy()
  expect(screen.getByText('33,000 积分已到账')).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看账单' }).getAttribute('href')).toBe('/point/bill-list')
})

test('a payment that only the poll finds refreshes the balance too', async () => {
  const { server, cache } = pay(unpaid)
  cache.setQueryData(pointsKeys.account, sample(EntAccount))
  await screen.findByText('请使用微信支付扫码付款')

  server.answer(orderApi.detail, { ...unpaid, status: 'paid', method: 'wechat', paidAt: inMinutes(0) })
  void cache.invalidateQueries({ queryKey: orderKeys.detail(orderNo) })

  await screen.findByText('支付成功')
  expect(cache.getQueryState(pointsKeys.account)?.isInvalidated).toBe(true)
})

test.each([
  ['fast', -31],
  ['slow', 31],
])('with a clock that is %s by half an hour the time left is the server’s', async (_what, minutes) => {
  onTestFinished(() => noteServerDate(new Date().toUTCString()))
  const serverNow = new Date(Date.now() + minutes * 60_000)
  const fromNow = (part: number) => new Date(serverNow.getTime() + part * 60_000).toISOString()
  const order = { ...unpaid, createdAt: fromNow(-20), expireAt: fromNow(10) }
  pay(order, undefined, (server) =>
    server.answerRaw('GET', CORE_BASE_PATH + orderApi.detail.path, () =>
      Response.json({ code: 1, msg: '', data: order }, { headers: { date: serverNow.toUTCString() } }),
    ),
  )

  await screen.findByText('请使用微信支付扫码付款')
  await expect.poll(() => screen.getByRole('timer').textContent).toMatch(/^(10:0\d|09:5\d)$/)
})

const HOUR = 60

test('a code ends 30 minutes after the order although a transfer was chosen before, and the way on is the transfer', async () => {
  const order = { ...unpaid, createdAt: inMinutes(-10), expireAt: inMinutes(72 * HOUR - 10), method: 'wechat' } as const
  const { user, cache, server } = pay(order, ['wechat', 'bank'], (fake) => fake.answer(pointsApi.bankInfo, BANK))
  await screen.findByText('请使用微信支付扫码付款')
  expect(screen.getByRole('timer').textContent).toMatch(/^(20:00|19:5\d)$/)

  cache.setQueryData(orderKeys.detail(orderNo), { ...order, createdAt: inMinutes(-31) })
  expect(await screen.findByText('在线支付已超时，请使用对公转账或重新下单')).toBeTruthy()
  expect(screen.queryByText('请使用微信支付扫码付款')).toBeNull()
  expect(screen.getByRole('timer').textContent).toBe('00:00')
  expect(screen.getByRole('link', { name: '重新下单' }).getAttribute('href')).toBe('/point/purchase')

  server.answer(orderApi.pay, { qrContent: '', order: { ...order, method: 'bank' } })
  await user.click(screen.getByRole('button', { name: '对公转账' }))
  expect(await screen.findByText('RW12345678')).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toMatch(/^71:[45]\d:\d\d$/)
})

test('no code is asked for after its end, and without a transfer one can only order again', async () => {
  const order = { ...unpaid, createdAt: inMinutes(-31), expireAt: inMinutes(71 * HOUR), method: 'wechat' } as const
  const { server } = pay(order)

  expect(await screen.findByText('在线支付已超时，请使用对公转账或重新下单')).toBeTruthy()
  expect(screen.getByRole('link', { name: '重新下单' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '对公转账' })).toBeNull()
  expect(server.calls(orderApi.pay)).toEqual([])
})

test.each([
  ['timed out', { status: 'cancelled', reason: '超时未支付' }, '订单已取消（超时未支付）'],
  ['overdue', { status: 'unpaid', expireAt: inMinutes(-1) }, '订单已取消（超时未支付）'],
  ['cancelled by an agent', { status: 'cancelled', reason: '客服取消' }, '订单已取消'],
] as const)('an order that is %s shows no code', async (_what, change, title) => {
  const { server } = pay({ ...unpaid, ...change })

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('link', { name: '重新下单' })).toBeTruthy()
  expect(server.calls(orderApi.pay)).toEqual([])
})

test('an order that was refunded says why and shows no code', async () => {
  const { server } = pay({ ...unpaid, status: 'refunded', method: 'wechat', paidAt: inMinutes(-5), reason: '买错了' })

  expect(await screen.findByRole('heading', { name: '订单已退款' })).toBeTruthy()
  expect(screen.getByText('买错了')).toBeTruthy()
  expect(server.calls(orderApi.pay)).toEqual([])
})

test('a payment side that does not answer is told and can be asked again; an unknown order is absent', async () => {
  const { user, server } = pay(unpaid)
  server.refuse(orderApi.pay, 'refused', { msg: '支付渠道暂时无法访问，请稍后再试' })
  expect(await screen.findByText('支付渠道暂时无法访问，请稍后再试')).toBeTruthy()

  server.answer(orderApi.pay, { qrContent: 'weixin://1', order: unpaid })
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('请使用微信支付扫码付款')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '打开模拟支付页' })).toBeNull()
})

test('an order of another enterprise does not exist', async () => {
  pay(unpaid, undefined, (server) => server.refuse(orderApi.detail, 'notFound', { msg: '订单不存在或已删除' }))

  expect(await screen.findByText('订单不存在')).toBeTruthy()
})

function list(items: Order[], permissions?: readonly Permission[], methods?: PayMethod[]) {
  offer(methods)
  const server = createFakeServer()
  server.answer(orderApi.page, { items, total: items.length, page: 1, pageSize: 20 })
  server.answer(orderApi.cancel, { ...unpaid, status: 'cancelled', reason: '客服取消' })
  return renderConsole(<OrderPage />, { server, path: '/point/order-list', ...(permissions && { permissions }) })
}

test('an unpaid order can be paid and, after a question, cancelled; a paid one neither', async () => {
  const paid = { ...unpaid, orderNo: '202603160000000002', status: 'paid', method: 'wechat' } as const
  const { user, server, toasts } = list([unpaid, paid])
  const row = (await screen.findByText(orderNo)).closest('tr')!
  expect(within(row).getByRole('link', { name: '去支付' }).getAttribute('href')).toContain(orderNo)
  const paidRow = within(screen.getByText(paid.orderNo).closest('tr')!)
  expect(paidRow.queryByRole('button', { name: '取消订单' })).toBeNull()
  expect(paidRow.getByRole('button', { name: '申请发票' })).toBeTruthy()

  await user.click(within(row).getByRole('button', { name: '取消订单' }))
  await user.click(await screen.findByRole('button', { name: '确认' }))

  await expect.poll(() => toasts).toEqual(['success: 订单已取消'])
  expect(server.calls(orderApi.cancel)).toEqual([{ body: { orderNo } }])
})

test.each([
  ['that was chosen', {}, '上传回单'],
  ['that is checked', { status: 'checking', proofUrl: '/api/attachment/1' }, '重新上传回单'],
  ['that came late', { status: 'cancelled', reason: '超时未支付', createdAt: inMinutes(-80 * 60) }, '上传回单'],
] as const)('the receipt of a transfer %s is uploaded from the list', async (_which, change, label) => {
  const order: Order = { ...unpaid, method: 'bank', expireAt: inMinutes(60), ...change }
  const { server, toasts } = list([order], undefined, ['wechat', 'bank'])
  acceptProof(server, order)
  await screen.findByText(orderNo)

  choose(new File(['x'], 'receipt.pdf', { type: 'application/pdf' }), label)

  await expect.poll(() => toasts).toEqual(['success: 回单已提交，核验后到账'])
  expect(server.calls(orderApi.proof)).toEqual([{ body: { orderNo, url: FILE } }])
  expect(server.calls(orderApi.page)).toHaveLength(2)
})

test.each([
  ['of a code', { ...unpaid, method: 'wechat' }, ['wechat', 'bank']],
  ['that is over', { ...unpaid, method: 'bank', expireAt: inMinutes(-1) }, ['wechat', 'bank']],
  ['whose transfer is no longer offered', { ...unpaid, method: 'bank' }, ['wechat']],
] as const)('an order %s takes no receipt in the list', async (_which, order, methods) => {
  list([order], undefined, [...methods])
  await screen.findByText(orderNo)

  expect(screen.queryByRole('button', { name: /上传回单/ })).toBeNull()
})

test('a reader sees orders without the way to pay or buy', async () => {
  list([unpaid], ['pointManagement:viewPage'])
  await screen.findByText(orderNo)

  expect(screen.queryByRole('link', { name: '去支付' })).toBeNull()
  expect(screen.queryByRole('link', { name: '购买积分' })).toBeNull()
  expect(screen.getByRole('link', { name: '订单' })).toBeTruthy()
})

test('orders stay readable where nothing can be bought any more', async () => {
  list([unpaid], undefined, [])
  await screen.findByText(orderNo)

  expect(screen.getByRole('link', { name: '订单' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: '购买积分' })).toBeNull()
  expect(screen.queryByRole('link', { name: '去支付' })).toBeNull()
  expect(screen.getByRole('button', { name: '取消订单' })).toBeTruthy()
})

const FILE = `/api/attachment/${'a'.repeat(32)}`

function transfer(order: Order) {
  const page = pay(order, ['bank'])
  page.server.answer(pointsApi.bankInfo, BANK)
  page.server.answer(orderApi.pay, { qrContent: '', order: { ...order, method: 'bank' } })
  acceptProof(page.server, order)
  return page
}

function acceptProof(server: FakeServer, order: Order) {
  server.answer(orderApi.proof, { ...order, method: 'bank', status: 'checking', proofUrl: FILE })
  server.answerRaw('POST', '/api/attachment/upload', () => ({ path: FILE, publicUrl: FILE }))
}

const choose = (file: File, label = '上传回单') =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { files: [file] } })

test('a transfer shows where to pay, and an uploaded receipt waits to be checked', async () => {
  const { server } = transfer({ ...unpaid, reason: '金额不符' })

  expect(await screen.findByText('RW12345678')).toBeTruthy()
  expect(screen.getByText('回单未通过核验：金额不符')).toBeTruthy()
  expect(screen.getByRole('button', { name: '复制账号' })).toBeTruthy()
  choose(new File(['x'], 'receipt.gif', { type: 'image/gif' }))
  expect(await screen.findByText('不支持的文件类型')).toBeTruthy()
  choose(new File(['x'], 'receipt.pdf', { type: 'application/pdf' }))

  expect(await screen.findByText('等待核验')).toBeTruthy()
  expect(server.calls(orderApi.proof)).toEqual([{ body: { orderNo, url: FILE } }])
  expect(screen.getByRole('button', { name: '重新上传回单' })).toBeTruthy()
})

test('a transfer that arrives after the end of its order can still be proved', async () => {
  const late = { ...unpaid, createdAt: inMinutes(-80 * 60), expireAt: inMinutes(-8 * 60) }
  const { server } = transfer({ ...late, status: 'cancelled', reason: '超时未支付', method: 'bank' })
  await screen.findByText('订单已取消（超时未支付）')

  choose(new File(['x'], 'receipt.pdf', { type: 'application/pdf' }), '已经转账，上传回单')

  expect(await screen.findByText('等待核验')).toBeTruthy()
  expect(server.calls(orderApi.proof)).toEqual([{ body: { orderNo, url: FILE } }])
})
