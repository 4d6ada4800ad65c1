import { Agent, agentApi, totpApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testConfirmRules } from '../../../testing/form-rules.ts'
import { me, openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { AgentActions } from './agent-actions.tsx'

const lin = sample(Agent, { name: '林小满', enabled: true })
const gone = sample(Agent, { name: '卫青禾', enabled: false })

function open(agent = lin) {
  const server = createFakeServer()
  server.answer(agentApi.enable, { agent, redirected: 0, released: 0, left: 0 })
  server.answer(agentApi.resetPassword, true)
  server.answer(agentApi.forceOffline, true)
  server.answer(totpApi.holders, [])
  return openLayer(() => <AgentActions agent={agent} />, { server })
}

testConfirmRules({
  open: () => open(),
  ask: (page) => page.user.click(page.button('强制下线')),
  title: '强制下线「林小满」？',
  endpoint: agentApi.forceOffline,
  sent: { body: { id: lin.id } },
})

testConfirmRules({
  open: () => open(),
  ask: (page) => page.user.click(page.button('重置密码')),
  title: '重置「林小满」的密码？',
  endpoint: agentApi.resetPassword,
  sent: { body: { id: lin.id, newPassword: expect.stringMatching(/^[0-9a-f]{64}$/) } },
})

testConfirmRules({
  open: () => open(gone),
  ask: (page) => page.user.click(page.button('启用')),
  title: '启用「卫青禾」？',
  endpoint: agentApi.enable,
  sent: { body: { id: gone.id, enabled: true } },
})

test('a disabled agent is neither disabled again nor forced offline', async () => {
  await open(gone)

  expect(screen.queryByRole('button', { name: '停用' })).toBeNull()
  expect(screen.queryByRole('button', { name: '强制下线' })).toBeNull()
})

test('the new password is shown once, can be copied, and its digest is what was sent', async () => {
  const page = await open()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await page.user.click(page.button('重置密码'))
  await page.answer('重置「林小满」的密码？', '确认')

  await page.user.click(await screen.findByRole('button', { name: '复制' }))
  const password = valueIn('新密码')
  await page.user.click(page.button('完成'))

  expect(password).toMatch(/^\S{6,20}$/)
  expect(writeText).toHaveBeenCalledExactlyOnceWith(password)
  expect(JSON.stringify(page.server.calls(agentApi.resetPassword))).not.toContain(password)
  expect(page.isOpen()).toBe(false)
})

test('where copying is not allowed the agent is told to select the password', async () => {
  const page = await open()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
  await page.user.click(page.button('重置密码'))
  await page.answer('重置「林小满」的密码？', '确认')

  await page.user.click(await screen.findByRole('button', { name: '复制' }))

  await expect.poll(() => page.toasts).toEqual(['warning: 复制失败，请手动选择复制'])
})

test('an agent can neither disable nor force offline themselves, nor reset their own password here', async () => {
  await openLayer(() => <AgentActions agent={sample(Agent, { id: me.id, enabled: true })} />)

  expect(screen.getByRole('button', { name: '编辑' })).toBeTruthy()
  for (const name of ['重置密码', '强制下线', '停用']) expect(screen.queryByRole('button', { name })).toBeNull()
})
