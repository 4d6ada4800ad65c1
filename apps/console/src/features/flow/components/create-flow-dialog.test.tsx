import { automationTemplateApi, flowApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sampleFlow } from '../../../testing/sample-flow.ts'
import { sampleTemplates } from '../../../testing/sample-templates.ts'
import { CreateFlowDialog } from './create-flow-dialog.tsx'

const created = sampleFlow()

function open(onCreated = vi.fn()) {
  const server = createFakeServer()
  server.answer(flowApi.create, created)
  server.answer(automationTemplateApi.list, sampleTemplates())
  return openLayer(
    (close) => (
      <CreateFlowDialog
        onCreated={(flow) => {
          onCreated(flow)
          close()
        }}
        onClose={close}
      />
    ),
    { server },
  )
}

testFormRules({
  open,
  edit: (dialog) => dialog.fill('名称', '夜间留资'),
  typed: () => valueIn('名称'),
  submit: '创建',
  endpoint: flowApi.create,
  sent: { body: { name: '夜间留资' } },
})

test('a template offers its name, a typed name stays', async () => {
  const onCreated = vi.fn()
  const dialog = await open(onCreated)

  await dialog.user.click(await screen.findByText('留资引导'))
  expect(valueIn('名称')).toBe('留资引导')
  await dialog.user.click(screen.getByText('夜间接待'))
  expect(valueIn('名称')).toBe('夜间接待')
  await dialog.fill('名称', '我的流程')
  await dialog.user.click(screen.getByText('留资引导'))
  await dialog.user.click(dialog.button('创建'))

  await dialog.expectClosed()
  expect(dialog.server.calls(flowApi.create)).toEqual([{ body: { name: '我的流程', templateId: 'lead' } }])
  expect(onCreated).toHaveBeenCalledExactlyOnceWith(created)
})

test('a flow needs a name', async () => {
  const dialog = await open()

  await dialog.user.click(dialog.button('创建'))

  expect(await screen.findByText('请输入名称')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('名称'))
})

test('it begins with the template that the address names', async () => {
  const server = createFakeServer()
  server.answer(automationTemplateApi.list, sampleTemplates())
  await openLayer((close) => <CreateFlowDialog template="night" onCreated={() => {}} onClose={close} />, { server })

  await expect.poll(() => valueIn('名称')).toBe('夜间接待')
})
