import { Agent, agentApi, channelApi, exportApi, ExportId, PointBill, pointsApi } from '@ruwu/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { BillPage } from './bill-page.tsx'

test('a bill of an order leads to it', async () => {
  const server = createFakeServer()
  const bill = sample(PointBill, { type: 'recharge', delta: 10_000, orderNo: '202603160000000001' })
  server.answer(pointsApi.pageBills, { items: [bill], total: 1, page: 1, pageSize: 20, sum: 10_000 })
  server.answer(channelApi.simpleList, [])
  server.answer(agentApi.list, [])
  renderConsole(<BillPage />, { server, path: '/point/bill-list' })

  const link = await screen.findByRole('link', { name: '订单 202603160000000001' })

  expect(link.getAttribute('href')).toBe('/point/order-list?orderNo=202603160000000001')
})

const by = (id: string, part: Partial<PointBill>) => sample(PointBill, { id: id as PointBill['id'], ...part })

test('who moved the points is an agent, the operator or the system', async () => {
  const server = createFakeServer()
  const wei = sample(Agent, { name: '陈未' })
  const items = [
    by('1'.repeat(32), { operatorId: wei.id }),
    by('2'.repeat(32), { operatorId: null, isByOperator: true }),
    by('3'.repeat(32), { operatorId: null, isByOperator: false }),
  ]
  server.answer(pointsApi.pageBills, { items, total: 3, page: 1, pageSize: 20, sum: 0 })
  server.answer(channelApi.simpleList, [])
  server.answer(agentApi.list, [wei])
  renderConsole(<BillPage />, { server, path: '/point/bill-list' })

  await screen.findByText('陈未')

  const last = screen.getAllByRole('row').map((row) => row.lastElementChild?.textContent)
  expect(last.slice(-3)).toEqual(['陈未', '服务商', '系统'])
})

test('bills are ordered by their headers, from the first page, and a filter keeps the order', async () => {
  const server = createFakeServer()
  const bill = sample(PointBill, { type: 'consume', item: 'ai_reply', delta: -7, balance: 93 })
  server.answer(pointsApi.pageBills, { items: [bill], total: 41, page: 1, pageSize: 20, sum: -7 })
  server.answer(channelApi.simpleList, [])
  server.answer(agentApi.list, [])
  const path = '/point/bill-list?type=consume&page=2'
  const { user, address } = renderConsole(<BillPage />, { server, path })
  const header = await screen.findByRole('columnheader', { name: '变动' })

  await user.click(header)
  expect(address()).toBe('/point/bill-list?type=consume&sort=-delta')
  expect(header.getAttribute('aria-sort')).toBe('descending')
  await expect
    .poll(() => server.calls(pointsApi.pageBills).at(-1)?.body)
    .toMatchObject({ type: 'consume', page: 1, sort: { field: 'delta', order: 'desc' } })

  server.answer(exportApi.create, { exportId: sample(ExportId) })
  await user.click(screen.getByRole('button', { name: '导出' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: '导出' }))
  await expect
    .poll(() => server.calls(exportApi.create).at(-1)?.body)
    .toEqual({ type: 'bill', format: 'xlsx', filters: { type: 'consume', sort: { field: 'delta', order: 'desc' } } })

  await user.click(screen.getByRole('columnheader', { name: '时间' }))
  await user.click(screen.getByRole('columnheader', { name: '时间' }))
  expect(address()).toBe('/point/bill-list?type=consume&sort=at')
  await user.click(screen.getByRole('switch', { name: '按日汇总' }))
  expect(address()).toBe('/point/bill-list?type=consume&daily=true&sort=at')
})
