import { Role, roleApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { RemoveRoleDialog } from './remove-role-dialog.tsx'

const supervisor = sample(Role, { name: '主管' })

async function open(memberCount: number) {
  const server = createFakeServer()
  server.answer(roleApi.remove, true)
  const role = sample(Role, { name: '夜班', memberCount })
  const onRemoved = vi.fn()
  const dialog = await openLayer(
    (close) => <RemoveRoleDialog role={role} roles={[role, supervisor]} onClose={close} onRemoved={onRemoved} />,
    { server },
  )
  return { ...dialog, role, onRemoved }
}

test('a role without members is removed once for a double click', async () => {
  const dialog = await open(0)

  await dialog.user.dblClick(dialog.button('确认'))

  await dialog.expectClosed()
  expect(dialog.server.calls(roleApi.remove)).toEqual([{ query: { id: dialog.role.id } }])
  expect(dialog.toasts).toEqual(['success: 已删除角色「夜班」'])
  expect(dialog.onRemoved).toHaveBeenCalledOnce()
})

test('members need a new role before theirs is removed', async () => {
  const dialog = await open(3)

  await dialog.user.click(dialog.button('确认'))
  expect(await screen.findByText('请选择新的角色', { selector: '[role=alert]' })).toBeTruthy()
  expect(dialog.server.calls(roleApi.remove)).toEqual([])

  await dialog.choose('新的角色', '主管')
  await dialog.user.click(dialog.button('确认'))
  await dialog.expectClosed()
  expect(dialog.server.calls(roleApi.remove)).toEqual([{ query: { id: dialog.role.id, moveToRoleId: supervisor.id } }])
})

test('a refusal shows the text of the server and leaves the dialog open', async () => {
  const dialog = await open(0)
  dialog.server.refuse(roleApi.remove, 'refused', { msg: '您不能授予自己没有的权限' })

  await dialog.user.click(dialog.button('确认'))

  await expect.poll(() => dialog.toasts).toEqual(['error: 您不能授予自己没有的权限'])
  expect(dialog.isOpen()).toBe(true)
  expect(dialog.onRemoved).not.toHaveBeenCalled()
})

test('cancelling removes nothing', async () => {
  const dialog = await open(0)

  await dialog.user.click(dialog.button('取消'))

  await dialog.expectClosed()
  expect(dialog.server.calls(roleApi.remove)).toEqual([])
})
