import { Agent, agentApi, Enterprise, enterpriseApi, quickReplyApi, roleApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { SettingPage } from './setting-page.tsx'

test('disabled agents do not count against the limit', async () => {
  const server = createFakeServer()
  server.answer(agentApi.list, [sample(Agent, { enabled: true }), sample(Agent, { enabled: false })])
  server.answer(enterpriseApi.detail, sample(Enterprise, { isCertified: false }))
  server.answer(roleApi.list, [])
  server.answer(quickReplyApi.groupReplies, { entGroups: [], agentGroups: [] })

  renderConsole(<SettingPage />, { server, permissions: ['agentManagement:viewPage'] })

  expect(await screen.findByText('1/2 名客服')).toBeTruthy()
})

test('an agent without settings of the enterprise finds their own', async () => {
  const server = createFakeServer()
  server.answer(quickReplyApi.groupReplies, { entGroups: [], agentGroups: [] })

  const { user } = renderConsole(<SettingPage />, { server, permissions: [] })

  expect((await screen.findByRole('link', { name: /快捷回复/ })).getAttribute('href')).toBe('/setting/quick-reply')
  await user.click(screen.getByRole('button', { name: /修改密码/ }))
  expect(await screen.findByRole('dialog', { name: '修改密码' })).toBeTruthy()
})
