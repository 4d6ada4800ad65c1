import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { me, openLayer, valueIn } from '../../../../testing/render.tsx'
import type { AgentView } from '../../customer/customer-keys.ts'
import { SaveView } from './save-view.tsx'

const view = { agentId: me.id, scope: 1, filter: {} } as unknown as AgentView

function open() {
  localStorage.clear()
  return openLayer((close) => <SaveView view={view} onDone={close} />)
}

test('a view is saved once under its name', async () => {
  const form = await open()
  expect(document.activeElement).toBe(screen.getByLabelText('视图名称'))

  await form.fill('视图名称', ' 今天要跟进 ')
  await form.user.dblClick(form.button('保存'))

  expect(form.toasts).toHaveLength(1)
  expect(JSON.stringify(localStorage)).toContain('今天要跟进')
})

test.each([
  ['', '请输入视图名称'],
  ['一'.repeat(60), /最多/],
])('the name %j is refused and kept', async (name, message) => {
  const form = await open()

  await form.fill('视图名称', name)
  await form.user.click(form.button('保存'))

  expect(await screen.findByText(message)).toBeTruthy()
  expect(valueIn('视图名称')).toBe(name)
  expect(form.toasts).toEqual([])
})

test('取消 saves nothing', async () => {
  const form = await open()

  await form.fill('视图名称', '今天要跟进')
  await form.user.click(form.button('取消'))

  expect(screen.queryByLabelText('视图名称')).toBeNull()
  expect(JSON.stringify(localStorage)).not.toContain('今天要跟进')
})
