import { AgentId, EntId, type Permission } from '@ruwu/contract'
import { allPermissions, toMPerms } from '@ruwu/domain'
import { ConfirmHost, TooltipHost, toast } from '@ruwu/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, getConfig, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { ConfigProvider } from 'antd'
import * as React from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, onTestFinished, vi } from 'vitest'
import { LeaveGuardHost } from '../form/leave-guard-host.tsx'
import { SaveKeyHost } from '../form/save-key-host.tsx'
import { permissionKey } from '../features/permission/index.ts'
import type { Page } from '../routing/page-table.ts'
import { writeSession } from '../session/session.ts'
import { createQueryClient } from '../api/query-client.ts'
import { createFakeServer, type FakeServer } from './fake-server.ts'
import { sampleId } from './sample.ts'

configure(({ getElementError }) => ({
  // Whether an ancestor hides an element is a style sheet's business, and style sheets are not loaded here.
  defaultHidden: true,
  asyncUtilTimeout: 60_000,
  // While it waits, `findBy` would print the whole page at every look that fails; at the time limit it prints it anyway.
  getElementError: (message, container) =>
    isWaiting()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
}))

const isWaiting = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true

// React records a call stack for each of the first ten thousand elements of a second, which costs more than the element
// itself and is shown only in the text of a warning. Told that there were more already, it records none.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object,
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => Infinity, set: () => {} },
)

/** The agent who is signed in, the same in every test of a worker. */
export const me = { id: AgentId.parse(sampleId()), entId: EntId.parse(sampleId()) }

/** The address that the browser's Back leads to. */
export const BEFORE = '/before'

type Options = {
  /** Of the signed-in agent; all of them by default. */
  permissions?: readonly Permission[]
  /** The address shown; the layer is drawn at every one. */
  path?: string
  server?: FakeServer
  /** Those of the menu; none by default. */
  pages?: readonly Page[]
}

/** Draws part of the console as the shell would: signed in, with its cache, router, theme and confirm dialogs. */
export function renderConsole(children: React.ReactNode, options: Options = {}) {
  const { permissions = allPermissions(), path = '/', server = createFakeServer(), pages: menu = [] } = options
  writeSession({ token: 'token', entId: me.entId, id: me.id, entName: '如晤演示' })
  const cache = createQueryClient()
  cache.setQueryData(permissionKey, toMPerms(permissions))
  const toasts = recordToasts()
  // A refusal is also logged as a warning.
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const pages = [{ Component: LeaveGuardHost, handle: { pages: menu }, children: [{ path: '*', element: children }] }]
  const router = createMemoryRouter(pages, { initialEntries: [BEFORE, path], initialIndex: 1 })
  render(
    <QueryClientProvider client={cache}>
      <ConfigProvider
        button={{ autoInsertSpace: false }}
        theme={{ zeroRuntime: true, token: { motion: false } }}
        wave={{ disabled: true }}
      >
        <RouterProvider router={router} />
        <ConfirmHost />
        <TooltipHost />
        <SaveKeyHost />
      </ConfigProvider>
    </QueryClientProvider>,
  )
  onTestFinished(async () => {
    // Questions outlive the page: an open one would be asked in the next test.
    for (const question of screen.queryAllByRole('alertdialog'))
      question.querySelector<HTMLElement>('[data-autofocus]')?.click()
    cleanup()
    cache.clear()
    vi.restoreAllMocks()
  })
  return {
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    server,
    cache,
    toasts,
    back: () => getConfig().asyncWrapper(() => router.navigate(-1)),
    address: () => router.state.location.pathname + router.state.location.search,
  }
}

/**
 * A page whose button 打开 mounts a dialog, sheet or form, and unmounts it when it closes itself.
 * Resolves with the layer open and the focus where it put it.
 */
export async function openLayer(layer: (close: () => void) => React.ReactNode, options: Options = {}) {
  function Opener() {
    const [isOpen, setIsOpen] = React.useState(false)
    return (
      <>
        <button type="button" onClick={() => setIsOpen(true)}>
          打开
        </button>
        {isOpen && layer(() => setIsOpen(false))}
      </>
    )
  }
  const page = renderConsole(<Opener />, options)
  const opener = await screen.findByText('打开')
  await page.user.click(opener)
  return {
    ...page,
    button: (name: string) => screen.getByRole('button', { name }),
    /** Replaces what an input holds. */
    async fill(label: string, text: string) {
      const input = screen.getByLabelText(label)
      await page.user.clear(input)
      input.focus()
      if (text) await page.user.paste(text)
    },
    /** Chooses an option of an antd select by its text. */
    async choose(label: string, option: string) {
      await page.user.click(screen.getByLabelText(label))
      const options = await screen.findAllByText(option, { selector: '.ant-select-item-option-content' })
      await page.user.click(options[0]!)
    },
    /** Answers the confirm dialog, which must have this title. */
    async answer(title: string, button: string) {
      const question = await screen.findByRole('alertdialog', { name: title })
      await page.user.click(within(question).getByText(button))
    },
    isOpen: () => screen.queryByRole('dialog') !== null,
    /** No dialog is left, and the focus is back on what opened it. */
    expectClosed: (from: HTMLElement = opener) =>
      waitFor(() => {
        expect(screen.queryByRole('dialog')).toBeNull()
        expect(document.activeElement).toBe(from)
      }),
  }
}

function recordToasts() {
  const shown: string[] = []
  for (const kind of Object.keys(toast) as (keyof typeof toast)[]) {
    vi.spyOn(toast, kind).mockImplementation((text: string) => {
      shown.push(`${kind}: ${text}`)
    })
  }
  return shown
}

/** Chooses an option of an antd select where others with the same options were open before: closed lists stay in the page. */
export async function chooseIn(user: Pick<UserEvent, 'click'>, select: HTMLElement, option: string) {
  await user.click(select)
  const found = await waitFor(() => {
    const named = screen.getAllByText(option, { selector: '.ant-select-item-option-content' })
    const [first, ...others] = named.filter((each) => !each.closest('.ant-select-dropdown-hidden'))
    if (!first || others.length > 0) throw new Error(`${option}: 1 open list expected`)
    return first
  })
  await user.click(found)
}

/** What the input with this label holds. */
export const valueIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
