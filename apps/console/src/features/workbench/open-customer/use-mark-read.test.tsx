import { customerApi, CustomerDetail, RoleId } from '@ruwu/contract'
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { RealtimeContext } from '../../../realtime/realtime-context.ts'
import { rolePreview } from '../../../session/role-preview.ts'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample, sampleId } from '../../../testing/sample.ts'
import { useCustomer } from '../customer/customer.queries.ts'
import { useMarkRead } from './use-mark-read.ts'

const customer = sample(CustomerDetail, { name: '小满', unread: 2, lastSeq: 7, readSeq: 5 })

function Thread() {
  useMarkRead(customer.customerId, true)
  return useCustomer(customer.customerId).data?.name
}

test('an open thread is read once the preview of a role has ended, not within it', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  onTestFinished(() => rolePreview.set(undefined))
  rolePreview.set({ id: RoleId.parse(sampleId()), name: '夜班', mPerms: {} })
  const send = vi.fn(() => true)
  const realtime = { status: 'connected' as const, isKicked: false, reconnect: () => {}, disconnect: () => {}, send }
  const server = createFakeServer()
  server.answer(customerApi.detail, customer)
  renderConsole(
    <RealtimeContext value={realtime}>
      <Thread />
    </RealtimeContext>,
    { server },
  )
  await screen.findByText('小满')
  expect(send).not.toHaveBeenCalled()

  act(() => rolePreview.set(undefined))

  await expect.poll(() => send.mock.calls).toEqual([[{ type: 'read', topicId: customer.topicId, seq: 7 }]])
})
