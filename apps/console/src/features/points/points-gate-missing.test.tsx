import { EntAccount, pointsApi } from '@ruwu/contract'
import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { onDemand } from '../../rendering/on-demand.tsx'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { PointsGate } from './points-gate.tsx'
import { pointsKeys } from './points.queries.ts'

const MissingDialog = onDemand(async () => {
  throw new Error('the script of an older release')
})

const account = (averageDailyConsumePoints: number) =>
  sample(EntAccount, { isAvailable: false, averageDailyConsumePoints })

test('a warning whose script does not come is told once, and again when the network is back', async () => {
  localStorage.clear()
  const server = createFakeServer()
  server.answer(pointsApi.info, account(1))
  // Whether the server is there is asked before the failure is told.
  const { fetch: fetchFake } = globalThis
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) =>
    args[1]?.method === 'HEAD' ? Promise.resolve(new Response(null)) : fetchFake(...args),
  )
  const { cache, toasts } = renderConsole(<PointsGate WarningDialog={MissingDialog} />, { server, path: '/setting' })
  const refresh = (next: EntAccount) => act(async () => void cache.setQueryData(pointsKeys.account, next))

  await expect.poll(() => toasts).toHaveLength(1)
  await refresh(account(2))
  await refresh(account(3))
  expect(toasts).toHaveLength(1)

  act(() => void window.dispatchEvent(new Event('online')))
  await refresh(account(4))
  await expect.poll(() => toasts).toHaveLength(2)
})
