import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openLayer, valueIn } from '../../../../testing/render.tsx'
import type { KnownVideo } from './known-videos.ts'
import { VideoDialog } from './video-dialog.tsx'

async function open(videos: KnownVideo[] = []) {
  const onSend = vi.fn()
  const dialog = await openLayer((close) => <VideoDialog videos={videos} onClose={close} onSend={onSend} />)
  return { ...dialog, onSend }
}

test('a double click sends the video once, then the focus returns', async () => {
  const dialog = await open()

  await dialog.fill('视频 ID', ' 7300001 ')
  await dialog.user.dblClick(dialog.button('发送'))

  await dialog.expectClosed()
  expect(dialog.onSend).toHaveBeenCalledExactlyOnceWith('7300001')
})

test('an empty id is refused', async () => {
  const dialog = await open()

  await dialog.user.click(dialog.button('发送'))

  expect(await screen.findByText('请输入视频 ID')).toBeTruthy()
  expect(dialog.onSend).not.toHaveBeenCalled()
})

test('leaving with a typed id asks first', async () => {
  const dialog = await open()
  await dialog.fill('视频 ID', '7300001')

  await dialog.user.keyboard('{Escape}')
  await dialog.answer('有未保存的修改，确定离开？', '继续编辑')
  expect(valueIn('视频 ID')).toBe('7300001')
  await dialog.user.click(dialog.button('取消'))
  await dialog.answer('有未保存的修改，确定离开？', '放弃修改')

  await dialog.expectClosed()
  expect(dialog.onSend).not.toHaveBeenCalled()
})

test('a video of the conversation is chosen by its title', async () => {
  const dialog = await open([
    { itemId: '@8hxdh', title: '三房改造' },
    { itemId: '@9vwab', title: '' },
  ])

  await dialog.user.click(dialog.button('三房改造'))
  expect(dialog.button('三房改造').getAttribute('aria-pressed')).toBe('true')
  await dialog.user.click(dialog.button('发送'))

  expect(dialog.onSend).toHaveBeenCalledExactlyOnceWith('@8hxdh')
})
