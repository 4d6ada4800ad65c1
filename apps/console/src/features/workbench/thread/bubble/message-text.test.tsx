import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openLayer } from '../../../../testing/render.tsx'
import { MessageText } from './message-text.tsx'

const TEXT = '看看 https://example.com/a'

async function open(isTrusted: boolean) {
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
  const page = await openLayer(() => <MessageText source="redbook" text={TEXT} keyword="" isTrusted={isTrusted} />)
  return { ...page, openWindow }
}

test('the link of a customer opens after a question that shows its address', async () => {
  const page = await open(false)

  await page.user.click(page.button('https://example.com/a'))
  await screen.findByRole('alertdialog', { name: '即将打开外部链接' })
  expect(page.openWindow).not.toHaveBeenCalled()
  await page.answer('即将打开外部链接', '确认')

  await expect
    .poll(() => page.openWindow.mock.calls)
    .toEqual([['https://example.com/a', '_blank', 'noopener,noreferrer']])
})

test('取消 opens nothing', async () => {
  const page = await open(false)

  await page.user.click(page.button('https://example.com/a'))
  await page.answer('即将打开外部链接', '取消')

  expect(page.openWindow).not.toHaveBeenCalled()
})

test('a link of an agent opens at once, without access to this window', async () => {
  await open(true)

  expect(screen.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer')
})
