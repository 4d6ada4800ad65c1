import { agentApi, CustomerDetail, customerApi, flowApi, FlowId } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { renderConsole } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { ReceptionSwitches } from './reception-switches.tsx'

const first = { id: sample(FlowId), name: '留资引导' }
const second = { id: sample(FlowId), name: '夜间接待' }

function open(choices: (typeof first)[], more: Partial<CustomerDetail> = {}) {
  const customer = sample(CustomerDetail, { receptionType: 'manual', enableAi: false, canHost: true, ...more })
  const server = createFakeServer()
  server.answer(agentApi.list, [])
  server.answer(flowApi.choices, choices)
  server.answer(customerApi.setWorkflowStatus, customer)
  return { customer, ...renderConsole(<ReceptionSwitches customer={customer} />, { server }) }
}

test('the account’s only flow starts at once', async () => {
  const { user, server, customer } = open([first])

  await user.click(await screen.findByRole('switch', { name: '工作流' }))

  await expect
    .poll(() => server.calls(customerApi.setWorkflowStatus))
    .toEqual([{ body: { customerId: customer.customerId, enableWorkflow: true, flowId: first.id } }])
})

test('of several flows the chosen one starts', async () => {
  const { user, server } = open([first, second])

  await user.click(await screen.findByRole('switch', { name: '工作流' }))
  await user.click(await screen.findByText('夜间接待'))

  await expect
    .poll(() => server.calls(customerApi.setWorkflowStatus))
    .toMatchObject([{ body: { enableWorkflow: true, flowId: second.id } }])
})

test('a running flow is switched off', async () => {
  const { user, server } = open([], { receptionType: 'workflow' })

  await user.click(await screen.findByRole('switch', { name: '工作流' }))
  await expect
    .poll(() => server.calls(customerApi.setWorkflowStatus))
    .toMatchObject([{ body: { enableWorkflow: false } }])
})

test('without a published flow there is no switch', async () => {
  const { server } = open([])

  await expect.poll(() => server.calls(flowApi.choices)).toHaveLength(1)
  expect(screen.queryByRole('switch', { name: '工作流' })).toBeNull()
})
