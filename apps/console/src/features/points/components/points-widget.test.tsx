import { EntAccount, type Permission, pointsApi } from '@ruwu/contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { PointsWidget } from './points-widget.tsx'

async function openFacts(permissions: readonly Permission[], averageDailyConsumePoints = 100) {
  const server = createFakeServer()
  server.answer(
    pointsApi.info,
    sample(EntAccount, { orderPoints: 900, averageDailyConsumePoints, hasPaid: true, notice: '' }),
  )
  const page = renderConsole(<PointsWidget />, { server, path: '/home', permissions })
  fireEvent.focus(await screen.findByRole('button', { name: /积分/ }))
  await screen.findByText('日均消耗')
  return page
}

test.each([
  ['and how long it lasts', 100, '积分余额预警900预计可用 9 天', '预计可用 9 天'],
  ['once, where nothing is spent', 0, '积分余额健康900', '充足'],
])('the sidebar says how the balance is, %s', async (_how, averageDailyConsumePoints, said, lasts) => {
  await openFacts([], averageDailyConsumePoints)

  expect(screen.getByRole('button', { name: /积分/ }).textContent).toBe(said)
  expect(screen.getByText(lasts, { selector: 'p' })).toBeTruthy()
})

test('充值 leads who may buy to the points', async () => {
  const { user, address } = await openFacts(['pointManagement:viewPage', 'pointManagement:purchase'])

  await user.click(screen.getByRole('button', { name: '充值' }))

  expect(address()).toBe('/point')
})

test.each([
  ['a reader of the points', ['pointManagement:viewPage']],
  ['an agent without the points page', []],
] as const)('%s is not offered 充值', async (_who, permissions) => {
  await openFacts(permissions)

  expect(screen.queryByRole('button', { name: '充值' })).toBeNull()
})
