import { Agent, agentApi, AgentDetail, channelApi, roleApi, totpApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { AgentPage } from './agent-page.tsx'

const lin = sample(Agent, { name: '林小满', enabled: true, accountScope: null })
const detail = sample(AgentDetail, { id: lin.id, name: '林小满', accountScope: null })

function open(path: string, permissions?: ['agentManagement:viewPage']) {
  const server = createFakeServer()
  server.answer(agentApi.list, [lin])
  server.answer(agentApi.detail, detail)
  server.answer(roleApi.list, [])
  server.answer(channelApi.simpleList, [])
  server.answer(totpApi.holders, [])
  return renderConsole(<AgentPage />, { server, path, ...(permissions && { permissions }) })
}

test('the open form is in the address, beside the filter', async () => {
  const page = open('/setting/agent?keyword=林')

  await page.user.click((await screen.findAllByRole('button', { name: '编辑' }))[0]!)
  await screen.findByLabelText('姓名')
  expect(new URLSearchParams(page.address().split('?')[1]).get('agent')).toBe(lin.id)
  expect(page.address()).toContain('keyword=')

  await page.user.click(screen.getByRole('button', { name: '取消' }))
  await expect.poll(page.address).not.toContain('agent=')
})

test.each([
  ['the form of an agent', `/setting/agent?agent=${lin.id}`, '林小满'],
  ['that of a new one', '/setting/agent?agent=new', ''],
])('a copied address opens %s', async (_, path, name) => {
  open(path)

  await expect.poll(() => screen.queryByLabelText('姓名') && valueIn('姓名')).toBe(name)
})

test('who may not edit opens no form by an address', async () => {
  const { server } = open(`/setting/agent?agent=${lin.id}`, ['agentManagement:viewPage'])

  await screen.findAllByText('林小满')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.calls(agentApi.detail)).toEqual([])
})
