import { agentApi, channelApi, CustomerCounts, customerApi, customerSettingApi, tagApi } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER, DEFAULT_CUSTOMER_SORT } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { ListPane } from './list-pane.tsx'

const view = { agentId: me.id, filter: DEFAULT_CUSTOMER_FILTER, sort: DEFAULT_CUSTOMER_SORT }

test('a role that does not reach the customers of colleagues sees 我的, 未分配 and 全部 with their numbers', async () => {
  const counts = sample(CustomerCounts, { myCount: 12, colleagueCount: -1, unassignedCount: 66, allCount: 78 })
  const server = createFakeServer()
  server.answer(customerApi.count, counts)
  server.answer(customerApi.list, { items: [], nextCursor: null, total: 0 })
  server.answer(agentApi.list, [])
  server.answer(tagApi.list, [])
  server.answer(channelApi.simpleList, [])
  server.answer(customerSettingApi.get, sample(customerSettingApi.get.data))
  server.answer(customerSettingApi.listFields, [])
  const { user, address } = renderConsole(
    <ListPane view={view} openId={undefined} onShow={vi.fn()} handle={createRef()} />,
    { server, path: '/chat' },
  )
  const tabs = within(screen.getByRole('navigation', { name: '客户归属' }))

  await tabs.findByRole('link', { name: '未分配 66' })
  expect(tabs.getAllByRole('link').map((tab) => tab.textContent)).toEqual(['我的 12', '未分配 66', '全部 78'])
  expect(tabs.getByRole('link', { current: true }).textContent).toBe('我的 12')
  await user.click(tabs.getByRole('link', { name: '未分配 66' }))
  expect(address()).toBe('/chat?scope=3')
})
