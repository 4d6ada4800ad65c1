import { AutomationRule, automationRuleApi, automationTemplateApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testFormRules } from '../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { sampleTemplates } from '../../testing/sample-templates.ts'
import { EditTemplateDialog } from './edit-template-dialog.tsx'

const rule = sample(AutomationRule, {
  name: '问价',
  event: { type: 'message_in' },
  conditions: { op: 'all', items: [] },
  actions: [{ type: 'archive', params: {} }],
})
const template = { id: 'keyword', name: '关键词自动回复', hint: '自动回复一段话', isEdited: true } as const

function open() {
  const server = createFakeServer()
  server.answer(automationRuleApi.list, [rule])
  server.answer(automationTemplateApi.update, sampleTemplates({ isEditable: true }))
  server.answer(automationTemplateApi.reset, sampleTemplates({ isEditable: true }))
  return openLayer((close) => <EditTemplateDialog template={template} onClose={close} />, { server })
}

testFormRules({
  open,
  edit: (dialog) => dialog.fill('名称', '问价回复'),
  typed: () => valueIn('名称'),
  endpoint: automationTemplateApi.update,
  sent: { body: { id: 'keyword', name: '问价回复', hint: '自动回复一段话' } },
})

// R161
test('a template takes the content of an own rule', async () => {
  const dialog = await open()

  await dialog.user.click(screen.getByLabelText('内容'))
  await dialog.user.click(await screen.findByText('问价'))
  await dialog.user.click(dialog.button('保存'))

  await dialog.expectClosed()
  expect(dialog.server.calls(automationTemplateApi.update)).toEqual([
    { body: { id: 'keyword', name: '关键词自动回复', hint: '自动回复一段话', ruleId: rule.id } },
  ])
})

test('the built-in template comes back after a question', async () => {
  const dialog = await open()

  await dialog.user.click(dialog.button('恢复内置'))
  await dialog.user.click(await screen.findByRole('button', { name: '确认' }))

  await dialog.expectClosed()
  expect(dialog.server.calls(automationTemplateApi.reset)).toEqual([{ body: { templateId: 'keyword' } }])
})
