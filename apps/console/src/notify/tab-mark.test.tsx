import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useDocumentTitle } from './document-title.ts'
import { setTabMark, useTitleCount } from './tab-mark.ts'

function Page({ unread }: { unread: number }) {
  useTitleCount(unread)
  useDocumentTitle('私信')
  return null
}

test('the title has the number of the menu, whatever notices there are', () => {
  setTabMark({ count: 3, isFlashing: false })
  const { rerender, unmount } = render(<Page unread={15} />)
  expect(document.title).toBe('(15) 私信 · 如晤')

  rerender(<Page unread={120} />)
  expect(document.title).toBe('(99+) 私信 · 如晤')
  rerender(<Page unread={0} />)
  expect(document.title).toBe('私信 · 如晤')
  unmount()
})
