import { agentApi, CustomerDetail, customerApi, flowApi, FlowId, messageApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { me, renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { ThreadHeader } from './thread-header.tsx'

/** The header at a width of the pane; only `ResizeObserver` tells it. */
async function open(width: number) {
  vi.stubGlobal(
    'ResizeObserver',
    class extends ResizeObserver {
      private readonly tell: ResizeObserverCallback
      constructor(tell: ResizeObserverCallback) {
        super(tell)
        this.tell = tell
      }
      override observe(target: Element) {
        const entry = { target, contentRect: { width } } as ResizeObserverEntry
        if (target.tagName === 'HEADER') queueMicrotask(() => this.tell([entry], this))
        else super.observe(target)
      }
    },
  )
  const customer = sample(CustomerDetail, { agentId: me.id, canHost: true, archive: false })
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(flowApi.choices, [{ id: sample(FlowId), name: '留资引导' }])
  server.answer(customerApi.archive, { ...customer, archive: true, isUndoable: false })
  server.answer(messageApi.modelHelp, sample(messageApi.modelHelp.data))
  const onSearch = vi.fn()
  const page = renderConsole(<ThreadHeader customer={customer} meId={me.id} agents={new Map()} onSearch={onSearch} />, {
    server,
  })
  await screen.findByRole('switch', { name: '工作流' })
  return { ...page, onSearch, buttons: () => screen.getAllByRole('button').map((it) => it.getAttribute('aria-label')) }
}

test.each([
  ['beside an unfolded sidebar', 605, true],
  ['with less room', 579, false],
])('%s at %i px archiving and the search are buttons: %s', async (_where, width, areButtons) => {
  const { buttons } = await open(width)

  await expect.poll(() => buttons().includes('归档')).toBe(areButtons)
  expect(buttons().includes('搜索会话')).toBe(areButtons)
})

test('in a narrow pane the switches keep their names, and the menu archives and searches', async () => {
  const { user, server, onSearch, buttons } = await open(579)
  await expect.poll(() => buttons().includes('归档')).toBe(false)
  expect(screen.getByRole('switch', { name: 'AI 托管' })).toBeTruthy()

  await user.click(screen.getByRole('button', { name: '更多' }))
  await user.click(await screen.findByText('搜索会话'))
  expect(onSearch).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: '更多' }))
  await user.click(await screen.findByText('归档'))

  await expect.poll(() => server.calls(customerApi.archive)).toHaveLength(1)
})
