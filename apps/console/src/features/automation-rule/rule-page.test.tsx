import { AutomationRule, automationRuleApi, RuleRun, RuleSample } from '@ruwu/contract'
import { allPermissions } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { Link, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { RuleCards } from './components/rule-table.tsx'
import { RulePage } from './rule-page.tsx'

const common = {
  event: { type: 'message_in' as const },
  conditions: { op: 'all' as const, items: [{ type: 'text' as const, match: 'contains' as const, words: ['价格'] }] },
  actions: [{ type: 'archive' as const, params: {} }],
}
const first = sample(AutomationRule, {
  ...common,
  name: '问价',
  status: 'on',
  runs7d: { fired: 9, ok: 3, blocked: 4, failed: 2 },
})
const second = sample(AutomationRule, { ...common, name: '归档', status: 'stopped' })

async function open(path = '/automation/v1', permissions = allPermissions()) {
  const server = createFakeServer()
  server.answer(automationRuleApi.list, [first, second])
  server.answer(automationRuleApi.move, [second, first])
  server.answer(automationRuleApi.enable, { ...second, status: 'on' })
  server.answer(automationRuleApi.remove, true)
  const page = renderConsole(<RulePage />, { server, path, permissions })
  return { ...page, server }
}

const menuOf = async (user: Awaited<ReturnType<typeof open>>['user'], rule: AutomationRule, entry: string) => {
  await user.click(await screen.findByRole('button', { name: `${rule.name} 更多操作` }))
  const items = await screen.findAllByRole('menuitem', { name: entry })
  await user.click(items.at(-1)!)
}

test('rules show what they do, how often they ran, and which one stopped by itself', async () => {
  await open()
  const row = (await screen.findByText('问价')).closest('tr') as HTMLElement

  expect(within(row).getByText('消息内容 包含「价格」')).toBeTruthy()
  expect(row.textContent).toContain('9 / 3 / 4 / 2')
  const stopped = screen.getAllByText('归档').map((each) => each.closest('tr'))[0] as HTMLElement
  expect(stopped.ownerDocument.body.textContent).toContain('异常已停')
})

test('on a phone each number of runs has its name, and zeros are left out', () => {
  const calm = { ...second, runs7d: { fired: 1200, ok: 1200, blocked: 0, failed: 0 } }
  renderConsole(<RuleCards rules={[first, calm]} canEdit />)

  expect(screen.getAllByText(/近7天/).map((each) => each.textContent)).toEqual([
    '近7天 触发 9 · 成功 3 · 已拦截 4 · 失败 2',
    '近7天 触发 1,200 · 成功 1,200',
  ])
})

test.each([
  ['编辑', allPermissions()],
  ['查看', ['automation:viewPage']],
] as const)('a rule is opened by %s', async (name, permissions) => {
  await open('/automation/v1', [...permissions])

  const [link] = await screen.findAllByRole('link', { name })

  expect(link?.getAttribute('href')).toBe(`/automation/detail-v1?id=${first.id}`)
})

test('the order is changed from the menu, and a stopped rule is switched on again', async () => {
  const { user, server, toasts } = await open()
  await screen.findByText('问价')

  await menuOf(user, second, '上移')
  await expect.poll(() => toasts).toContain('success: 「归档」已移到第 1 位')
  expect(server.calls(automationRuleApi.move)).toEqual([{ body: { id: second.id, targetPosition: 0 } }])

  await user.click(screen.getByRole('switch', { name: '启用「归档」' }))
  await expect.poll(() => server.calls(automationRuleApi.enable)).toEqual([{ body: { id: second.id, enabled: true } }])
})

test('deleting asks first and names the rule', async () => {
  const { user, server } = await open()

  await menuOf(user, first, '删除')
  const question = await screen.findByRole('alertdialog', { name: '删除规则「问价」？' })
  await user.click(within(question).getByText('取消'))
  expect(server.calls(automationRuleApi.remove)).toEqual([])

  await menuOf(user, first, '删除')
  await user.click(within(await screen.findByRole('alertdialog')).getByText('确认'))
  await expect.poll(() => server.calls(automationRuleApi.remove)).toEqual([{ query: { id: first.id } }])
})

test('试跑 ticks the conditions of a past message, and of a changed text', async () => {
  const said = sample(RuleSample, { customerName: '小满', text: '价格多少', pass: true })
  const { user, server } = await open(`/automation/v1?try=${first.id}`)
  server.answer(automationRuleApi.samples, [said])
  server.answer(automationRuleApi.try, { pass: true, conditions: [{ path: '0', pass: true }], actions: ['归档'] })

  await user.click(await screen.findByRole('button', { name: /价格多少/ }))
  expect(await screen.findByText('条件符合，将依次执行')).toBeTruthy()

  server.answer(automationRuleApi.try, { pass: false, conditions: [{ path: '0', pass: false }], actions: ['归档'] })
  await user.type(screen.getByLabelText('试一句话'), '呢')
  await user.click(screen.getByRole('button', { name: '试跑' }))
  expect(await screen.findByText('条件不符，不会执行')).toBeTruthy()
  expect(server.calls(automationRuleApi.try)).toEqual([
    { body: { id: first.id, messageId: said.messageId } },
    { body: { id: first.id, customerId: said.customerId, text: '价格多少呢' } },
  ])
})

test('the log shows each action of a run and why one was not done', async () => {
  const { server } = await open(`/automation/v1?log=${first.id}`)
  const actions = [
    { text: '打标签 1 个', result: 'failed' as const, error: '所选标签不存在或已删除' },
    { text: '归档', result: 'done' as const, error: '' },
  ]
  server.answer(automationRuleApi.log, {
    items: [sample(RuleRun, { customerName: '小满', result: 'failed', actions })],
    nextCursor: null,
  })

  const drawer = await screen.findByRole('dialog', { name: '运行日志 · 问价' })
  expect(await within(drawer).findByText('小满')).toBeTruthy()
  expect(within(drawer).getByText('所选标签不存在或已删除')).toBeTruthy()
  expect(within(drawer).getAllByText('失败')).toHaveLength(2)
})

test('without the permission to change there is no way to do so', async () => {
  const server = createFakeServer()
  server.answer(automationRuleApi.list, [first])
  renderConsole(<RulePage />, { server, permissions: ['automation:viewPage'] })

  expect(await screen.findByText('问价')).toBeTruthy()
  expect(screen.queryByText('新建规则')).toBeNull()
  expect(screen.queryByText('编辑')).toBeNull()
  expect(screen.getByRole('switch').getAttribute('disabled')).not.toBeNull()
})

/** The list behind a form that hands it a secret, and what the history keeps. */
function AfterForm() {
  const { pathname, state } = useLocation()
  return (
    <>
      <Link to="/automation/v1" state={{ secret: 'whsec_sample' }}>
        保存
      </Link>
      {pathname === '/automation/v1' && <RulePage />}
      <output>{JSON.stringify(state)}</output>
    </>
  )
}

test('a secret is shown once and stays in no entry of the history', async () => {
  const server = createFakeServer()
  server.answer(automationRuleApi.list, [first, second])
  const { user } = renderConsole(<AfterForm />, { server, path: '/automation/detail-v1' })

  await user.click(screen.getByText('保存'))

  expect(await screen.findByDisplayValue('whsec_sample')).toBeTruthy()
  expect(document.querySelector('output')?.textContent).toBe('null')
})
