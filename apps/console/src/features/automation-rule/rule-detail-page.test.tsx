import {
  agentApi,
  AutomationRule,
  automationRuleApi,
  automationTemplateApi,
  channelApi,
  customerSettingApi,
  Tag,
  tagApi,
} from '@ruwu/contract'
import { allPermissions } from '@ruwu/domain'
import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { BEFORE, renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { sampleTemplates } from '../../testing/sample-templates.ts'
import { RuleDetailPage } from './rule-detail-page.tsx'

const tag = sample(Tag, { name: '高意向', kind: 'manual' })
const rule = sample(AutomationRule, {
  name: '问价',
  event: { type: 'message_in' },
  conditions: { op: 'all', items: [{ type: 'text', match: 'contains', words: ['价格'] }] },
  actions: [{ type: 'send', params: { type: 'text', text: '您好' } }],
  status: 'on',
  version: 3,
})

const button = (name: string) => screen.getByRole('button', { name })

/** The page at its own address, as the product shows it: elsewhere its form is gone. */
const OwnAddress = () => useLocation().pathname === '/automation/detail-v1' && <RuleDetailPage />

async function open(path: string, permissions = allPermissions(), status: AutomationRule['status'] = 'on') {
  const server = createFakeServer()
  server.answer(automationRuleApi.list, [{ ...rule, status }])
  server.answer(automationRuleApi.save, { ...rule, warnings: [] })
  server.answer(automationRuleApi.update, { ...rule, version: 4, warnings: [] })
  server.answer(automationTemplateApi.list, sampleTemplates())
  server.answer(channelApi.simpleList, [])
  server.answer(agentApi.list, [])
  server.answer(customerSettingApi.listFields, [])
  server.answer(tagApi.list, [tag])
  const page = renderConsole(<OwnAddress />, { server, path, permissions })
  await screen.findByLabelText('规则名称')
  const addAction = async (name: string) => {
    await page.user.click(button('添加动作'))
    const items = await screen.findAllByRole('menuitem', { name })
    await page.user.click(items.at(-1)!)
  }
  const fill = async (label: string, text: string) => {
    const input = screen.getByLabelText(label)
    await page.user.clear(input)
    input.focus()
    await page.user.paste(text)
  }
  return { ...page, addAction, fill }
}

test('a new rule needs a name and an action; a double click then saves it once', async () => {
  const { user, server, addAction, fill, address } = await open('/automation/detail-v1')

  await user.click(button('保存并启用'))
  expect(await screen.findByText('请输入规则名称')).toBeTruthy()
  expect(screen.getByText('请添加动作')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('规则名称'))

  await fill('规则名称', '欢迎')
  await addAction('发消息')
  await user.click(button('保存并启用'))
  expect(await screen.findByText('请输入消息内容')).toBeTruthy()

  await fill('消息内容', '您好')
  await user.dblClick(button('保存并启用'))
  await expect.poll(address).toBe('/automation/v1')
  expect(server.calls(automationRuleApi.save)).toEqual([
    {
      body: {
        name: '欢迎',
        accountIds: [],
        event: { type: 'message_in' },
        conditions: { op: 'all', items: [] },
        actions: [{ type: 'send', params: { type: 'text', text: '您好' } }],
        stopOnMatch: false,
        intervalMinutes: 0,
        status: 'on',
      },
    },
  ])
})

test('after a new rule was saved, Back does not open its form again', async () => {
  const { user, addAction, fill, address, back } = await open('/automation/detail-v1')
  await fill('规则名称', '欢迎')
  await addAction('发消息')
  await fill('消息内容', '您好')
  await user.click(button('保存并启用'))
  // Unlike `expect.poll` it also lets the form that is gone take its question away.
  await waitFor(() => expect(address()).toBe('/automation/v1'))

  await back()

  await expect.poll(address).toBe(BEFORE)
})

test('a refusal at a field is shown there and keeps what was typed', async () => {
  const { user, server, fill } = await open(`/automation/detail-v1?id=${rule.id}`)
  const message = '您没有「发消息」所需的权限'
  server.refuse(automationRuleApi.update, 'validation', { data: { fields: { 'actions.0.type': message } } })

  await fill('消息内容', '报价如下')
  await user.click(button('保存'))

  expect(await screen.findByText(message)).toBeTruthy()
  expect(valueIn('消息内容')).toBe('报价如下')
})

test('an enabled rule stays enabled when it is saved, against the version that was loaded', async () => {
  const { user, server, fill } = await open(`/automation/detail-v1?id=${rule.id}`)

  await fill('规则名称', '问价格')
  await user.click(button('保存'))

  await expect.poll(() => server.calls(automationRuleApi.update).length).toBe(1)
  expect(server.calls(automationRuleApi.update)[0]?.body).toMatchObject({ name: '问价格', status: 'on', version: 3 })
})

test('conditions are added, grouped and removed', async () => {
  const { user } = await open('/automation/detail-v1?template=silence')
  const part = screen.getByRole('region', { name: '如果' })

  await user.click(button('添加条件组'))
  const group = within(part).getByRole('region', { name: '条件组' })
  await user.click(within(group).getByRole('button', { name: '添加条件' }))
  expect(within(group).getAllByLabelText('条件')).toHaveLength(2)
  await user.click(within(group).getByRole('button', { name: '删除条件组' }))

  expect(within(part).queryByRole('region', { name: '条件组' })).toBeNull()
  expect(valueIn('规则名称')).toBe('沉默归档')
})

test('leaving with a changed form asks first', async () => {
  const { user, fill, address } = await open(`/automation/detail-v1?id=${rule.id}`)

  await fill('规则名称', '改了')
  await user.click(button('取消'))
  const question = await screen.findByRole('alertdialog', { name: '有未保存的修改，确定离开？' })
  await user.click(within(question).getByText('继续编辑'))

  expect(address()).toBe(`/automation/detail-v1?id=${rule.id}`)
  expect(valueIn('规则名称')).toBe('改了')
})

test('the secret of the first Webhook action is handed to the list, which shows it once', async () => {
  const { user, server, addAction, fill, address } = await open('/automation/detail-v1')
  server.answer(automationRuleApi.save, { ...rule, warnings: [], secret: 'whsec_sample' })

  await fill('规则名称', '同步')
  await addAction('Webhook')
  await fill('Webhook 地址', 'https://example.com/hook')
  await user.click(button('存为草稿'))

  await expect.poll(address).toBe('/automation/v1')
  expect(server.calls(automationRuleApi.save)[0]?.body).toMatchObject({
    status: 'draft',
    actions: [{ type: 'webhook', params: { url: 'https://example.com/hook' } }],
  })
})

test('指定 without an account is not saved as all accounts', async () => {
  const { user, server } = await open(`/automation/detail-v1?id=${rule.id}`)
  const [, some] = within(screen.getByRole('group', { name: '适用账号' })).getAllByRole('radio')
  await user.click(some!)
  await user.click(button('保存'))

  expect(await screen.findByText('请选择账号')).toBeTruthy()
  expect(server.calls(automationRuleApi.update)).toEqual([])
})

test('what the guard would stop is told after saving', async () => {
  const { user, server, toasts, address } = await open(`/automation/detail-v1?id=${rule.id}`)
  server.answer(automationRuleApi.update, { ...rule, version: 4, warnings: ['微信：平台规定联系方式只能通过卡片发送'] })
  await user.click(button('保存'))

  await expect.poll(address).toBe('/automation/v1')
  expect(toasts).toEqual(['warning: 已保存。可能违反平台规则：微信：平台规定联系方式只能通过卡片发送'])
})

test('试跑 judges what is written, saved or not', async () => {
  const { user, server, fill } = await open(`/automation/detail-v1?id=${rule.id}`)
  server.answer(automationRuleApi.samples, [])
  server.answer(automationRuleApi.try, { pass: true, conditions: [{ path: '0', pass: true }], actions: [] })
  const { accountIds, conditions } = rule

  await user.click(button('试跑'))
  await fill('试一句话', '价格多少')
  await user.keyboard('{Enter}')

  expect(await screen.findByText('条件符合，将依次执行')).toBeTruthy()
  expect(server.calls(automationRuleApi.try)).toEqual([
    { body: { draft: { accountIds, conditions }, text: '价格多少' } },
  ])
  expect(server.calls(automationRuleApi.update)).toEqual([])
})

test('who may not edit reads a rule, and can neither change nor create one', async () => {
  await open(`/automation/detail-v1?id=${rule.id}`, ['automation:viewPage'])

  expect(screen.getByRole('heading', { name: '查看规则' })).toBeTruthy()
  expect(screen.getByText('您没有修改权限，仅可查看')).toBeTruthy()
  for (const label of ['规则名称', '触发事件', '消息内容'])
    expect(screen.getByLabelText(label).matches(':disabled')).toBe(true)
  for (const name of ['保存', '取消', '添加动作', '删除第 1 个动作', '添加条件', '上移 第 1 个动作 发消息'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the editor of a new rule is closed to who may not edit', async () => {
  const server = createFakeServer()
  server.answer(automationRuleApi.list, [rule])
  renderConsole(<RuleDetailPage />, {
    server,
    path: '/automation/detail-v1',
    permissions: ['automation:viewPage'],
  })

  expect(await screen.findByText('您没有访问此功能的权限')).toBeTruthy()
  expect(screen.queryByLabelText('规则名称')).toBeNull()
})

test.each([
  ['a draft stays a draft', 'draft'],
  ['a rule that is off stays off', 'off'],
  ['a rule that is on stays on', 'on'],
] as const)('with Ctrl+S %s', async (_, status) => {
  const { user, server } = await open(`/automation/detail-v1?id=${rule.id}`, allPermissions(), status)

  await user.keyboard('{Control>}s{/Control}')

  await expect.poll(() => server.calls(automationRuleApi.update)[0]).toMatchObject({ body: { status } })
})
