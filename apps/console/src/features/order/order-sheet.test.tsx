import { exportApi, ExportId, Order, orderApi, type OrderHistory, type Permission } from '@ruwu/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { OrderPage } from './order-page.tsx'

const orderNo = '202603160000000001'
const paid = sample(Order, {
  orderNo,
  packageName: '标准',
  points: 30_000,
  bonusPoints: 3_000,
  amount: 276_000,
  status: 'paid',
  method: 'wechat',
  reason: '',
  paidAt: '2026-03-16T02:00:00.000Z',
  proofUrl: null,
  invoiceStatus: 'none',
})
const invoice = {
  title: '青山木业有限公司',
  taxNo: '91330100799655058B',
  email: 'pay@qingshan.cn',
  requestedAt: '2026-03-17T02:00:00.000Z',
  number: '25332000000012345678',
  issuedAt: '2026-03-18T02:00:00.000Z',
  reversalNumber: '',
}
const history: OrderHistory = {
  steps: [
    { kind: 'create', at: '2026-03-16T01:59:00.000Z', note: '', agentName: '赵知远' },
    { kind: 'pay', at: '2026-03-16T16:30:00.000Z', note: '微信支付', agentName: '' },
  ],
  payments: [
    {
      method: 'wechat',
      transactionId: '4200000001',
      amount: 276_000,
      currency: 'CNY',
      outcome: 'credited',
      paidAt: '2026-03-16T02:00:00.000Z',
      refund: null,
    },
  ],
  invoice: null,
}

type Shown = { order?: Partial<Order>; history?: Partial<OrderHistory>; permissions?: readonly Permission[] }

function list(path: string, shown: Shown = {}) {
  const server = createFakeServer()
  const order = { ...paid, ...shown.order }
  server.answer(orderApi.page, { items: [order], total: 1, page: 1, pageSize: 20 })
  server.answer(orderApi.detail, order)
  server.answer(orderApi.history, { ...history, ...shown.history })
  server.answer(orderApi.invoice, true)
  const { permissions } = shown
  return renderConsole(<OrderPage />, { server, path, ...(permissions && { permissions }) })
}

const open = (shown?: Shown) => list(`/point/order-list?detail=${orderNo}`, shown)
const sheet = async () => within(await screen.findByRole('dialog', { name: '订单详情' }))

test('详情 opens the order in the address: facts, payment, history and the way to the bills of the day', async () => {
  const { user, address } = list('/point/order-list?status=paid')

  await user.click(await screen.findByRole('link', { name: '详情' }))
  expect(address()).toBe(`/point/order-list?status=paid&detail=${orderNo}`)
  const detail = await sheet()
  expect(await detail.findByText('4200000001')).toBeTruthy()
  expect(detail.getByText('已入账')).toBeTruthy()
  expect(detail.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '提交订单2026-03-16 09:59:00赵知远',
    '支付成功微信支付2026-03-17 00:30:00',
  ])
  expect(detail.getByRole('link', { name: '查看账单' }).getAttribute('href')).toBe(
    '/point/bill-list?type=recharge&range=custom&from=2026-03-17&to=2026-03-17',
  )

  await user.click(detail.getByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(address()).toBe('/point/order-list?status=paid')
})

test('an invoice is requested from the open order, and shown with its number when it is issued', async () => {
  const { user, server, toasts } = open()
  const detail = await sheet()
  await user.click(await detail.findByRole('button', { name: '申请发票' }))
  const form = within(await screen.findByRole('dialog', { name: '申请发票' }))
  for (const [label, text] of [
    ['发票抬头', invoice.title],
    ['税号', invoice.taxNo],
    ['接收邮箱', invoice.email],
  ] as const) {
    await user.click(form.getByLabelText(label))
    await user.paste(text)
  }
  server.answer(orderApi.detail, { ...paid, invoiceStatus: 'issued' })
  server.answer(orderApi.history, { ...history, invoice })

  await user.click(form.getByRole('button', { name: '提交申请' }))

  await expect.poll(() => toasts).toEqual(['success: 发票申请已提交，开具后发送到邮箱'])
  expect(await detail.findByText(invoice.number)).toBeTruthy()
  expect(detail.getByText('已开具')).toBeTruthy()
  expect(detail.queryByRole('button', { name: '申请发票' })).toBeNull()
})

test('the form of an invoice stays when its row has left the page', async () => {
  const { user, server, cache } = list('/point/order-list')
  await user.click(await screen.findByRole('button', { name: '申请发票' }))
  await user.click(await screen.findByLabelText('发票抬头'))
  await user.paste(invoice.title)

  server.answer(orderApi.page, { items: [], total: 0, page: 1, pageSize: 20 })
  await cache.invalidateQueries({ queryKey: ['order', 'page'] })

  expect(await screen.findByText('暂无订单')).toBeTruthy()
  expect(valueIn('发票抬头')).toBe(invoice.title)
})

test('a refunded order says what becomes of its invoice; money that was not credited is told', async () => {
  open({
    order: { status: 'refunded', reason: '企业申请退款', invoiceStatus: 'issued' },
    history: { invoice, payments: [{ ...history.payments[0]!, outcome: 'duplicate' }] },
  })
  const detail = await sheet()

  expect(await detail.findByText('待红冲')).toBeTruthy()
  expect(detail.getByText('订单已退款，这张发票将由服务商红冲，请勿入账抵扣')).toBeTruthy()
  expect(detail.getByText('重复支付')).toBeTruthy()
  expect(detail.getByText('这笔款项没有入账，请凭订单号联系服务商处理')).toBeTruthy()
  expect(detail.getByText('企业申请退款')).toBeTruthy()
})

// R173
test.each([
  ['paid', 'none', '未申请', '付款后可以申请，由服务商开具电子发票，发送到填写的邮箱', true],
  ['paid', 'requested', '已申请', '服务商开具后发送到填写的邮箱', false],
  ['refunded', 'none', '', '订单已退款，不能申请发票', false],
  ['refunded', 'requested', '已作废', '订单已退款，发票申请已作废，不会开具', false],
  ['refunded', 'reversed', '已红冲', '订单已退款，这张发票已由服务商红冲', false],
] as const)('an order that is %s with an invoice %s says %s', async (status, invoiceStatus, label, note, canAsk) => {
  const isReversed = invoiceStatus === 'reversed'
  const shown = { ...invoice, ...(isReversed ? { reversalNumber: '25332000000012345679' } : { number: '' }) }
  open({ order: { status, invoiceStatus }, history: { invoice: invoiceStatus === 'none' ? null : shown } })
  const section = within(await (await sheet()).findByRole('region', { name: '发票' }))

  expect(section.getByText(note)).toBeTruthy()
  expect(section.queryAllByText(label || '未申请')).toHaveLength(label ? 1 : 0)
  expect(section.queryAllByText('25332000000012345679')).toHaveLength(isReversed ? 1 : 0)
  expect(screen.queryAllByRole('button', { name: '申请发票' })).toHaveLength(canAsk ? 2 : 0)
})

// R169
test.each([
  ['open', '退款未确认'],
  ['accepted', '退款处理中'],
  ['done', '已退款'],
  ['failed', '退款失败'],
] as const)('money that goes back is told with the payment: %s', async (refund, label) => {
  open({ history: { payments: [{ ...history.payments[0]!, outcome: 'duplicate', refund }] } })
  const section = within(await (await sheet()).findByRole('region', { name: '付款记录' }))

  expect(section.getByText(label)).toBeTruthy()
  // It is being dealt with.
  expect(section.queryByText('这笔款项没有入账，请凭订单号联系服务商处理')).toBeNull()
})

test('a reader sees the details and no invoice form; an order of another enterprise does not exist', async () => {
  const { server, cache } = open({ permissions: ['pointManagement:viewPage'] })
  const detail = await sheet()
  await detail.findByText('4200000001')
  expect(screen.queryByRole('button', { name: '申请发票' })).toBeNull()

  server.refuse(orderApi.detail, 'notFound', { msg: '订单不存在或已删除' })
  await cache.resetQueries({ queryKey: ['order', 'detail'] })
  expect(await detail.findByText('订单不存在')).toBeTruthy()
})

test('a header orders the list, and the order stays with a new filter', async () => {
  const { user, server, address } = list('/point/order-list')
  await screen.findByText(orderNo)

  await user.click(screen.getByRole('columnheader', { name: '金额' }))
  await expect.poll(address).toBe('/point/order-list?sort=-amount')
  await user.type(screen.getByPlaceholderText('搜索订单号'), '0316x')

  await expect.poll(address).toBe('/point/order-list?orderNo=0316&sort=-amount')
  await expect
    .poll(() => server.calls(orderApi.page).at(-1))
    .toEqual({ body: { orderNo: '0316', page: 1, pageSize: 20, sort: { field: 'amount', order: 'desc' } } })

  server.answer(exportApi.create, { exportId: sample(ExportId) })
  await user.click(screen.getByRole('button', { name: '导出' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '导出' }))
  await expect
    .poll(() => server.calls(exportApi.create).at(-1)?.body)
    .toEqual({ type: 'order', format: 'xlsx', filters: { orderNo: '0316', sort: { field: 'amount', order: 'desc' } } })
})
