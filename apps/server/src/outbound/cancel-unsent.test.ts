import { customerApi, type CustomerId } from '@ruwu/contract'
import { BLOCKED_TEXT } from '@ruwu/domain'
import { beforeEach, expect, test } from 'vitest'
import { outbox } from '../db/schema/index.ts'
import { openWorkbench } from '../testing/workbench-world.ts'
import { outboundWorld, type OutboundWorld } from '../testing/outbound-world.ts'

let out: OutboundWorld
let here: OutboundWorld['here']
let customerId: CustomerId

beforeEach(async () => {
  out = await outboundWorld()
  ;({ here, customerId } = out)
})

const block = (to: boolean) => here.lin.call(customerApi.block, { body: { customerId, block: to } })
const quotaLeft = async () => (await here.lin.call(customerApi.detail, { query: { customerId } })).quota.left

test('what waits to be sent does not leave once its customer is blocked; sent again later it does', async () => {
  const free = await quotaLeft()
  await out.send(here.lin, '您好', 'chat-001')
  await out.send(here.lin, '在的', 'chat-002')
  const screen = await openWorkbench(here.lin, customerId)

  await block(true)
  await out.work()

  expect(out.arrived).toEqual([])
  expect(await out.states()).toEqual([
    ['您好', 2, 'blocked'],
    ['在的', 2, 'blocked'],
  ])
  expect(await quotaLeft()).toBe(free)
  await screen.agrees()
  expect(await out.refused(here.lin, '您好', 'chat-003')).toMatchObject({ msg: BLOCKED_TEXT })

  await block(false)
  await out.send(here.lin, '您好', 'chat-001', { retry: true })
  await out.work()
  expect(out.arrived).toEqual(['您好'])
  await screen.agrees()
})

test('what a worker was just about to send stays here; what has left is told as it went', async () => {
  await out.send(here.lin, '您好', 'chat-001')
  await here.db.sql.update(outbox).set({ state: 'claimed' })
  await block(true)
  expect(await out.states()).toEqual([['您好', 2, 'blocked']])
  await block(false)

  out.answer = async (...args) => {
    await block(true)
    return out.take(...args)
  }
  await out.send(here.lin, '在的', 'chat-002')
  await out.work()
  expect(out.arrived).toEqual(['在的'])
  expect((await out.states()).at(-1)).toEqual(['在的', 1, undefined])
})
