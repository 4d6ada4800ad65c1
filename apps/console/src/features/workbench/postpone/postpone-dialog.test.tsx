import { agentApi, CustomerDetail, customerApi } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { screen } from '@testing-library/react'
import { useMemo } from 'react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { me, openLayer, renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { MovesContext } from '../use-archive-open.ts'
import { PostponeDialog } from './postpone-dialog.tsx'
import { PostponeStrip } from './postpone-strip.tsx'
import { usePostponeDialog } from './use-postpone-dialog.tsx'

const own = (part: Partial<CustomerDetail> = {}) =>
  sample(CustomerDetail, { agentId: me.id, archive: false, postponedUntil: null, returnedAt: null, ...part })

function Opener({ customer }: { customer: CustomerDetail }) {
  const { open, dialog } = usePostponeDialog()
  return (
    <>
      <button type="button" onClick={() => open([customer])}>
        打开
      </button>
      {dialog}
    </>
  )
}

async function open(customer = own(), { isOpen = true } = {}) {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(customerApi.postpone, customer)
  const [goOn, back] = [vi.fn(() => isOpen), vi.fn()]
  function Page() {
    return (
      <MovesContext value={useMemo(() => ({ goOn, open: back }), [])}>
        <Opener customer={customer} />
      </MovesContext>
    )
  }
  const page = renderConsole(<Page />, { server })
  await page.user.click(await screen.findByText('打开'))
  const calls = () => server.calls(customerApi.postpone).map(({ body }) => body)
  return { ...page, server, goOn, back, calls, until: () => calls().map(({ until }) => until) }
}

test('the first choice is half an hour; the next customer opens, and 撤销 leads back', async () => {
  const { user, toasts, goOn, back, calls, until } = await open(own({ inboundCount: 3 }))

  await user.click(screen.getByRole('button', { name: '确认' }))

  await expect.poll(() => toasts).toEqual([expect.stringMatching(/^offer: 稍后处理：/)])
  expect(goOn).toHaveBeenCalledTimes(1)
  expect(Math.abs(Date.parse(until()[0]!) - Date.now() - 1_800_000)).toBeLessThan(60_000)
  vi.mocked(toast.offer).mock.calls.at(-1)![1].run()
  await expect.poll(() => back.mock.calls.length).toBe(1)
  expect(calls()).toMatchObject([{ inboundCount: 3 }, { until: null, undo: true }])
})

test('撤销 from the menu of another row leaves the open customer', async () => {
  const { user, toasts, back, calls } = await open(own(), { isOpen: false })

  await user.click(screen.getByRole('button', { name: '确认' }))
  await expect.poll(() => toasts).toHaveLength(1)
  vi.mocked(toast.offer).mock.calls.at(-1)![1].run()

  await expect.poll(() => calls()).toHaveLength(2)
  expect(back).not.toHaveBeenCalled()
})

test('one that was postponed before stays open, and 撤销 gives it its earlier time', async () => {
  const before = new Date(Date.now() + 9 * 3_600_000).toISOString()
  const { user, toasts, goOn, until } = await open(own({ postponedUntil: before }))

  await user.click(screen.getByLabelText('明天 09:00'))
  await user.click(screen.getByRole('button', { name: '确认' }))

  await expect.poll(() => toasts).toHaveLength(1)
  expect(goOn).not.toHaveBeenCalled()
  vi.mocked(toast.offer).mock.calls.at(-1)![1].run()
  await expect.poll(() => until().at(-1)).toBe(before)
})

test('a refusal is shown and offers no 撤销', async () => {
  const { user, server, toasts } = await open()
  server.refuse(customerApi.postpone, 'refused', { msg: '只能稍后处理自己接待的客户' })

  await user.click(screen.getByRole('button', { name: '确认' }))

  await expect.poll(() => toasts).toEqual(['error: 只能稍后处理自己接待的客户'])
})

test('自定义 needs a time', async () => {
  const submit = vi.fn()
  const dialog = await openLayer((close) => (
    <PostponeDialog count={1} isBusy={false} onSubmit={submit} onClose={close} />
  ))

  await dialog.user.click(screen.getByLabelText('自定义'))
  await dialog.user.click(dialog.button('确认'))

  expect(await screen.findByText('请选择处理时间')).toBeTruthy()
  expect(submit).not.toHaveBeenCalled()
  await dialog.user.click(dialog.button('取消'))
  await dialog.expectClosed()
})

test.each([
  ['away', { postponedUntil: '2026-03-16T06:00:00.000Z' }, /^稍后处理：/, '取消稍后处理', true],
  ['back', { returnedAt: '2026-03-16T06:00:00.000Z' }, '稍后处理：该处理了', '完成', false],
])('%s, the header says so, and one press ends it', async (_state, part, text, button, undo) => {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(customerApi.postpone, own())
  const customer = own(part)
  const page = renderConsole(<PostponeStrip customer={customer} canPostpone onPostpone={() => undefined} />, { server })

  await screen.findByText(text)
  await page.user.dblClick(screen.getByRole('button', { name: button }))

  await expect
    .poll(() => server.calls(customerApi.postpone))
    .toEqual([{ body: { customerId: customer.customerId, until: null, undo } }])
})
