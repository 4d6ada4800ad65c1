import { Dialog, toast } from '@ruwu/ui'
import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isDialogOpen } from '../browser/keyboard.ts'
import { createFakeServer } from '../testing/fake-server.ts'
import { openLayer } from '../testing/render.tsx'
import { onDemand, usePreload } from './on-demand.tsx'

const Words = ({ onClose }: { onClose?: () => void }) => (
  <button type="button" onClick={onClose}>
    关闭
  </button>
)

test('a part is loaded when it is first shown, and once', async () => {
  const load = vi.fn(async () => Words)
  const Part = onDemand(load)
  expect(load).not.toHaveBeenCalled()

  const { user } = await openLayer((close) => <Part onClose={close} />)
  await user.click(await screen.findByText('关闭'))
  await user.click(screen.getByText('打开'))

  expect(screen.getByText('关闭')).toBeDefined()
  expect(load).toHaveBeenCalledOnce()
})

test('what was loaded ahead is there with the click', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  vi.stubGlobal('cancelIdleCallback', () => {})
  const Part = onDemand(async () => Words)
  const Page = () => {
    usePreload(Part)
    return null
  }
  await act(async () => render(<Page />))

  await openLayer((close) => <Part onClose={close} />)

  expect(screen.getByText('关闭')).toBeDefined()
})

const Question = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="转接" onCancel={onClose} footer={null}>
    <input aria-label="客服" />
  </Dialog>
)

test('ahead, nothing is asked for without a network', async () => {
  const load = vi.fn(async () => Words)
  const isOnline = vi.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => isOnline.mockRestore())
  onDemand(load).preload()
  expect(load).not.toHaveBeenCalled()

  isOnline.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))

  expect(load).toHaveBeenCalledOnce()
})

test('what is typed while a dialog is loaded goes nowhere else', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Question>()
  const Part = onDemand(() => promise, { holdsKeys: true })
  const page = await openLayer((close) => <Part onClose={close} />)
  const opener = screen.getByText('打开')
  await expect.poll(() => document.activeElement).not.toBe(opener)
  expect(isDialogOpen()).toBe(true)

  await page.user.keyboard('{Escape}')
  await page.expectClosed()
  expect(isDialogOpen()).toBe(false)

  await page.user.click(opener)
  resolve(Question)
  await screen.findByRole('dialog', { name: '转接' })
  await page.user.keyboard('{Escape}')
  await page.expectClosed()
})

/** A part whose first request fails while the server answers like this. */
async function openFailing(answer: () => Response, hasClose = true) {
  const server = createFakeServer()
  server.answerRaw('HEAD', window.location.pathname, answer)
  const load = vi.fn(async () => Words).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Part = onDemand(load)
  return openLayer((close) => (hasClose ? <Part onClose={close} /> : <Part />), { server })
}

const offline = () => {
  throw new TypeError('Failed to fetch')
}

test('a part that cannot be loaded says so, and is asked for again', async () => {
  const { user, toasts } = await openFailing(offline)
  await expect.poll(() => toasts).toEqual(['error: 网络错误，请检查网络设置'])

  await user.click(screen.getByText('打开'))

  expect(await screen.findByText('关闭')).toBeDefined()
})

test('where the server answers, the page is older than its scripts: a reload is offered', async () => {
  const { toasts } = await openFailing(() => new Response())
  await expect.poll(() => toasts).toEqual(['offer: 页面可能已更新，请刷新后再试'])
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})

  vi.mocked(toast.offer).mock.calls[0]![1].run()

  expect(reload).toHaveBeenCalledOnce()
})

test('a part that nothing closes has the error in its place', async () => {
  const { user, toasts } = await openFailing(offline, false)
  expect((await screen.findByRole('alert')).textContent).toContain('网络错误')

  await user.click(screen.getByText('重试'))

  expect(await screen.findByText('关闭')).toBeDefined()
  expect(toasts).toEqual([])
})
