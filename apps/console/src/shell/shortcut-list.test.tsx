import { allPermissions } from '@ruwu/domain'
import { screen, within } from '@testing-library/react'
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

  expect((await screen.findByRole('dialog')).textContent).not.toContain('下一位客户')
})

/** The keys of each row, by the heading above it. */
async function listed(permissions = allPermissions()) {
  const page = await openLayer(() => <ShortcutList />, { permissions })
  await page.user.keyboard('?')
  const sections = [...(await screen.findByRole('dialog')).querySelectorAll('section')]
  return new Map(
    sections.map((section) => [
      within(section).getByRole('heading').textContent,
      within(section)
        .getAllByRole('term')
        .map((row) => [...row.querySelectorAll('kbd')].map((key) => key.textContent).join('+')),
    ]),
  )
}

test('the keys of 建议回复 and 改写 are listed for who may use them', async () => {
  expect((await listed()).get('建议回复与改写')).toEqual(['Tab', 'Esc', 'Ctrl+Z'])
})

test('they are not listed for who may not use them', async () => {
  const keys = await listed(allPermissions().filter((each) => each !== 'im:aiAssist'))

  expect(keys.get('建议回复与改写')).toBeUndefined()
})

test('no key of every page is one of 私信 too', async () => {
  const keys = await listed()
  const together = ['全局', '私信'].flatMap((title) => keys.get(title) ?? [])

  expect(together).toContain('Alt+C')
  expect(new Set(together).size).toBe(together.length)
})
