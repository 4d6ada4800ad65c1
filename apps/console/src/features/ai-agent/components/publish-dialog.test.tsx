import {
  AiAgentDetail,
  AiTest,
  aiAgentApi,
  customerSettingApi,
  knowledgeApi,
  materialApi,
  tagApi,
} from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import type { AgentForm } from '../use-agent-form.ts'
import { PublishDialog } from './publish-dialog.tsx'

const agent = sample(AiAgentDetail, { version: 4 })
const draft = { ...agent.draft, handoff: { ...agent.draft.handoff, negative: true } }
const failing = sample(AiTest, { question: '保修几年？', points: ['五年'] })

async function open({ inUse = 3, submit = vi.fn().mockResolvedValue({ ...agent, version: 5 }) } = {}) {
  const server = createFakeServer()
  server.answer(knowledgeApi.page, { items: [], total: 0, page: 1, pageSize: 20, inUse, usesShared: true })
  server.answer(customerSettingApi.listFields, [])
  server.answer(materialApi.page, { items: [], total: 0, page: 1, pageSize: 100 })
  server.answer(tagApi.list, [])
  server.answer(aiAgentApi.publish, { version: 8, failures: [] })
  const form = { draft, errors: {}, isDirty: false, changes: [], isSaving: false, submit } as unknown as AgentForm
  const dialog = await openLayer(
    (close) => <PublishDialog agent={agent} form={form} tests={[failing]} onClose={close} />,
    { server },
  )
  await expect
    .poll(() => screen.getByLabelText('发布检查').textContent)
    .toContain(inUse > 0 ? '生效知识 3 条' : '去添加')
  return dialog
}

testFormRules({
  open,
  edit: (dialog) => dialog.fill('说明', '改了语气'),
  typed: () => valueIn('说明'),
  submit: '发布',
  endpoint: aiAgentApi.publish,
  sent: { body: { relationId: agent.relationId, note: '改了语气', force: false, draftVersion: 5 } },
})

test('failing questions stop the publication until a reason is given', async () => {
  const dialog = await open()
  dialog.server.answer(aiAgentApi.publish, {
    version: null,
    failures: [{ testId: failing.id, question: '保修几年？', missing: ['五年'] }],
  })
  await dialog.user.click(dialog.button('发布'))
  await screen.findByText('1 个测试问题没有通过，尚未发布')

  await dialog.user.click(dialog.button('仍要发布'))
  expect(await screen.findByText('请输入说明')).toBeTruthy()
  dialog.server.answer(aiAgentApi.publish, { version: 8, failures: [] })
  await dialog.fill('仍要发布的原因', '先上线')
  await dialog.user.click(dialog.button('仍要发布'))

  await dialog.expectClosed()
  expect(dialog.server.calls(aiAgentApi.publish).map((it) => it.body.force)).toEqual([false, true])
  expect(dialog.toasts).toEqual(['success: 已发布 v8'])
})

test('without knowledge in use nothing can be published', async () => {
  const dialog = await open({ inUse: 0 })

  expect(dialog.button('发布')).toHaveProperty('disabled', true)
})

test('a draft that cannot be saved closes the dialog, because its errors are shown in the form', async () => {
  const dialog = await open({ submit: vi.fn().mockResolvedValue(undefined) })

  await dialog.user.click(dialog.button('发布'))

  await dialog.expectClosed()
  expect(dialog.server.calls(aiAgentApi.publish)).toEqual([])
})

test('a note that is too long is refused before it is sent', async () => {
  const dialog = await open()

  await dialog.fill('说明', '一'.repeat(201))
  await dialog.user.click(dialog.button('发布'))

  expect(await screen.findByText('说明最多 200 个字')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('说明'))
})
