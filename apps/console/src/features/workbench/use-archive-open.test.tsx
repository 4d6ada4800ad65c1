import { agentApi, CustomerItem, customerApi } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { screen } from '@testing-library/react'
import { useMemo } from 'react'
import { expect, test, vi } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { renderConsole } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { MovesContext, useArchiveOpen } from './use-archive-open.ts'

const customer = sample(CustomerItem, { archive: false })

function ArchiveButton() {
  const archive = useArchiveOpen()
  return (
    <button type="button" onClick={() => archive(customer, true)}>
      归档
    </button>
  )
}

function open(isUndoable = true) {
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(customerApi.archive, { ...customer, archive: true, isUndoable })
  const [goOn, back] = [vi.fn(), vi.fn()]
  function Page() {
    return (
      <MovesContext value={useMemo(() => ({ goOn, open: back }), [])}>
        <ArchiveButton />
      </MovesContext>
    )
  }
  return { ...renderConsole(<Page />, { server }), goOn, back }
}

test('archiving opens the next customer at once, and 撤销 brings this one back', async () => {
  const page = open()

  await page.user.click(await screen.findByText('归档'))
  expect(page.goOn).toHaveBeenCalledWith(customer.customerId)
  await expect.poll(() => page.toasts).toEqual(['offer: 已归档'])
  const [, undo] = vi.mocked(toast.offer).mock.calls[0]!
  expect(undo.label).toBe('撤销')
  undo.run()

  await expect.poll(() => page.back.mock.calls).toEqual([[customer.customerId]])
  expect(page.server.calls(customerApi.archive).map(({ body }) => [body.archive, body.undo])).toEqual([
    [true, false],
    [false, true],
  ])
})

test('what was sent to the customer cannot be undone, so 撤销 is not offered', async () => {
  const page = open(false)

  await page.user.click(await screen.findByText('归档'))

  await expect.poll(() => page.toasts).toEqual(['success: 已归档'])
})

test('a refusal is shown and offers no 撤销', async () => {
  const page = open()
  page.server.refuse(customerApi.archive, 'forbidden')

  await page.user.click(await screen.findByText('归档'))

  await expect.poll(() => page.toasts).toEqual(['error: 没有权限'])
})
