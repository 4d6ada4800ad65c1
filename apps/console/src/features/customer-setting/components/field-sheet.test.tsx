import { CustomerField, customerSettingApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { FieldSheet } from './field-sheet.tsx'

const rooms = sample(CustomerField, {
  name: '户型',
  type: 'single',
  options: ['两房', '三房'],
  enabled: true,
  version: 2,
})

function open(field: CustomerField | undefined = rooms) {
  const server = createFakeServer()
  server.answer(customerSettingApi.listFields, [rooms])
  server.answer(customerSettingApi.createField, rooms)
  server.answer(customerSettingApi.updateField, rooms)
  return openLayer((close) => <FieldSheet field={field} onClose={close} />, { server })
}

testFormRules({
  open,
  edit: (sheet) => sheet.fill('字段名称', '房型'),
  typed: () => valueIn('字段名称'),
  endpoint: customerSettingApi.updateField,
  sent: { body: expect.objectContaining({ id: rooms.id, name: '房型', options: ['两房', '三房'], version: 2 }) },
})

test('the type is fixed, options are added, ordered and removed', async () => {
  const sheet = await open()
  expect(screen.getByLabelText('类型').hasAttribute('disabled')).toBe(true)

  await sheet.user.click(sheet.button('添加选项'))
  await sheet.fill('选项 3', '四房')
  await sheet.user.click(screen.getByRole('button', { name: '上移 选项 3' }))
  await sheet.user.click(screen.getByRole('button', { name: '删除选项 1' }))
  await sheet.user.click(sheet.button('保存'))

  await sheet.expectClosed()
  expect(sheet.server.calls(customerSettingApi.updateField)[0]?.body).toMatchObject({ options: ['四房', '三房'] })
})

test('a repeated option is refused at its row and sends nothing', async () => {
  const sheet = await open()

  await sheet.fill('选项 2', '两房')
  await sheet.user.click(sheet.button('保存'))

  expect((await screen.findByRole('alert')).textContent).toBe('与上面的重复')
  expect(document.activeElement).toBe(screen.getByLabelText('选项 2'))
  expect(sheet.server.calls(customerSettingApi.updateField)).toEqual([])
})

test('a taken name is shown at its field, and what was typed stays', async () => {
  const server = createFakeServer()
  server.refuse(customerSettingApi.createField, 'validation', { data: { fields: { name: '字段名称已存在' } } })
  const sheet = await openLayer((close) => <FieldSheet field={undefined} onClose={close} />, { server })

  await sheet.fill('字段名称', '户型')
  await sheet.user.click(sheet.button('保存'))

  expect((await screen.findByRole('alert')).textContent).toBe('字段名称已存在')
  expect(valueIn('字段名称')).toBe('户型')
})
