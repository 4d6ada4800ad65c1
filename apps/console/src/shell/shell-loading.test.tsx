import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, matchRoutes, RouterProvider } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { browserStorage } from '../browser/storage.ts'
import { LeaveGuardHost } from '../form/leave-guard-host.tsx'
import { routes } from '../routes.tsx'
import { ShellLoading } from './shell-loading.tsx'
import styles from './shell-loading.module.css'
import { rememberFold } from './sidebar-fold.ts'

/** What the router draws for an address until its scripts and first data are there. */
const fallbackOf = (path: string) =>
  matchRoutes(routes, path)?.findLast(({ route }) => route.HydrateFallback)?.route.HydrateFallback

test.each([
  ['/chat', true],
  ['/automation/detail', true],
  ['/login', false],
  ['/', false],
])('%s starts in the shape of the shell: %s', (path, isShell) => {
  expect(fallbackOf(path) === ShellLoading).toBe(isShell)
})

// R20
test.each([
  ['unfolded', false],
  ['folded', true],
])('the shape has the %s sidebar of the agent, and is announced', (_what, isFolded) => {
  rememberFold(browserStorage, isFolded)
  onTestFinished(() => {
    localStorage.clear()
    cleanup()
  })
  const shell = { HydrateFallback: ShellLoading, loader: () => new Promise(() => {}), path: '*', Component: () => null }
  const root = { Component: LeaveGuardHost, children: [shell] }

  const { container } = render(<RouterProvider router={createMemoryRouter([root])} />)

  expect(screen.getByRole('status').textContent).toBe('页面加载中....')
  expect(container.querySelector(`.${styles.sidebar}`)?.classList.contains(styles.folded!)).toBe(isFolded)
})
