import { EntAccount, type Permission, pointsApi } from '@ruwu/contract'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ResultError } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { PointsGate } from './points-gate.tsx'

type Part = Partial<EntAccount>

function open(path: string, part: Part, options: { permissions?: readonly Permission[] } = {}) {
  localStorage.clear()
  const server = createFakeServer()
  server.answer(pointsApi.info, sample(EntAccount, { isAvailable: true, ...part }))
  server.answer(pointsApi.bonusInfo, [])
  return renderConsole(<PointsGate />, { server, path, ...options })
}

const plenty: Part = { orderPoints: 10_000 }
const button = (name: string) => screen.getByRole('button', { name })

test('used-up points are announced once; 稍后处理 puts the warning away', async () => {
  const page = open('/setting', { isAvailable: false })

  await screen.findByRole('alertdialog', { name: '积分已用尽' })
  // The focus follows what is drawn.
  await expect.poll(() => document.activeElement).toBe(button('稍后处理'))
  await page.user.click(button('稍后处理'))

  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('去充值 leads to the page of the points', async () => {
  const page = open('/setting', { isAvailable: false })
  await screen.findByRole('alertdialog', { name: '积分已用尽' })

  await page.user.click(button('去充值'))

  expect(page.address()).toBe('/point')
})

// R55
test.each([
  ['积分已用尽', '稍后处理', '/setting', { isAvailable: false }, []],
  ['积分不足', '返回首页', '/automation', { isAvailable: false }, []],
  ['积分说明', '知道了', '/home', plenty, []],
  ['积分已用尽', '稍后处理', '/setting', { isAvailable: false }, ['pointManagement:viewPage']],
] as const)('who may not buy points: %s has only %s', async (title, only, path, part, permissions) => {
  open(path, part, { permissions })

  await screen.findByText(title)

  expect(button(only)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '去充值' })).toBeNull()
})

// R65
test('a page that needs points can only be left while there are none', async () => {
  const page = open('/automation', { isAvailable: false })
  await screen.findByRole('alertdialog', { name: '积分不足' })

  await page.user.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog', { name: '积分不足' })).toBeTruthy()
  await page.user.click(button('返回首页'))

  expect(page.address()).toBe('/home')
})

test('a call refused for want of points opens the dialog instead of a toast', async () => {
  const page = open('/setting', plenty)
  await expect.poll(() => page.server.calls(pointsApi.info).length).toBe(1)

  act(() => showError(new ResultError(40302, '积分不足', null)))
  await screen.findByRole('alertdialog', { name: '积分不足' })
  await page.user.click(button('知道了'))

  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(page.toasts).toEqual([])
})

// R66
test('the explanation opens on the first visit to 首页 and not again', async () => {
  const page = open('/home', plenty)

  await screen.findByRole('dialog', { name: '积分说明' })
  await page.user.click(button('知道了'))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(localStorage.length).toBeGreaterThan(0)
})
