import { agentApi, customerApi, type CustomerId, messageApi } from '@ruwu/contract'
import { beforeEach, expect, test } from 'vitest'
import { openWorkbench } from '../testing/workbench-world.ts'
import { receptionWorld, type ReceptionWorld } from '../testing/reception-world.ts'

let here: ReceptionWorld
let customerId: CustomerId

beforeEach(async () => {
  here = await receptionWorld()
  customerId = await here.write('小满', '在吗')
})

const look = () => here.reception.work.waiting.run()
const receive = () => here.lin.call(customerApi.receive, { body: { customerId } })

const answer = (chatId: string) =>
  here.lin.call(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text: '您好' } } })

test('a customer waiting for a minute causes one hint to the owner, until they have answered', async () => {
  const { lin, clock } = here
  await receive()
  clock.advance(59_999)
  await look()
  expect(await here.hints()).toEqual([])

  clock.advance(1)
  await Promise.all([look(), look()])
  clock.advance(60_000)
  await look()
  expect(await here.hints()).toMatchObject([
    { to: [lin.id], hint: { hintType: 'wait_warning', customerId, text: '小满 已等待 1分0秒，请尽快回复' } },
  ])

  await answer('chat-001')
  clock.advance(120_000)
  await look()
  await here.write('小满', '还有个问题')
  clock.advance(60_000)
  await look()
  expect(await here.hints('wait_warning')).toHaveLength(2)
})

test('no hint for customers in the queue, with the AI, or blocked', async () => {
  here.clock.advance(120_000)
  await look()
  await receive()
  await here.changeCustomer(customerId, { receptionType: 'ai_agent', aiOffReason: null })
  await look()
  await here.changeCustomer(customerId, { receptionType: 'manual', aiOffReason: 'handoff', isBlocked: true })
  await look()

  expect(await here.hints()).toEqual([])
})

test('a customer never answered who returns days later gets the hint and the timeout release too', async () => {
  const { lin, clock } = here
  await here.setPlan('idle')
  clock.advance(3 * 24 * 3_600_000)
  await look()
  expect(await here.hints()).toEqual([])

  await here.write('小满', '还有人吗')
  await receive()
  clock.advance(60_000)
  await look()
  expect(await here.hints('wait_warning')).toMatchObject([{ to: [lin.id], hint: { customerId } }])
  clock.advance(240_000)
  await look()
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: null, skipAgentId: lin.id })
})

test('a plan says how long is long', async () => {
  await here.setPlan('idle', { waitWarnSec: 10, returnSec: 0 })
  await receive()
  here.clock.advance(10_000)
  await look()
  expect(await here.hints('wait_warning')).toHaveLength(1)

  here.clock.advance(3_600_000)
  await look()
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: here.lin.id })
})

test('a reply timeout takes the customer from the agent, hints them, and skips them in assignment for a while', async () => {
  const { lin, wei, clock } = here
  await here.setPlan('idle', { returnSec: 300 })
  const since = clock.now()
  // The customer waited in the queue before; 超时回收 measures from the owner's assignment.
  clock.advance(200_000)
  await receive()
  // Watches only: the node renews the presence of its sockets whenever it is due, which would make zhao a candidate.
  await here.zhao.call(agentApi.update, { body: { id: here.zhao.id, status: 2 } })
  const workbench = await openWorkbench(here.zhao, customerId)
  clock.advance(299_999)
  await look()
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: lin.id })

  clock.advance(1)
  await Promise.all([look(), look()])
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: null, agentSince: null, waitingSince: since })
  await workbench.agrees()
  expect((await workbench.events()).filter((event) => event.type === 'rel_cus')).toMatchObject([
    { agentId: null, fromAgentId: lin.id, reason: 'timeout', operatorId: null },
  ])
  expect(await here.hints('timeout_return')).toMatchObject([{ to: [lin.id], hint: { customerId } }])

  await here.seeThere(lin)
  await here.reception.work.assignQueue.run()
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: null })
  clock.advance(10 * 60_000)
  await here.seeThere(lin)
  await here.reception.work.assignQueue.run()
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: lin.id })
  clock.advance(300_000)
  await look()
  await here.seeThere(lin, wei)
  await here.reception.work.assignQueue.run()
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: wei.id })
})

test('no timeout release with 手动领取 or after an answer', async () => {
  await here.setPlan('manual')
  await receive()
  here.clock.advance(3_600_000)
  await look()
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: here.lin.id })

  await here.setPlan('idle')
  await answer('chat-001')
  here.clock.advance(3_600_000)
  await look()
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: here.lin.id })
})
