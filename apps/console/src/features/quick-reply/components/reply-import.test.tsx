import { quickReplyApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer } from '../../../testing/render.tsx'
import { ReplyImport } from './reply-import.tsx'

test('the preview is of the choice between skipping and overwriting', async () => {
  const server = createFakeServer()
  const full = { success: 0, duplicates: 1, failed: [{ row: 3, msg: '已达上限' }] }
  server.answer(quickReplyApi.import, ({ body }) =>
    body.onDuplicate === 'skip' ? full : { success: 0, duplicates: 2, failed: [] },
  )
  const dialog = await openLayer((close) => <ReplyImport owner="agent" onClose={close} />, { server })

  await dialog.user.upload(screen.getByLabelText('表格文件', { selector: 'input' }), new File(['分组'], '回复.csv'))
  await screen.findByText('已达上限')
  await dialog.user.click(screen.getByLabelText('覆盖'))

  await expect.poll(() => screen.queryByText('已达上限')).toBeNull()
  expect(await screen.findByRole('button', { name: '导入 2 条' })).toBeTruthy()
})

test('errors are shown by row before anything is imported; progress while it runs', async () => {
  const server = createFakeServer()
  server.answer(quickReplyApi.import, { success: 2, duplicates: 1, failed: [{ row: 5, msg: '请输入标题' }] })
  const dialog = await openLayer((close) => <ReplyImport owner="agent" onClose={close} />, { server })

  await dialog.user.upload(
    screen.getByLabelText('表格文件', { selector: 'input' }),
    new File(['分组,标题,内容'], '回复.csv'),
  )
  await screen.findByText('第 5 行')
  const held = server.hold(quickReplyApi.import)
  await dialog.user.click(dialog.button('导入 2 条'))
  await screen.findByText('正在导入 2 条…')
  held.release()

  await screen.findByRole('dialog', { name: '导入完成' })
  expect(server.calls(quickReplyApi.import).map(({ body }) => body)).toEqual([
    { ownerType: 'agent', onDuplicate: 'skip', dryRun: true },
    { ownerType: 'agent', onDuplicate: 'skip', dryRun: false },
  ])
})
