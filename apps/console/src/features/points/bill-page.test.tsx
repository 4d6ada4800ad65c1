import { agentApi, channelApi, PointBill, pointsApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
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
