import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openLayer } from '../../../../testing/render.tsx'
import { MediaViewer, type ViewedMedia } from './media-viewer.tsx'

const items: ViewedMedia[] = ['一', '二', '三'].map((alt) => ({
  id: alt,
  kind: 'image',
  url: `https://example.com/${alt}.png`,
  alt,
}))

const percent = () => screen.getByRole('status').textContent

const open = () => openLayer((close) => <MediaViewer items={items} firstId="二" onClose={close} />)

test('arrow keys and buttons walk through the pictures, and stop at the ends', async () => {
  const viewer = await open()
  expect(screen.getByText('2 / 3')).toBeTruthy()

  await viewer.user.keyboard('{ArrowRight}')
  expect(screen.getByText('3 / 3')).toBeTruthy()
  expect(viewer.button('下一张')).toHaveProperty('disabled', true)
  await viewer.user.click(viewer.button('上一张'))

  expect(screen.getByText('2 / 3')).toBeTruthy()
})

test('the zoom is shown in per cent and reset for the next picture', async () => {
  const viewer = await open()

  const first = percent()
  await viewer.user.keyboard('+')
  expect(percent()).not.toBe(first)
  await viewer.user.keyboard('{ArrowLeft}')

  expect(percent()).toBe(first)
})

test('Escape closes the viewer and returns the focus', async () => {
  const viewer = await open()
  expect(viewer.isOpen()).toBe(true)

  await viewer.user.keyboard('{Escape}')

  await viewer.expectClosed()
})
