import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openLayer } from '../testing/render.tsx'
import { ShortcutList } from './shortcut-list.tsx'

test('? lists the keys; it closes with its button and with Escape', async () => {
  const page = await openLayer(() => <ShortcutList />)

  await page.user.keyboard('?')
  expect((await screen.findByRole('dialog')).textContent).toContain('Alt')
  await page.user.click(screen.getByRole('button', { name: '知道了' }))
  await page.expectClosed()

  await page.user.keyboard('?')
  await screen.findByRole('dialog')
  await page.user.keyboard('{Escape}')
  await page.expectClosed()
})

test('? typed into a field is text', async () => {
  const page = await openLayer(() => (
    <>
      <input aria-label="搜索" />
      <ShortcutList />
    </>
  ))

  await page.user.type(screen.getByLabelText('搜索'), '?')

  expect(page.isOpen()).toBe(false)
})

test('an agent who may not chat sees no keys of the chat', async () => {
  const page = await openLayer(() => <ShortcutList />, { permissions: [] })

  await page.user.keyboard('?')

  expect((await screen.findByRole('dialog')).textContent).not.toContain('Alt')
})
