import { Customer, personalDataApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testFormRules } from '../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'

const customer = sample(Customer, { name: '小满', remark: '' })
const { customerId } = customer

const openErase = () => {
  const server = createFakeServer()
  server.answer(personalDataApi.erase, true)
  return openLayer((close) => <EraseDialog customer={customer} onClose={close} />, { server })
}

testFormRules({
  open: openErase,
  edit: (form) => form.fill('客户名称', '小满'),
  typed: () => valueIn('客户名称'),
  submit: '永久删除',
  endpoint: personalDataApi.erase,
  sent: { body: { customerId, name: '小满' } },
  asks: false,
})

test.each(['', '大雪'])('the typed name %j is refused at the field, without a call', async (name) => {
  const form = await openErase()

  await form.fill('客户名称', name)
  await form.user.click(form.button('永久删除'))

  expect(await screen.findByText('输入的名称与客户名称不一致')).toBeTruthy()
  expect(form.server.calls(personalDataApi.erase)).toEqual([])
})

async function openExport() {
  const server = createFakeServer()
  server.answer(personalDataApi.startExport, { cursor: 'c1' })
  server.answer(personalDataApi.exportPage, ({ body }) =>
    body.cursor === 'c1'
      ? { kind: 'message', rows: [{ seq: 1 }, { seq: 2 }], nextCursor: 'c2' }
      : body.cursor === 'c2'
        ? { kind: 'message', rows: [{ seq: 3 }], nextCursor: 'c3' }
        : { kind: 'lead', rows: [{ value: '138' }], nextCursor: null },
  )
  const saved: Blob[] = []
  const dialog = await openLayer((close) => <ExportDialog customer={customer} onClose={close} />, { server })
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`)
  // The click would leave the page.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return { ...dialog, saved }
}

test('all pages become one JSON file, also after a double click', async () => {
  const dialog = await openExport()

  await dialog.user.dblClick(dialog.button('导出'))

  await dialog.expectClosed()
  expect(dialog.toasts).toEqual(['success: 个人信息已导出'])
  expect(dialog.server.calls(personalDataApi.startExport)).toHaveLength(1)
  expect(dialog.saved).toHaveLength(1)
  expect(JSON.parse(await dialog.saved[0]!.text())).toMatchObject({
    customerId,
    data: { message: [{ seq: 1 }, { seq: 2 }, { seq: 3 }], lead: [{ value: '138' }] },
  })
})

test('a failed page shows the reason, saves nothing and can be tried again', async () => {
  const dialog = await openExport()
  dialog.server.refuse(personalDataApi.exportPage, 'notFound', { msg: '客户不存在或已删除' })

  await dialog.user.click(dialog.button('导出'))

  await expect.poll(() => dialog.toasts).toEqual(['error: 客户不存在或已删除'])
  expect(dialog.saved).toEqual([])
  expect(dialog.isOpen()).toBe(true)
})

test('closing while it reads ends the export without a file', async () => {
  const dialog = await openExport()
  const held = dialog.server.hold(personalDataApi.exportPage)
  await dialog.user.click(dialog.button('导出'))
  await expect.poll(() => dialog.server.calls(personalDataApi.exportPage).length).toBe(1)

  await dialog.user.click(dialog.button('取消'))
  held.release()

  await dialog.expectClosed()
  await new Promise((resolve) => setTimeout(resolve))
  expect([dialog.saved, dialog.toasts]).toEqual([[], []])
  expect(dialog.server.calls(personalDataApi.exportPage)).toHaveLength(1)
})
