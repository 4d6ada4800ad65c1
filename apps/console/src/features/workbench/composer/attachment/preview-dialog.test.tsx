import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openLayer } from '../../../../testing/render.tsx'
import { PreviewDialog } from './preview-dialog.tsx'

const images = [new File(['a'], 'a.png', { type: 'image/png' }), new File(['b'], 'a.png', { type: 'image/png' })]

async function open() {
  const onSend = vi.fn()
  const dialog = await openLayer((close) => (
    <PreviewDialog
      images={images}
      onCancel={close}
      onSend={() => {
        onSend()
        close()
      }}
    />
  ))
  return { ...dialog, onSend }
}

test('pictures are shown before they are sent, once for a double click', async () => {
  const dialog = await open()
  expect(screen.getByRole('dialog', { name: '发送 2 张图片？' })).toBeTruthy()
  expect(document.activeElement).toBe(dialog.button('发送'))

  await dialog.user.dblClick(dialog.button('发送'))

  await dialog.expectClosed()
  expect(dialog.onSend).toHaveBeenCalledOnce()
})

test.each(['取消', 'Escape'])('%s sends nothing', async (way) => {
  const dialog = await open()

  if (way === '取消') await dialog.user.click(dialog.button('取消'))
  else await dialog.user.keyboard('{Escape}')

  await dialog.expectClosed()
  expect(dialog.onSend).not.toHaveBeenCalled()
})
