import { ExportItem, exportApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testFormRules } from '../../testing/form-rules.ts'
import { me, openLayer, renderConsole, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { ExportAllDialog } from './export-all.tsx'
import { ExportButton, ExportMenu } from './export-button.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { onExportEvent } from './export.events.ts'
import { ExportsSheet } from './exports-sheet.tsx'

const target = { type: 'audit', filters: { keyword: '夜班' } } as const
const item = sample(ExportItem, {
  name: '操作日志',
  fileName: '操作日志_20260316-1030.xlsx',
  filterText: '关键词：夜班',
  agentName: '赵知远',
  rows: 1234,
})
const page = (...items: ExportItem[]) => ({ items, total: items.length, page: 1, pageSize: 20 })

const openDialog = () => {
  const server = createFakeServer()
  server.answer(exportApi.create, { exportId: item.exportId })
  return openLayer((close) => <ExportDialog target={target} filterText="关键词：夜班" onClose={close} />, { server })
}

testFormRules({
  open: openDialog,
  edit: (form) => form.user.click(screen.getByLabelText('CSV（UTF-8）')),
  typed: () => screen.getByLabelText<HTMLInputElement>('CSV（UTF-8）').checked,
  submit: '导出',
  endpoint: exportApi.create,
  sent: { body: { ...target, format: 'csv' } },
  asks: false,
})

test('XLSX is chosen at first, the filter is shown, and the start is told', async () => {
  const dialog = await openDialog()
  expect(screen.getByRole('dialog', { name: '导出操作日志' })).toBeTruthy()
  expect(screen.getByText('关键词：夜班')).toBeTruthy()

  await dialog.user.click(dialog.button('导出'))

  await dialog.expectClosed()
  expect(dialog.toasts).toEqual(['success: 正在导出，可在「导出记录」中下载'])
  expect(dialog.server.calls(exportApi.create)).toEqual([{ body: { ...target, format: 'xlsx' } }])
})

const openAll = () => {
  const server = createFakeServer()
  server.answer(exportApi.createAll, { exportId: item.exportId })
  return openLayer((close) => <ExportAllDialog onClose={close} />, { server })
}

testFormRules({
  open: openAll,
  edit: (form) => form.fill('登录密码', 'ruwu2026'),
  typed: () => valueIn('登录密码'),
  submit: '导出',
  endpoint: exportApi.createAll,
  sent: { body: { password: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  asks: false,
})

test('everything is exported only with the right password', async () => {
  const dialog = await openAll()
  await dialog.user.click(dialog.button('导出'))
  expect(await screen.findByText('请输入登录密码')).toBeTruthy()

  dialog.server.refuse(exportApi.createAll, 'validation', { data: { fields: { password: '密码不正确' } } })
  await dialog.fill('登录密码', 'not-the-one')
  await dialog.user.click(dialog.button('导出'))

  expect(await screen.findByText('密码不正确')).toBeTruthy()
  expect(dialog.isOpen()).toBe(true)
})

const openSheet = (...items: ExportItem[]) => {
  const server = createFakeServer()
  server.answer(exportApi.list, page(...items))
  return openLayer((close) => <ExportsSheet onClose={close} />, { server })
}

test('each state shows what there is to know and to do', async () => {
  await openSheet(
    { ...item, status: 'done', progress: 100 },
    sample(ExportItem, { name: '操作日志', status: 'running', progress: 40 }),
    sample(ExportItem, { status: 'waiting' }),
    sample(ExportItem, { status: 'failed', error: '数据超过 20 万行，请缩小范围' }),
    // Its keyword filter was deleted, so the same export cannot be retried.
    sample(ExportItem, { status: 'failed', filterText: '关键词已删除', error: '因删除个人信息已取消，请重新导出' }),
  )

  expect(await screen.findAllByText('失败')).toHaveLength(2)
  for (const text of [
    '已完成',
    '生成中',
    '排队',
    '关键词已删除',
    '40%',
    '关键词：夜班',
    '数据超过 20 万行，请缩小范围',
  ])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByText(/赵知远 · .* · 1,234 行 · .*前可下载/)).toBeTruthy()
  expect(screen.getByLabelText('操作日志的导出进度')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '下载' })).toHaveLength(1)
  expect(screen.getAllByRole('button', { name: '重试' })).toHaveLength(1)
})

test('the progress goes on by itself until the export has ended', async () => {
  const sheet = await openSheet({ ...item, status: 'running', progress: 40 })
  await screen.findByText('40%')

  sheet.server.answer(exportApi.list, page({ ...item, status: 'done', progress: 100 }))

  expect(await screen.findByText('已完成')).toBeTruthy()
})

test('without exports the drawer says so, and a failed load is tried again', async () => {
  const server = createFakeServer()
  server.refuse(exportApi.list, 'tooOften', { msg: '操作过于频繁，请稍后再试' })
  const sheet = await openLayer((close) => <ExportsSheet onClose={close} />, { server })
  await screen.findByText('操作过于频繁，请稍后再试')

  server.answer(exportApi.list, page())
  await sheet.user.click(sheet.button('重试'))

  expect(await screen.findByText('暂无导出记录')).toBeTruthy()
})

test('下载 saves the file under its name; a refusal is told', async () => {
  const saved: Blob[] = []
  const sheet = await openSheet({ ...item, status: 'done' })
  const path = '/luna/core/api/v1/export/download'
  sheet.server.answerRaw('GET', path, () => new Response('PK', { headers: { 'content-type': 'text/csv' } }))
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`)
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })

  await sheet.user.click(await screen.findByRole('button', { name: '下载' }))
  await expect.poll(() => names).toEqual([item.fileName])
  expect(await saved[0]?.text()).toBe('PK')

  sheet.server.answerRaw('GET', path, () => ({ code: 40401, msg: '导出文件不存在或已删除', data: null }))
  await sheet.user.click(sheet.button('下载'))
  await expect.poll(() => sheet.toasts).toEqual(['error: 导出文件不存在或已删除'])
  expect(saved).toHaveLength(1)
})

test('重试 starts a failed export again; a refusal is told', async () => {
  const sheet = await openSheet({ ...item, status: 'failed', error: '没有权限' })
  sheet.server.refuse(exportApi.retry, 'refused', { msg: '最多同时导出 3 个，请等前面的完成后再试' })
  await sheet.user.click(await screen.findByRole('button', { name: '重试' }))
  await expect.poll(() => sheet.toasts).toEqual(['error: 最多同时导出 3 个，请等前面的完成后再试'])

  sheet.server.answer(exportApi.retry, true)
  sheet.server.answer(exportApi.list, page({ ...item, status: 'waiting' }))
  await sheet.user.dblClick(sheet.button('重试'))

  expect(await screen.findByText('排队')).toBeTruthy()
  expect(sheet.server.calls(exportApi.retry).at(-1)).toEqual({ body: { exportId: item.exportId } })
})

test('导出记录 opens beside 导出, and the end of an export is told', async () => {
  const server = createFakeServer()
  server.answer(exportApi.list, page({ ...item, status: 'running', progress: 40 }))
  const { user, cache, toasts } = renderConsole(<ExportButton target={target} filterText="全部" />, { server })
  await user.click(await screen.findByRole('button', { name: '导出记录' }))
  await screen.findByText('40%')

  server.answer(exportApi.list, page({ ...item, status: 'done', progress: 100 }))
  const base = { type: 'export_done', exportId: item.exportId, at: item.createdAt, operatorId: me.id } as const
  onExportEvent(cache, { ...base, status: 'done' })
  onExportEvent(cache, { ...base, status: 'failed' })

  expect(await screen.findByText('已完成')).toBeTruthy()
  expect(toasts).toEqual(['success: 导出已完成，可在「导出记录」中下载', 'error: 导出失败，可在「导出记录」中查看原因'])
})

test('where there is little room both are in the menu of one icon', async () => {
  const server = createFakeServer()
  server.answer(exportApi.list, page())
  const { user } = renderConsole(<ExportMenu target={target} filterText="关键词：夜班" />, { server })
  const choose = async (label: string) => {
    await user.click(await screen.findByRole('button', { name: '导出操作日志' }))
    await user.click(await screen.findByRole('menuitem', { name: label }))
  }

  await choose('导出')
  expect(await screen.findByText('关键词：夜班')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '取消' }))
  await choose('导出记录')
  expect(await screen.findByText('暂无导出记录')).toBeTruthy()
})
