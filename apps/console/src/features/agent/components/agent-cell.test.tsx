import { Agent } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { LastLogin, StatusText } from './agent-cell.tsx'

test.each([
  ['who has never signed in is not 在线', { enabled: true, lastLoginAt: null }, 0, 1],
  ['who is disabled is not 在线', { enabled: false, lastLoginAt: '2026-03-16T02:00:00.000Z' }, 0, 0],
  ['who works is 在线', { enabled: true, lastLoginAt: '2026-03-16T02:00:00.000Z' }, 1, 0],
])('%s', async (_who, part, online, never) => {
  const agent = sample(Agent, { status: 1, busy: null, ...part })
  renderConsole(
    <>
      <p>客服</p>
      <StatusText agent={agent} />
      <LastLogin agent={agent} timeZone="Asia/Shanghai" />
    </>,
  )
  await screen.findByText('客服')

  expect(screen.queryAllByText('在线')).toHaveLength(online)
  expect(screen.queryAllByText('从未登录')).toHaveLength(never)
})
