import { agentApi, customerApi, CustomerItem, personalDataApi } from '@ruwu/contract'
import { allPermissions } from '@ruwu/domain'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../../testing/fake-server.ts'
import { me, renderConsole } from '../../../../testing/render.tsx'
import { sample } from '../../../../testing/sample.ts'
import { type OpenMenu, RowMenu } from './row-menu.tsx'

const item = sample(CustomerItem, {
  name: '小满',
  remark: '',
  agentId: me.id,
  archive: false,
  postponedUntil: '2026-03-16T06:00:00.000Z',
})

function Row() {
  const [open, setOpen] = useState<OpenMenu>()
  return (
    <>
      <button type="button" onClick={() => setOpen({ item, x: 10, y: 10 })}>
        打开
      </button>
      <RowMenu
        open={open}
        onRedirect={() => undefined}
        onPostpone={() => undefined}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

async function openMenu(permissions = allPermissions()) {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(personalDataApi.erase, true)
  server.answer(customerApi.postpone, item)
  const page = renderConsole(<Row />, { server, permissions })
  await page.user.click(await screen.findByText('打开'))
  await screen.findByText('置顶')
  return page
}

test('a row’s menu erases the person’s data after the name was typed', async () => {
  const { user, server, toasts } = await openMenu()

  await user.click(screen.getByText('删除个人信息'))
  expect(await screen.findByRole('dialog', { name: '删除个人信息' })).toBeTruthy()
  expect(screen.queryByText('置顶')).toBeNull()
  await user.type(screen.getByLabelText('客户名称'), '小满')
  await user.click(screen.getByRole('button', { name: '永久删除' }))

  await expect.poll(() => toasts).toEqual(['success: 已开始删除该客户的个人信息'])
  expect(server.calls(personalDataApi.erase)).toEqual([{ body: { customerId: item.customerId, name: '小满' } }])
})

test('a row’s menu offers 稍后处理, and takes it back', async () => {
  const { user, server } = await openMenu()
  expect(screen.getByText('稍后处理')).toBeTruthy()

  await user.click(screen.getByText('取消稍后处理'))

  await expect
    .poll(() => server.calls(customerApi.postpone))
    .toEqual([{ body: { customerId: item.customerId, until: null, undo: true } }])
})

test('who may not see clear contacts is not offered a person’s data', async () => {
  await openMenu(allPermissions().filter((each) => each !== 'customer:viewSensitive'))

  expect(screen.queryByText('导出个人信息')).toBeNull()
  expect(screen.queryByText('删除个人信息')).toBeNull()
})
