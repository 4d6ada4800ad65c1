import { Agent, AgentDetail, Role, SimpleAccount, agentApi, channelApi, roleApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { me, openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { EditAgentSheet, NewAgentSheet } from './agent-sheet.tsx'

const roles = [sample(Role, { name: '客服' }), sample(Role, { name: '主管' })]
const account = sample(SimpleAccount, { name: '云上木作旗舰店', openStatus: 'open' })
const fields = { name: '林小满', roleId: roles[0]!.id, roleName: '客服', limit: 50, accountScope: null }
const lin = sample(Agent, { ...fields, telephone: '139****0001' })
const detail = sample(AgentDetail, { ...fields, id: lin.id, telephone: '13900000001', customers: 3, version: 3 })

function serverOf() {
  const server = createFakeServer()
  server.answer(roleApi.list, roles)
  server.answer(channelApi.simpleList, [account])
  server.answer(agentApi.detail, detail)
  server.answer(agentApi.update, lin)
  server.answer(agentApi.create, lin)
  return server
}

async function open({ isMe = false } = {}) {
  const sheet = await openLayer((close) => <EditAgentSheet id={isMe ? me.id : lin.id} onClose={close} />, {
    server: serverOf(),
  })
  await screen.findByLabelText(/^姓名/)
  return sheet
}

const onCreated = vi.fn()
const openNew = () =>
  openLayer((close) => <NewAgentSheet onClose={close} onCreated={onCreated} />, { server: serverOf() })

testFormRules({
  open,
  edit: (sheet) => sheet.fill('姓名', ' 林晓曼 '),
  typed: () => valueIn('姓名'),
  endpoint: agentApi.update,
  sent: { body: { id: lin.id, version: 3, name: '林晓曼' } },
})

testFormRules({
  open: openNew,
  edit: async (sheet) => {
    await sheet.fill('姓名', '新来的')
    await sheet.fill('手机号', '13711112222')
    await sheet.choose('角色', '主管')
  },
  typed: () => [valueIn('姓名'), valueIn('手机号')],
  endpoint: agentApi.create,
  sent: {
    body: {
      name: '新来的',
      telephone: '13711112222',
      avatar: '',
      roleId: roles[1]!.id,
      accountScope: null,
      limit: 50,
      password: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  },
})

test('the form shows the whole telephone, and sends role, accounts and limit alone where they alone change', async () => {
  const sheet = await open()
  expect(valueIn('手机号')).toBe('13900000001')

  await sheet.choose('角色', '主管')
  await sheet.user.click(screen.getByRole('radio', { name: '指定' }))
  await sheet.choose('指定的渠道账号', '云上木作旗舰店')
  await sheet.fill('接待上限', '20')
  await sheet.user.click(sheet.button('保存'))

  await sheet.expectClosed()
  expect(sheet.server.calls(agentApi.update)).toEqual([
    { body: { id: lin.id, version: 3, roleId: roles[1]!.id, accountScope: [account.relationId], limit: 20 } },
  ])
  expect(sheet.toasts).toEqual(['success: 保存成功'])
})

test('what another administrator saved meanwhile is not overwritten, and can be loaded', async () => {
  const sheet = await open()
  sheet.server.refuse(agentApi.update, 'stale', { msg: '内容已被 赵知远 更新，请刷新后重试' })
  sheet.server.answer(agentApi.detail, { ...detail, limit: 80, version: 4 })

  await sheet.fill('接待上限', '20')
  await sheet.user.click(sheet.button('保存'))
  await sheet.answer('内容已被 赵知远 更新，请刷新后重试', '查看最新')

  await expect.poll(() => valueIn('接待上限')).toBe('80')
})

test.each([
  ['姓名', '  ', '请输入姓名'],
  ['姓名', '一'.repeat(21), '姓名最多 20 个字'],
  ['手机号', '139', '请输入正确的手机号'],
])('%s %j is refused before it is sent', async (label, text, message) => {
  const sheet = await open()

  await sheet.fill(label, text)
  await sheet.user.click(sheet.button('保存'))

  expect(await screen.findByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(sheet.server.calls(agentApi.update)).toEqual([])
})

test('指定 without an account is refused', async () => {
  const sheet = await open()

  await sheet.user.click(screen.getByRole('radio', { name: '指定' }))
  await sheet.user.click(sheet.button('保存'))

  expect(await screen.findByText('请选择渠道账号')).toBeTruthy()
  expect(sheet.server.calls(agentApi.update)).toEqual([])
})

test('a known number is shown at its field and keeps what was typed', async () => {
  const sheet = await open()
  sheet.server.refuse(agentApi.update, 'validation', { data: { fields: { telephone: '手机号已存在' } } })

  await sheet.fill('手机号', '13711112222')
  await sheet.user.click(sheet.button('保存'))

  expect(await screen.findByText('手机号已存在')).toBeTruthy()
  expect(valueIn('手机号')).toBe('13711112222')
})

test('the maker of an agent gets the initial password, of which only the digest was sent', async () => {
  onCreated.mockClear()
  const sheet = await openNew()
  await sheet.fill('姓名', '新来的')
  await sheet.fill('手机号', '13711112222')
  await sheet.choose('角色', '客服')
  await sheet.user.click(sheet.button('保存'))

  await sheet.expectClosed()
  expect(onCreated).toHaveBeenCalledExactlyOnceWith(lin.name, expect.stringMatching(/^\S{12}$/))
  const [[, password]] = onCreated.mock.calls as [[string, string]]
  expect(JSON.stringify(sheet.server.calls(agentApi.create))).not.toContain(password)
})

test('an agent cannot change their own role and accounts', async () => {
  await open({ isMe: true })

  expect(screen.getByLabelText<HTMLInputElement>('角色').disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '指定' }).disabled).toBe(true)
  expect(screen.getByText('不能更改自己的角色')).toBeTruthy()
})
