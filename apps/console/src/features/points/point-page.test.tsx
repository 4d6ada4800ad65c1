import { type Data, EntAccount, Order, orderApi, type Permission, PointLot, pointsApi } from '@ruwu/contract'
import { allPermissions, POINT_PACKAGES } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample, sampleId } from '../../testing/sample.ts'
import { PointPage } from './point-page.tsx'

const row = { key: 'ai_reply', name: 'AI 回复', answers: 30, points: 30, share: 0.75 }
const seriesOf = (name: string, ...values: number[]) => ({
  key: name,
  name,
  points: values.map((v) => ({ t: '2026-03-14T16:00:00.000Z', v })),
})

type Situation = {
  permissions?: readonly Permission[]
  dailyCap?: number
  isFailing?: boolean
  consumption?: Data<typeof pointsApi.pointConsume>
  lots?: PointLot[]
  orders?: Order[]
}

function open({
  permissions = allPermissions(),
  dailyCap = 40,
  isFailing = false,
  consumption,
  lots = [],
  orders = [],
}: Situation = {}) {
  const server = createFakeServer()
  server.answer(pointsApi.info, sample(EntAccount, { orderPoints: 900, averageDailyConsumePoints: 100, hasPaid: true }))
  server.answer(pointsApi.bonusInfo, lots)
  server.answer(orderApi.packages, [...POINT_PACKAGES])
  server.answer(orderApi.page, ({ body: { status } }) => {
    const items = orders.filter((order) => order.status === status)
    return { items, total: items.length, page: 1, pageSize: 20 }
  })
  server.answer(pointsApi.getSetting, {
    notifyAgentIds: [],
    dailyCap,
    usedUpReply: { enabled: false, text: '' },
    version: 1,
  })
  server.answer(pointsApi.onlyPoint, { consume: 41, recharge: 1_000, bonus: 0, refund: 1, expired: 0, adjust: 0 })
  server.answer(pointsApi.timeline, ({ body: { groupBy } }) => ({
    series:
      groupBy === 'account'
        ? [seriesOf('云杉家居', 20, 12), seriesOf('木作案例馆', 8), seriesOf('没有消耗', 0, 0)]
        : [seriesOf('AI 回复', 40)],
    total: 40,
  }))
  server.answer(pointsApi.pointConsume, ({ body: { groupBy } }) => ({
    items:
      groupBy === 'item' ? [row] : [{ ...row, key: sampleId(), name: groupBy === 'agent' ? '林小满' : '云杉家居' }],
    total: 1,
    page: 1,
    pageSize: 20,
    sum: { answers: 30, points: 40 },
  }))
  if (consumption) server.answer(pointsApi.pointConsume, consumption)
  if (isFailing) server.refuse(pointsApi.onlyPoint, 'forbidden')
  return renderConsole(<PointPage />, { server, path: '/point', permissions })
}

const panel = (name: string) => within(screen.getByRole('region', { name }))

test('balance, totals, consumption and the daily limit are shown', async () => {
  open()

  await screen.findByText('余额预警')
  expect(panel('积分中心').getByText('9 天')).toBeTruthy()
  expect(await panel('期间合计').findByText('41')).toBeTruthy()
  expect(await screen.findByRole('row', { name: /^AI 回复 30 30 75%/ })).toBeTruthy()
  expect(await screen.findByRole('row', { name: /^云杉家居/ })).toBeTruthy()
  expect(await panel('今日消耗').findByText('已达每日上限，AI 托管暂停到次日 00:00')).toBeTruthy()
})

test('今日消耗 tells the accounts that spent, and 按项目 leads to the bills of its period', async () => {
  open()

  const accounts = await panel('今日消耗').findAllByRole('listitem')
  expect(accounts.map(({ textContent }) => textContent)).toEqual(['云杉家居32', '木作案例馆8'])
  expect(panel('按项目').getByText('近30天')).toBeTruthy()
  expect(panel('按项目').getByRole('link', { name: '账单明细' }).getAttribute('href')).toBe(
    '/point/bill-list?type=consume&range=recent30Days',
  )
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a lot shows how much of it is left, and that it expires soon', async () => {
  const lot = sample(PointLot, { pool: 'orderPoints', points: 10_000, remain: 2_500, expireAt: inDays(300) })
  const soon = sample(PointLot, { pool: 'bonusHumanPoints', points: 500, remain: 500, expireAt: inDays(3) })
  open({ lots: [lot, soon] })

  const rows = await panel('积分批次').findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^人工赠送积分500 \/ 500/),
    expect.stringMatching(/^购买积分2,500 \/ 10,000/),
  ])
  expect(rows.map((row) => row.querySelector('i')?.style.width)).toEqual(['100%', '25%'])
})

test('orders that wait for a payment or a check are a click from what they need; without one there is no panel', async () => {
  window.RUWU_CONFIG = { payMethods: ['wechat', 'bank'] }
  onTestFinished(() => void delete window.RUWU_CONFIG)
  const [unpaid, over, checking] = ['1', '2', '3'].map((n) => `20260316000000000${n}`) as [string, string, string]
  const bought = { packageName: '标准', points: 30_000, bonusPoints: 0, amount: 276_000, reason: '', paidAt: null }
  const page = open({
    orders: [
      sample(Order, { ...bought, orderNo: unpaid, status: 'unpaid', method: 'wechat', expireAt: inDays(1) }),
      sample(Order, { ...bought, orderNo: over, status: 'unpaid', method: 'wechat', expireAt: inDays(-1) }),
      sample(Order, { ...bought, orderNo: checking, status: 'checking', method: 'bank', expireAt: inDays(1) }),
    ],
  })

  await screen.findByText('2 笔')
  const orders = panel('待处理订单')
  expect(orders.getByRole('link', { name: '去支付' }).getAttribute('href')).toBe(`/point/order-pay?orderNo=${unpaid}`)
  expect(orders.getByRole('timer').textContent).toMatch(/^(24|23):\d\d:\d\d$/)
  expect(orders.getByText('¥2,760.00 · 对公转账')).toBeTruthy()
  expect(orders.getAllByRole('link', { name: '详情' }).map((link) => link.getAttribute('href'))).toEqual([
    `/point/order-list?detail=${unpaid}`,
    `/point/order-list?detail=${checking}`,
  ])

  page.server.answer(orderApi.page, { items: [], total: 0, page: 1, pageSize: 20 })
  await page.cache.invalidateQueries({ queryKey: ['order'] })
  expect(screen.queryByRole('region', { name: '待处理订单' })).toBeNull()
})

test('a reader sees the waiting orders and cannot pay or order', async () => {
  window.RUWU_CONFIG = { payMethods: ['wechat'] }
  onTestFinished(() => void delete window.RUWU_CONFIG)
  const order = sample(Order, { status: 'unpaid', method: null, expireAt: inDays(1) })
  open({ permissions: ['pointManagement:viewPage'], orders: [order] })

  await screen.findByText('1 笔')
  expect(panel('待处理订单').queryByRole('link', { name: '去支付' })).toBeNull()
  expect(screen.queryByRole('region', { name: '购买积分' })).toBeNull()
})

test('a package is ordered from the overview, once, after agreeing', async () => {
  window.RUWU_CONFIG = { payMethods: ['wechat'] }
  onTestFinished(() => void delete window.RUWU_CONFIG)
  const { user, server, address } = open()
  server.answer(orderApi.create, { orderNo: '202603160000000001' })
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: '提交订单' })
  expect(submit.disabled).toBe(true)
  expect(panel('购买积分').getByRole('link', { name: '自定义数量、优惠码' }).getAttribute('href')).toBe(
    '/point/purchase',
  )

  await user.click(screen.getByRole('radio', { name: /进阶/ }))
  await user.click(screen.getByLabelText('我已阅读并同意《积分购买协议》'))
  await user.dblClick(submit)

  await expect.poll(address).toBe('/point/order-pay?orderNo=202603160000000001')
  expect(server.calls(orderApi.create)).toEqual([{ body: { packageId: 'advanced' } }])
})

test('the trend is grouped by account in the address, and the table by agent', async () => {
  const page = open()
  await screen.findByRole('row', { name: /^云杉家居/ })

  await page.user.click(panel('消耗趋势').getByText('按账号'))
  await page.user.click(panel('按账号').getByText('按客服'))

  expect(await screen.findByRole('row', { name: /^林小满/ })).toBeTruthy()
  expect(page.address()).toBe('/point?by=account&spender=agent')
  expect(page.server.calls(pointsApi.timeline).at(-1)?.body).toMatchObject({ groupBy: 'account', granularity: 'day' })
})

test('a table is ordered by its headers, and another period keeps the order', async () => {
  const items = [row, { ...row, key: 'image', name: '图片识别', answers: 50, points: 10, share: 0.25 }]
  const page = open({ consumption: { items, total: 2, page: 1, pageSize: 20, sum: { answers: 80, points: 40 } } })
  await screen.findAllByRole('row', { name: /^图片识别/ })
  await page.user.click(panel('按项目').getByRole('button', { name: '次数' }))

  expect(page.address()).toBe('/point?sort=-item.answers')
  expect(panel('按项目').getByRole('columnheader', { name: '次数' }).getAttribute('aria-sort')).toBe('descending')
  await expect
    .poll(() => page.server.calls(pointsApi.pointConsume).at(-1)?.body)
    .toMatchObject({ groupBy: 'item', page: 1, sort: { field: 'answers', order: 'desc' } })
  await page.user.click(panel('消耗趋势').getByText('按账号'))
  expect(page.address()).toBe('/point?by=account&sort=-item.answers')
})

test('another order of a table of several pages begins at the first', async () => {
  const page = open({
    consumption: { items: [row], total: 21, page: 1, pageSize: 20, sum: { answers: 30, points: 40 } },
  })
  await page.user.click((await panel('按账号').findAllByTitle('2'))[0]!)
  await expect.poll(() => page.server.calls(pointsApi.pointConsume).at(-1)?.body).toMatchObject({ page: 2 })

  await page.user.click(panel('按账号').getByRole('button', { name: '占比' }))

  await expect
    .poll(() => page.server.calls(pointsApi.pointConsume).at(-1)?.body)
    .toMatchObject({ groupBy: 'account', page: 1, sort: { field: 'share', order: 'desc' } })
})

test('a panel that fails leaves the others usable and can be asked again', async () => {
  const page = open({ isFailing: true })
  await screen.findByRole('row', { name: /^AI 回复/ })
  await panel('期间合计').findByText('没有权限')

  page.server.answer(pointsApi.onlyPoint, { consume: 5, recharge: 0, bonus: 0, refund: 0, expired: 0, adjust: 7 })
  await page.user.click(panel('期间合计').getByRole('button', { name: '重试' }))

  expect(await panel('期间合计').findByText('调整')).toBeTruthy()
})

test.each([
  ['of the simulator', true, '演示：不产生真实付款'],
  ['that take real money', false, '积分用于 AI 回复、知识学习等，购买后立即到账'],
])('a demo with methods %s (%s) says: %s', async (_which, isPaySimulated, expected) => {
  window.RUWU_CONFIG = { payMethods: ['wechat'], demo: true, isPaySimulated }
  onTestFinished(() => void delete window.RUWU_CONFIG)
  open()
  await screen.findByText('余额预警')

  expect(panel('充值').getByText(expected)).toBeTruthy()
  expect(panel('充值').getByRole('button', { name: '演示充值' })).toBeTruthy()
})

test('演示充值 asks before it credits points', async () => {
  window.RUWU_CONFIG = { payMethods: [], demo: true, isPaySimulated: true }
  onTestFinished(() => void delete window.RUWU_CONFIG)
  const page = open()
  await screen.findByText('余额预警')

  await page.user.click(panel('充值').getByRole('button', { name: '演示充值' }))
  const question = await screen.findByRole('alertdialog', { name: '进行演示充值？' })
  await page.user.click(within(question).getByText('取消'))

  expect(page.server.calls(pointsApi.demoRecharge)).toEqual([])
})

test('prices are a click away; without the right to buy there is no setting and no recharge', async () => {
  const page = open({ permissions: ['pointManagement:viewPage'], dailyCap: 0 })
  expect(await screen.findByText('未设每日上限')).toBeTruthy()

  await page.user.click(screen.getByRole('button', { name: '计费规则' }))

  expect(await screen.findByRole('dialog', { name: '计费规则' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '积分设置' })).toBeNull()
  expect(screen.queryByRole('region', { name: '充值' })).toBeNull()
})
