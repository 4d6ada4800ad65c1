import { EntAccount, pointsApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { LowPointsBanner } from './low-points-banner.tsx'

const notice = '积分预计可用约 10 天，现有 840 积分，请及时充值'

function open(part: Partial<EntAccount>) {
  const server = createFakeServer()
  server.answer(pointsApi.info, sample(EntAccount, part))
  server.answer(pointsApi.seeNotice, true)
  return renderConsole(<LowPointsBanner />, { server })
}

test('a notice stands until 知道了, which is kept', async () => {
  const { user, server } = open({ notice })
  await screen.findByText(notice)

  await user.click(screen.getByRole('button', { name: '知道了' }))

  await expect.poll(() => screen.queryByText(notice)).toBeNull()
  expect(server.calls(pointsApi.seeNotice)).toHaveLength(1)
})

test('去充值 leads to the points and counts as seen', async () => {
  const { user, server, address } = open({ notice })
  await screen.findByText(notice)

  await user.click(screen.getByRole('button', { name: '去充值' }))

  expect(address()).toBe('/point')
  await expect.poll(() => server.calls(pointsApi.seeNotice)).toHaveLength(1)
})

test('a refusal is told and the notice stays', async () => {
  const { user, server, toasts } = open({ notice })
  server.refuse(pointsApi.seeNotice, 'internal')
  await screen.findByText(notice)

  await user.click(screen.getByRole('button', { name: '知道了' }))

  await expect.poll(() => toasts).toHaveLength(1)
  expect(screen.getByText(notice)).toBeTruthy()
})

test('without a notice nothing is shown', async () => {
  const { server } = open({ notice: '' })
  await expect.poll(() => server.calls(pointsApi.info)).toHaveLength(1)

  expect(screen.queryByRole('alert')).toBeNull()
})
