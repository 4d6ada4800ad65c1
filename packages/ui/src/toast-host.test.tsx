import { render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { dismiss, notice, toastStore } from './toast.ts'
import { ToastHost } from './toast-host.tsx'

test('of many notices the newest three are drawn, and how many more there are', () => {
  for (const text of ['一', '二', '三', '四', '五']) notice('提醒', text)
  const { unmount } = render(<ToastHost />)
  onTestFinished(() => {
    unmount()
    for (const { id } of toastStore.get()) dismiss(id)
  })

  expect(screen.getAllByRole('status').map((it) => it.textContent)).toEqual(['提醒三', '提醒四', '提醒五'])
  expect(screen.getByText('另有 2 条提醒')).toBeDefined()
})
