import { QuickReply, QuickReplyGroup, quickReplyApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { openLayer } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { ReplyDrawer } from './reply-drawer.tsx'

const hello = sample(QuickReply, { title: '问候', content: '您好，{客户昵称}', sources: [] })
const address = sample(QuickReply, { title: '地址', content: '人民路 1 号', sources: [] })
const group = sample(QuickReplyGroup, { title: '常用', ownerType: 'enterprise', replies: [hello, address] })

async function open() {
  const server = createFakeServer()
  server.answer(quickReplyApi.groupReplies, { entGroups: [group], agentGroups: [] })
  const onPick = vi.fn()
  const drawer = await openLayer(
    (close) => <ReplyDrawer title="快捷回复" source="redbook" fill={(text) => text} onPick={onPick} onClose={close} />,
    { server },
  )
  return { ...drawer, onPick }
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
