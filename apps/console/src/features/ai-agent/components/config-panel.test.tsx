import { AiAgentDetail, aiAgentApi, customerSettingApi, knowledgeApi, materialApi, tagApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { useAgentUrl } from '../agent-url.ts'
import { useAgentForm } from '../use-agent-form.ts'
import { ConfigPanel } from './config-panel.tsx'

const empty = sample(AiAgentDetail)
const agent = {
  ...empty,
  version: 4,
  draft: { ...empty.draft, role: { ...empty.draft.role, name: '小如', business: '全屋定制' } },
}

function Host() {
  const { tab, openTab } = useAgentUrl()
  return <ConfigPanel agent={agent} form={useAgentForm(agent, tab, openTab)} canEdit />
}

async function open() {
  const server = createFakeServer()
  server.answer(customerSettingApi.listFields, [])
  server.answer(materialApi.page, { items: [], total: 0, page: 1, pageSize: 100 })
  server.answer(tagApi.list, [])
  server.answer(knowledgeApi.page, { items: [], total: 0, page: 1, pageSize: 20, inUse: 0, usesShared: true })
  server.answer(aiAgentApi.save, ({ body }) => ({ ...agent, draft: body.draft, version: 5 }))
  const panel = await openLayer(() => <Host />, { server })
  await screen.findByLabelText('名称')
  return panel
}

test('a double click saves the draft once, over the version it began with', async () => {
  const panel = await open()

  await panel.fill('名称', '小晤')
  await panel.user.dblClick(panel.button('保存'))

  await expect.poll(() => panel.toasts).toEqual(['success: 保存成功'])
  expect(panel.server.calls(aiAgentApi.save)).toHaveLength(1)
  expect(panel.server.calls(aiAgentApi.save)[0]?.body).toMatchObject({ version: 4, draft: { role: { name: '小晤' } } })
})

test('a name is required', async () => {
  const panel = await open()

  await panel.fill('名称', '')
  await panel.user.click(panel.button('保存'))

  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(screen.getByLabelText('名称'))
  expect(panel.server.calls(aiAgentApi.save)).toEqual([])
})

test('over the newer draft of a colleague only the fields typed here are kept', async () => {
  const panel = await open()
  panel.server.refuse(aiAgentApi.save, 'stale')
  const theirs = { ...agent.draft, role: { ...agent.draft.role, intro: '您好' } }
  panel.server.answer(aiAgentApi.detail, { ...agent, draft: theirs, version: 5 })
  await panel.fill('名称', '小晤')
  await panel.user.click(panel.button('保存'))

  await panel.answer('内容已被更新，请刷新后重试', '查看最新')

  await expect.poll(() => valueIn('自我介绍')).toBe('您好')
  expect(valueIn('名称')).toBe('小晤')
  expect(panel.toasts).toEqual(['warning: 已载入最新内容，您的修改已保留，请确认后再保存'])
})

test('a refusal keeps what was typed; 取消 puts the saved text back', async () => {
  const panel = await open()
  panel.server.refuse(aiAgentApi.save, 'refused', { msg: '账号已解绑' })
  await panel.fill('名称', '小晤')

  await panel.user.click(panel.button('保存'))
  await expect.poll(() => panel.toasts).toEqual(['error: 账号已解绑'])
  expect(valueIn('名称')).toBe('小晤')
  await panel.user.click(panel.button('取消'))

  expect(valueIn('名称')).toBe('小如')
})
