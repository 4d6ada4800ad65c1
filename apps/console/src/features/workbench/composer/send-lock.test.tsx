import { Agent, agentApi, CustomerDetail, type Permission } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { me, renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { SendLockNotice } from './send-lock.tsx'

const customer = sample(CustomerDetail, { agentName: '卫青禾' })
const lock = { kind: 'taken', text: '该客户由 卫青禾 接待' } as const

function open(permissions: readonly Permission[]) {
  const server = createFakeServer()
  server.answer(agentApi.list, [sample(Agent, { id: me.id })])
  return renderConsole(<SendLockNotice customer={customer} lock={lock} />, { server, permissions })
}

test('who may transfer can take a colleague’s customer', async () => {
  open(['im:viewPage', 'im:manageCustomerTransfer'])

  expect(await screen.findByRole('button', { name: '转接给我' })).toBeTruthy()
})

test('who may not is told who receives the customer, and of no button', async () => {
  const { cache } = open(['im:viewPage'])
  await expect.poll(() => cache.isFetching()).toBe(0)

  expect(screen.getByRole('status').textContent).toBe('该客户由 卫青禾 接待')
})
