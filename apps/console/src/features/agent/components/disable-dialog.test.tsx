import { Agent, AgentDetail, Role, agentApi, roleApi } from '@ruwu/contract'
import { toMPerms } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { DisableDialog } from './disable-dialog.tsx'

const receives = sample(Role, { mPerms: toMPerms(['im:replyCustomer']) })
const reads = sample(Role, { mPerms: toMPerms(['im:viewPage']) })
const lin = sample(Agent, { name: '林小满', enabled: true, roleId: receives.id })
const wei = sample(Agent, { name: '卫青禾', enabled: true, roleId: receives.id, current: 2, limit: 50 })
const others = [
  sample(Agent, { name: '只看', enabled: true, roleId: reads.id }),
  sample(Agent, { name: '已停用的', enabled: false, roleId: receives.id }),
]

async function open(customers = 3) {
  const server = createFakeServer()
  server.answer(agentApi.detail, sample(AgentDetail, { id: lin.id, customers }))
  server.answer(agentApi.list, [lin, wei, ...others])
  server.answer(roleApi.list, [receives, reads])
  server.answer(agentApi.enable, { agent: { ...lin, enabled: false }, redirected: customers, released: 0, left: 0 })
  const dialog = await openLayer((close) => <DisableDialog agent={lin} onClose={close} />, { server })
  await expect.poll(() => dialog.button('停用').hasAttribute('disabled')).toBe(false)
  return dialog
}

testFormRules({
  open,
  edit: (dialog) => dialog.choose('接手的客服', '卫青禾（2/50）'),
  typed: () => document.querySelector('.ant-select-content')?.textContent,
  submit: '停用',
  endpoint: agentApi.enable,
  sent: { body: { id: lin.id, enabled: false, handoverAgentId: wei.id } },
  asks: false,
})

test('the number of customers is told, and only enabled colleagues who receive are offered', async () => {
  const dialog = await open()
  expect(screen.getByText('名下有 3 位客户，将他们：')).toBeTruthy()

  await dialog.choose('接手的客服', '卫青禾（2/50）')
  const offered = Array.from(document.querySelectorAll('.ant-select-item-option-content'), (it) => it.textContent)
  expect(offered).toEqual(['卫青禾（2/50）'])

  await dialog.user.click(dialog.button('停用'))
  await expect.poll(() => dialog.toasts).toEqual(['success: 已停用 林小满，3 位客户交接给 卫青禾'])
})

test('a hand-over without a colleague is refused at its field, 放回未分配 needs none', async () => {
  const dialog = await open()

  await dialog.user.click(dialog.button('停用'))
  expect((await screen.findByRole('alert')).textContent).toBe('请选择接手的客服')
  expect(dialog.server.calls(agentApi.enable)).toEqual([])

  await dialog.user.click(screen.getByRole('radio', { name: /放回未分配/ }))
  await dialog.user.click(dialog.button('停用'))
  await dialog.expectClosed()
  expect(dialog.server.calls(agentApi.enable)).toEqual([{ body: { id: lin.id, enabled: false } }])
})

test('an agent without customers is disabled without a hand-over', async () => {
  const dialog = await open(0)

  expect(screen.queryByRole('radio')).toBeNull()
  await dialog.user.click(dialog.button('停用'))
  await dialog.expectClosed()
  expect(dialog.server.calls(agentApi.enable)).toEqual([{ body: { id: lin.id, enabled: false } }])
})
