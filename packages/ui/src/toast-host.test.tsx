import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
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

test('a notice that leads somewhere is one button, reached by Tab, and closes when it is pressed', async () => {
  const open = vi.fn()
  notice('提醒', '半夏 分配给您', 'info', open)
  const { unmount } = render(<ToastHost />)
  onTestFinished(unmount)
  const user = userEvent.setup()

  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '提醒 半夏 分配给您' }))
  await user.keyboard('{Enter}')

  expect(open).toHaveBeenCalledOnce()
  expect(screen.queryByText('半夏 分配给您')).toBeNull()
})

test('a notice that leads nowhere is text', () => {
  notice('提醒', '今日自动消息已达上限')
  const { unmount } = render(<ToastHost />)
  onTestFinished(() => {
    unmount()
    for (const { id } of toastStore.get()) dismiss(id)
  })

  expect(screen.getAllByRole('button').map((it) => it.getAttribute('aria-label'))).toEqual(['关闭'])
})
