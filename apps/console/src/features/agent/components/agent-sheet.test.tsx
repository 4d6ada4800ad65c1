import { Agent, Role, agentApi, roleApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { AgentSheet } from './agent-sheet.tsx'

const roles = [sample(Role, { name: '客服' }), sample(Role, { name: '主管' })]
const lin = sample(Agent, { name: '林小满', roleId: roles[0]!.id, roleName: '客服' })

async function open({ isMe = false } = {}) {
  const server = createFakeServer()
  server.answer(roleApi.list, roles)
  server.answer(agentApi.update, lin)
  return openLayer((close) => <AgentSheet agent={lin} isMe={isMe} onClose={close} />, { server })
}

testFormRules({
  open,
  edit: (sheet) => sheet.fill('姓名', ' 林晓曼 '),
  typed: () => valueIn('姓名'),
  endpoint: agentApi.update,
  sent: { body: { id: lin.id, name: '林晓曼' } },
})

test('a role is chosen by its name and sent alone', async () => {
  const sheet = await open()

  await sheet.choose('角色', '主管')
  await sheet.user.click(sheet.button('保存'))

  await sheet.expectClosed()
  expect(sheet.server.calls(agentApi.update)).toEqual([{ body: { id: lin.id, roleId: roles[1]!.id } }])
  expect(sheet.toasts).toEqual(['success: 保存成功'])
})

test.each([
  ['  ', '请输入姓名'],
  ['一'.repeat(21), '姓名最多 20 个字'],
])('the name %j is refused before it is sent', async (name, message) => {
  const sheet = await open()

  await sheet.fill('姓名', name)
  await sheet.user.click(sheet.button('保存'))

  expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('姓名'))
  expect(sheet.server.calls(agentApi.update)).toEqual([])
})

test('a refused name is shown at its field', async () => {
  const sheet = await open()
  sheet.server.refuse(agentApi.update, 'validation', { data: { fields: { name: '包含无法识别的字符' } } })

  await sheet.fill('姓名', '林晓曼')
  await sheet.user.click(sheet.button('保存'))

  expect(await screen.findByText('包含无法识别的字符')).toBeTruthy()
  expect(valueIn('姓名')).toBe('林晓曼')
})

test('an agent cannot change their own role', async () => {
  await open({ isMe: true })

  expect(screen.getByLabelText<HTMLInputElement>('角色').disabled).toBe(true)
  expect(screen.getByText('不能更改自己的角色')).toBeTruthy()
})
