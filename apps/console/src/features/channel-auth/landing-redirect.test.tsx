import { enterpriseApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { memoryStorage } from '../../testing/memory-storage.ts'
import { renderConsole } from '../../testing/render.tsx'
import { BindLanding } from './components/bind-landing.tsx'
import { needsLanding, rememberLanding, skipLanding, useLandingRedirect } from './landing-redirect.ts'

beforeEach(() => localStorage.clear())

function Shell() {
  useLandingRedirect()
  return '工作台'
}

function open(bound: boolean, permissions: Parameters<typeof renderConsole>[1] = {}, page = <Shell />) {
  const server = createFakeServer()
  server.answer(enterpriseApi.hasSuccessBound, bound ? { boundAt: '2026-07-08T01:00:00.000Z' } : null)
  return renderConsole(page, { server, path: '/tag', ...permissions })
}

test('without an account every page leads to the landing page, with the permission to bind one or not', async () => {
  const page = open(false, { permissions: [] })

  await expect.poll(page.address).toBe('/channel-auth')
})

test('who chose to work without an account is not led away again', async () => {
  const page = open(false)
  skipLanding()

  await expect.poll(() => page.server.calls(enterpriseApi.hasSuccessBound).length).toBe(1)
  expect(page.address()).toBe('/tag')
})

test('an enterprise with an account stays where it is', async () => {
  const page = open(true)

  await expect.poll(() => page.server.calls(enterpriseApi.hasSuccessBound).length).toBe(1)
  expect(page.address()).toBe('/tag')
})

test('who may not bind accounts reads whom to ask, and can go on', async () => {
  const page = open(false, { permissions: ['im:viewPage'] }, <BindLanding />)

  expect(await screen.findByText('企业尚未绑定渠道账号，请联系管理员')).toBeTruthy()
  await page.user.click(screen.getByRole('link', { name: '进入工作台' }))

  expect(page.address()).toBe('/home')
  expect(localStorage.length).toBeGreaterThan(0)
})

test('the choice holds for one sign-in', () => {
  const memory = memoryStorage()
  expect(needsLanding(memory, 'first-sign-in')).toBe(true)

  rememberLanding(memory, 'first-sign-in')

  expect(needsLanding(memory, 'first-sign-in')).toBe(false)
  expect(needsLanding(memory, 'second-sign-in')).toBe(true)
})

test('what is remembered does not open the session', () => {
  const kept: string[] = []
  const memory = { ...memoryStorage(), set: (_: string, value: string) => void kept.push(value) }

  rememberLanding(memory, 'x9VRgxwvTSsDG-siOh7SfpExDO0eqQXrjtOF3NDMz58')

  expect(kept).toEqual(['x9VRgxwv'])
})
