import { RelationId, knowledgeApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { KnowledgeImport } from './knowledge-import.tsx'

const relationId = sample(RelationId)
const sheet = new File(['rows'], '问答.xlsx')

function open() {
  const server = createFakeServer()
  server.answer(knowledgeApi.import, { success: 12, duplicates: 3, failed: [{ row: 7, msg: '缺少答案' }] })
  return openLayer((close) => <KnowledgeImport relationId={relationId} library="own" onClose={close} />, { server })
}

const choose = (dialog: Awaited<ReturnType<typeof open>>, file: File) =>
  dialog.user.upload(screen.getByLabelText('表格文件', { selector: 'input' }), file)

test('a file is checked without changing anything, then imported once for a double click', async () => {
  const dialog = await open()
  expect(dialog.button('导入')).toHaveProperty('disabled', true)

  await choose(dialog, sheet)
  expect(await screen.findByText('缺少答案')).toBeTruthy()
  await dialog.user.dblClick(dialog.button('导入 12 条'))

  expect(await screen.findByRole('dialog', { name: '导入完成' })).toBeTruthy()
  expect(dialog.server.calls(knowledgeApi.import).map((it) => it.body)).toEqual([
    { relationId, library: 'own', onDuplicate: 'skip', dryRun: true, enabled: true },
    { relationId, library: 'own', onDuplicate: 'skip', dryRun: false, enabled: true },
  ])
  await dialog.user.click(dialog.button('完成'))
  await dialog.expectClosed()
})

test('duplicates count as well when they are to be overwritten', async () => {
  const dialog = await open()
  await choose(dialog, sheet)
  await screen.findByText('缺少答案')

  await dialog.user.click(screen.getByLabelText('覆盖'))
  await dialog.user.click(dialog.button('导入 15 条'))

  await screen.findByRole('dialog', { name: '导入完成' })
  expect(dialog.server.calls(knowledgeApi.import)[1]?.body).toMatchObject({ onDuplicate: 'overwrite' })
})

test('a sheet the server cannot read says why; another one can be chosen', async () => {
  const dialog = await open()
  dialog.server.refuse(knowledgeApi.import, 'validation', {
    data: { fields: { file: '第一行应为：问题、相似问、答案' } },
  })

  await choose(dialog, sheet)

  expect(await screen.findByText('第一行应为：问题、相似问、答案')).toBeTruthy()
  await dialog.user.click(dialog.button('重新选择文件'))
  expect(screen.queryByText('第一行应为：问题、相似问、答案')).toBeNull()
})

test('a refused import keeps the file and what it was checked for', async () => {
  const dialog = await open()
  await choose(dialog, sheet)
  await screen.findByText('缺少答案')
  dialog.server.refuse(knowledgeApi.import, 'refused', { msg: '知识已达上限' })

  await dialog.user.click(dialog.button('导入 12 条'))

  await expect.poll(() => dialog.toasts).toEqual(['error: 知识已达上限'])
  expect(screen.getByText('问答.xlsx')).toBeTruthy()
  expect(dialog.button('导入 12 条')).toBeTruthy()
})

test('an empty file is refused before it is sent; cancelling imports nothing', async () => {
  const dialog = await open()

  await choose(dialog, new File([], '问答.xlsx'))
  expect(screen.getByText('文件是空的')).toBeTruthy()
  await dialog.user.click(dialog.button('取消'))

  await dialog.expectClosed()
  expect(dialog.server.calls(knowledgeApi.import)).toEqual([])
})
