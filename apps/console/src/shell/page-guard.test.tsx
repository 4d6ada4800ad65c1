import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing/render.tsx'
import { PageGuard } from './page-guard.tsx'

const guarded = <PageGuard permission="statistics:viewPage">统计</PageGuard>

test('a page without its permission leads home and says why, once', async () => {
  const { address, toasts } = renderConsole(guarded, { path: '/bi', permissions: ['im:viewPage'] })

  await expect.poll(address).toBe('/home')
  expect(screen.queryByText('统计')).toBeNull()
  expect(toasts).toEqual(['warning: 您没有访问此页面的权限'])
})

test('a page below /home stays, and says that the permission is missing', async () => {
  const { address, toasts } = renderConsole(guarded, { path: '/home/daily', permissions: ['im:viewPage'] })

  expect(await screen.findByText('您没有访问此页面的权限')).toBeTruthy()
  expect(document.title).toContain('没有权限')
  expect([address(), toasts]).toEqual(['/home/daily', []])
})

test('a page with its permission is shown', () => {
  const { address } = renderConsole(guarded, { path: '/bi', permissions: ['statistics:viewPage'] })

  expect(screen.getByText('统计')).toBeTruthy()
  expect(address()).toBe('/bi')
})
