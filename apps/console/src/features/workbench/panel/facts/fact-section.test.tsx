import {
  CustomerDetail,
  CustomerField,
  CustomerSetting,
  customerApi,
  customerSettingApi,
  type Permission,
} from '@ruwu/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { FactSection } from './fact-section.tsx'

const field = (name: string, type: CustomerField['type'], part: Partial<CustomerField> = {}) =>
  sample(CustomerField, { name, type, enabled: true, required: true, ...part })

const budget = field('预算', 'number', { position: 1 })
const rooms = field('户型', 'single', { position: 2, options: ['两居', '三居'] })
const style = field('风格', 'multiple', { position: 3, options: ['现代', '中式'] })
const handover = field('交房', 'date', { position: 4 })
const phone = field('电话', 'phone', { position: 5, sensitive: true })

const customer = sample(CustomerDetail, {
  fields: {
    [budget.id]: '20',
    [rooms.id]: '两居',
    [style.id]: ['现代'],
    [handover.id]: '2026-03-16',
    [phone.id]: '138****1234',
  },
})

async function open({ canEdit = true, permissions }: { canEdit?: boolean; permissions?: Permission[] } = {}) {
  const server = createFakeServer()
  server.answer(customerSettingApi.listFields, [budget, rooms, style, handover, phone])
  server.answer(customerSettingApi.get, sample(CustomerSetting, { maskPhone: true }))
  server.answer(customerApi.update, customer)
  const page = renderConsole(
    <>
      <FactSection customer={customer} canEdit={canEdit} />
      <button type="button">旁边</button>
    </>,
    { server, ...(permissions && { permissions }) },
  )
  await screen.findByText('户型')
  return {
    ...page,
    edit: (name: string) => page.user.click(screen.getByText(`修改${name}`)),
    option: (name: string) => screen.findByText(name, { selector: '.ant-select-item-option-content' }),
    saved: () => server.calls(customerApi.update).map(({ body }) => body.fields),
  }
}

const isEditing = (name: string) => screen.queryByText(`修改${name}`) === null

test('a single choice is saved at once, and the focus returns to its value', async () => {
  const { user, edit, option, saved } = await open()
  await edit('户型')
  await user.click(await option('三居'))

  await expect.poll(saved).toEqual([{ [rooms.id]: '三居' }])
  expect(isEditing('户型')).toBe(false)
  await waitFor(() => expect(document.activeElement?.textContent).toContain('修改户型'))
})

test('a multiple choice is saved when it loses the focus', async () => {
  const { user, edit, option, saved } = await open()
  await edit('风格')
  await user.click(await option('中式'))
  expect(saved()).toEqual([])

  await user.click(screen.getByText('旁边'))

  await expect.poll(saved).toEqual([{ [style.id]: ['现代', '中式'] }])
  expect(isEditing('风格')).toBe(false)
})

test('a day is saved when it is picked', async () => {
  const { user, edit, saved } = await open()
  await edit('交房')
  await user.click(await screen.findByTitle('2026-03-20'))

  await expect.poll(saved).toEqual([{ [handover.id]: '2026-03-20' }])
  expect(isEditing('交房')).toBe(false)
})

test.each(['户型', '风格', '交房', '预算'])('Escape leaves %s as it was and closes its editor only', async (name) => {
  const { user, edit, saved } = await open()
  let isPrevented = false
  const listen = (event: KeyboardEvent) => (isPrevented = event.defaultPrevented)
  document.addEventListener('keydown', listen)

  await edit(name)
  await user.keyboard('{Escape}')
  document.removeEventListener('keydown', listen)

  await expect.poll(() => isEditing(name)).toBe(false)
  expect([isPrevented, saved()]).toEqual([true, []])
})

test('Escape drops options of a multiple choice that were ticked', async () => {
  const { user, edit, option, saved } = await open()
  await edit('风格')
  await user.click(await option('中式'))
  await user.keyboard('{Escape}')

  await expect.poll(() => isEditing('风格')).toBe(false)
  expect(saved()).toEqual([])
})

test('a required choice that is emptied is reported and not saved', async () => {
  const { user, edit, option, saved, toasts } = await open()
  await edit('风格')
  await user.click(await option('现代'))
  await user.click(screen.getByText('旁边'))

  await expect.poll(() => toasts).toEqual(['warning: 请选择风格'])
  expect([isEditing('风格'), saved()]).toEqual([false, []])
})

test('a required text that is emptied says so at the field; Enter saves the next one', async () => {
  const { user, edit, saved } = await open()
  await edit('预算')
  await user.clear(screen.getByLabelText('预算'))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('请输入预算')
  expect(saved()).toEqual([])

  await user.type(screen.getByLabelText('预算'), '30{Enter}')
  await expect.poll(saved).toEqual([{ [budget.id]: '30' }])
})

test('a masked value does not become the text of its editor', async () => {
  const { edit } = await open({ permissions: ['im:viewPage', 'im:editCustomerInfo'] })
  expect(screen.getByText('138****1234')).toBeTruthy()

  await edit('电话')

  expect(screen.getByLabelText<HTMLInputElement>('电话').value).toBe('')
})

test('without the permission to edit, values are text', async () => {
  await open({ canEdit: false })

  expect(screen.getByText('两居')).toBeTruthy()
  expect(screen.queryByText('修改户型')).toBeNull()
})

test('fields that cannot be loaded are asked for again', async () => {
  const server = createFakeServer()
  server.refuse(customerSettingApi.listFields, 'forbidden')
  server.answer(customerSettingApi.get, sample(CustomerSetting, { maskPhone: true }))
  const { user } = renderConsole(<FactSection customer={customer} canEdit />, { server })
  await screen.findByText('加载失败')

  server.answer(customerSettingApi.listFields, [rooms])
  await user.click(screen.getByText('重试'))

  expect(await screen.findByText('户型')).toBeTruthy()
})
