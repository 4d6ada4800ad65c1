import {
  CustomerDetail,
  CustomerId,
  RoleId,
  TransferTarget,
  agentApi,
  customerApi,
  customerSettingApi,
  messageApi,
} from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { me, openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { customerKeys } from '../customer/customer-keys.ts'
import { useRedirectDialog } from './use-redirect-dialog.tsx'

const customers = [{ customerId: sample(CustomerId) }, { customerId: sample(CustomerId) }]
const wei = sample(TransferTarget, { name: '卫青禾', isOnline: true, current: 1, limit: 10 })
const zhou = sample(TransferTarget, { name: '周野', isOnline: false, current: 0, limit: 10 })

const sales = { group: { kind: 'role' as const, id: sample(RoleId) }, name: '售前', free: 1, size: 3 }

function Host({ count }: { count: number }) {
  const { open, dialog } = useRedirectDialog()
  useEffect(() => open(customers.slice(0, count)), [open, count])
  return dialog
}

async function open(count = 1) {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(customerApi.listTargets, [wei, zhou])
  server.answer(customerApi.listGroups, [sales])
  server.answer(customerSettingApi.get, sample(customerSettingApi.get.data, { transferReasons: ['下班交接'] }))
  server.answer(customerApi.redirect, sample(customerApi.redirect.data))
  server.answer(customerApi.batch, { success: 2, failed: [] })
  const dialog = await openLayer(() => <Host count={count} />, { server })
  await screen.findByLabelText('客服')
  return dialog
}

type Dialog = Awaited<ReturnType<typeof open>>

async function choose(dialog: Dialog, name: string) {
  await dialog.user.click(screen.getByLabelText('客服'))
  await dialog.user.click(await screen.findByText(name))
  await dialog.choose('转接原因', '下班交接')
}

testFormRules({
  open,
  edit: async (dialog) => {
    await choose(dialog, '卫青禾')
    await dialog.fill('备注', '客户等报价')
  },
  typed: () => valueIn('备注'),
  submit: '确认',
  endpoint: customerApi.redirect,
  sent: {
    body: { customerId: customers[0]!.customerId, agentId: wei.agentId, reason: '下班交接', note: '客户等报价' },
  },
})

test('an agent and a reason are required', async () => {
  const dialog = await open()

  await dialog.user.click(dialog.button('确认'))

  expect(await screen.findByText('请选择客服')).toBeTruthy()
  expect(screen.getByText('请选择转接原因')).toBeTruthy()
  expect(dialog.server.calls(customerApi.redirect)).toEqual([])
})

test('an agent who is away is pointed out and can be chosen all the same', async () => {
  const dialog = await open()

  await choose(dialog, '周野')

  expect(await screen.findByText('该客服当前不在线或隐身，可能无法及时回复')).toBeTruthy()
})

test('a group is chosen like an agent, and tells how many of it are free', async () => {
  const dialog = await open()

  await choose(dialog, '售前（角色）')
  expect(await screen.findByText('按接待方案的分配方式，分配给组内一位在线客服')).toBeTruthy()
  await dialog.user.click(dialog.button('确认'))

  await dialog.expectClosed()
  expect(dialog.server.calls(customerApi.redirect)).toEqual([
    { body: { customerId: customers[0]!.customerId, group: sales.group, reason: '下班交接' } },
  ])
})

test('the summary of the conversation goes into the note, after what was typed', async () => {
  const dialog = await open()
  const answer = sample(customerApi.summary.data, { text: '客户说：衣柜多少钱', by: 'facts', problem: '', steps: [] })
  dialog.server.answer(customerApi.summary, answer)
  await dialog.fill('备注', '急')

  await dialog.user.click(dialog.button('插入会话摘要'))

  await expect.poll(() => valueIn('备注')).toBe('急\n客户说：衣柜多少钱')
  expect(screen.getByText('按消息整理，可修改')).toBeTruthy()
  // No price was shown: no model is asked.
  expect(dialog.server.calls(customerApi.summary).map(({ body }) => body)).toEqual([customers[0]])
})

test('where a model makes it, its price is shown and is the most it may cost', async () => {
  const dialog = await open()
  const { customerId } = customers[0]!
  dialog.server.answer(messageApi.modelHelp, { hasModel: true, points: 1 })
  const made = sample(customerApi.summary.data, { text: '问衣柜价格', by: 'model', problem: '', steps: [] })
  dialog.server.answer(customerApi.summary, made)
  dialog.cache.setQueryData(customerKeys.detail(customerId), sample(CustomerDetail, { customerId, agentId: me.id }))
  await dialog.cache.invalidateQueries({ queryKey: ['model-help'] })

  await dialog.user.click(await screen.findByRole('button', { name: '插入会话摘要（最多 1 积分）' }))

  await screen.findByText('AI 生成，可修改')
  expect(dialog.server.calls(customerApi.summary).map(({ body }) => body)).toEqual([{ customerId, maxPoints: 1 }])
})

test('several customers are passed on with one call and without a note', async () => {
  const dialog = await open(2)
  expect(screen.queryByLabelText('备注')).toBeNull()

  await choose(dialog, '卫青禾')
  await dialog.user.dblClick(dialog.button('确认'))

  await dialog.expectClosed()
  expect(dialog.server.calls(customerApi.batch)).toEqual([
    {
      body: expect.objectContaining({
        customerIds: customers.map((it) => it.customerId),
        action: 'redirect',
        agentId: wei.agentId,
        reason: '下班交接',
      }),
    },
  ])
})

test('several customers go to a group with one call', async () => {
  const dialog = await open(2)

  await choose(dialog, '售前（角色）')
  expect(await screen.findByText('按接待方案的分配方式，逐位分配给组内在线客服')).toBeTruthy()
  await dialog.user.click(dialog.button('确认'))

  await dialog.expectClosed()
  const customerIds = customers.map((it) => it.customerId)
  expect(dialog.server.calls(customerApi.listGroups)).toEqual([{ body: { customerIds } }])
  expect(dialog.server.calls(customerApi.batch).map(({ body }) => body)).toMatchObject([
    { customerIds, action: 'redirect', group: sales.group, reason: '下班交接' },
  ])
})

test('targets that cannot be read can be asked for again', async () => {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.refuse(customerApi.listTargets, 'forbidden')
  server.answer(customerApi.listGroups, [])
  server.answer(customerSettingApi.get, sample(customerSettingApi.get.data))
  const dialog = await openLayer(() => <Host count={1} />, { server })
  await screen.findByText('没有权限')

  server.answer(customerApi.listTargets, [wei])
  await dialog.user.click(dialog.button('重试'))

  expect(await screen.findByLabelText('客服')).toBeTruthy()
})
