import { type Permission, QuickReply, QuickReplyGroup, quickReplyApi } from '@ruwu/contract'
import { QUICK_REPLIES_MAX } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { ReplyDrawer } from './reply-drawer.tsx'

const hello = sample(QuickReply, { title: '问候', content: '您好，{客户昵称}', sources: [] })
const address = sample(QuickReply, { title: '地址', content: '人民路 1 号', sources: [] })
const group = sample(QuickReplyGroup, { title: '常用', ownerType: 'enterprise', replies: [hello, address] })

const price = sample(QuickReply, { title: '报价', content: '每平 1280 元', sources: [] })
const own = sample(QuickReplyGroup, { title: '我的常用', ownerType: 'agent', replies: [price] })

async function open(permissions: readonly Permission[] = [], agentGroups = [own]) {
  const server = createFakeServer()
  server.answer(quickReplyApi.groupReplies, { entGroups: [group], agentGroups })
  const onPick = vi.fn()
  const drawer = await openLayer(
    (close) => <ReplyDrawer title="快捷回复" source="redbook" fill={(text) => text} onPick={onPick} onClose={close} />,
    { server, permissions },
  )
  return { ...drawer, server, onPick }
}

test('a reply is inserted or sent at once, and the drawer closes', async () => {
  const drawer = await open()

  await drawer.user.click(await screen.findByRole('button', { name: '插入「问候」' }))

  await drawer.expectClosed()
  expect(drawer.onPick).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: hello.id }), false)
})

test('the library is narrowed by what is typed', async () => {
  const drawer = await open()
  await screen.findByText('问候')

  await drawer.user.type(screen.getByLabelText('搜索标题、内容、快捷码或拼音首字母'), '人民路')
  expect(screen.queryByText('问候')).toBeNull()
  expect(screen.getByText('地址')).toBeTruthy()

  await drawer.user.click(screen.getByText('我的'))
  expect(await screen.findByText('没有符合条件的结果')).toBeTruthy()
})

test('a library that cannot be read can be asked for again', async () => {
  const server = createFakeServer()
  server.refuse(quickReplyApi.groupReplies, 'forbidden')
  const drawer = await openLayer(
    (close) => (
      <ReplyDrawer title="快捷回复" source="redbook" fill={(text) => text} onPick={() => {}} onClose={close} />
    ),
    { server },
  )
  await screen.findByText('没有权限')

  server.answer(quickReplyApi.groupReplies, { entGroups: [group], agentGroups: [] })
  await drawer.user.click(drawer.button('重试'))

  expect(await screen.findByText('问候')).toBeTruthy()
})

test('one’s own replies are made, changed and deleted here; the enterprise’s only copied', async () => {
  const drawer = await open()
  await drawer.user.click(await screen.findByRole('button', { name: '「问候」的更多操作' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['复制到我的'])
  expect(screen.queryByRole('button', { name: '新建回复' })).toBeNull()
  expect(screen.getByRole('link', { name: '管理快捷回复' }).getAttribute('href')).toBe('/setting/quick-reply')
  drawer.server.answer(quickReplyApi.copy, hello)
  await drawer.user.click(screen.getByRole('menuitem', { name: '复制到我的' }))
  await expect.poll(() => drawer.server.calls(quickReplyApi.copy)).toMatchObject([{ body: { id: hello.id } }])

  await drawer.user.click(screen.getByText('我的'))
  await drawer.user.click(await screen.findByRole('button', { name: '「报价」的更多操作' }))
  await drawer.user.click(screen.getByRole('menuitem', { name: '编辑' }))
  const sheet = within(await screen.findByRole('dialog', { name: '编辑快捷回复' }))
  drawer.server.answer(quickReplyApi.update, { ...price, warnings: [] })
  await drawer.user.type(sheet.getByLabelText('标题'), '单')
  await drawer.user.click(sheet.getByRole('button', { name: '保存' }))
  await expect
    .poll(() => drawer.server.calls(quickReplyApi.update))
    .toMatchObject([{ body: { id: price.id, title: '报价单', version: price.version } }])

  await drawer.user.click(await screen.findByRole('button', { name: '「报价」的更多操作' }))
  await drawer.user.click(screen.getByRole('menuitem', { name: '删除' }))
  drawer.server.answer(quickReplyApi.remove, true)
  const question = within(await screen.findByRole('alertdialog', { name: '删除「报价」？' }))
  expect(question.getByText('删除后不可恢复。')).toBeTruthy()
  await drawer.user.click(question.getByRole('button', { name: '确认' }))
  await expect.poll(() => drawer.server.calls(quickReplyApi.remove)).toMatchObject([{ body: { id: price.id } }])
  expect(screen.getByRole('button', { name: '新建回复' })).toBeTruthy()
})

test('who manages the enterprise’s replies changes them here too', async () => {
  const drawer = await open(['quickReply:manageEnterprise'])

  await drawer.user.click(await screen.findByRole('button', { name: '「问候」的更多操作' }))

  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['编辑', '复制到我的', '删除'])
})

test('without a group of one’s own the first reply makes one', async () => {
  const drawer = await open([], [])
  await drawer.user.click(screen.getByText('我的'))

  await drawer.user.click(await screen.findByRole('button', { name: '新建回复' }))
  const sheet = within(await screen.findByRole('dialog', { name: '新建快捷回复' }))
  expect(sheet.getByText('我的收藏')).toBeTruthy()
  drawer.server.answer(quickReplyApi.create, { ...price, warnings: [] })
  await drawer.user.type(sheet.getByLabelText('标题'), '报价')
  await drawer.user.type(sheet.getByLabelText('内容'), '每平 1280 元')
  await drawer.user.click(sheet.getByRole('button', { name: '保存' }))

  await expect
    .poll(() => drawer.server.calls(quickReplyApi.create))
    .toMatchObject([{ body: { groupId: null, title: '报价' } }])
})

test('a full library says why nothing can be added', async () => {
  const replies = Array.from({ length: QUICK_REPLIES_MAX }, () => price)
  const drawer = await open([], [{ ...own, replies }])
  await drawer.user.type(screen.getByLabelText('搜索标题、内容、快捷码或拼音首字母'), '没有')
  await drawer.user.click(screen.getByText('我的'))

  const button = await screen.findByRole('button', { name: '新建回复' })
  expect(button).toHaveProperty('disabled', true)
  await drawer.user.hover(button.parentElement!)
  expect(await screen.findByText(`每个库最多 ${QUICK_REPLIES_MAX} 条`)).toBeTruthy()
})
