import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { OpenState } from './account-states.tsx'

const openExpireAt = '2026-08-01T04:00:00.000Z'

test.each([
  ['the expiry', { openExpireAt, lastError: null }, '授权到期：2026-08-01 12:00'],
  ['the last error', { openExpireAt: null, lastError: '发送失败' }, '最近错误：发送失败'],
  ['both', { openExpireAt, lastError: '发送失败' }, '授权到期：2026-08-01 12:00；最近错误：发送失败'],
])('the hint of the authorisation tells %s', async (_what, account, text) => {
  const { user } = renderConsole(<OpenState account={{ openStatus: 'expiring', ...account }} />, {
    server: createFakeServer(),
  })

  await user.hover(screen.getByText('即将过期'))

  expect((await screen.findByRole('tooltip')).textContent).toBe(text)
})
