import { authApi, customerApi, type CustomerId, ViewersEvent } from '@ruwu/contract'
import type { TestSocket } from '@ruwu/testkit'
import { beforeEach, expect, test } from 'vitest'
import { event } from '../db/schema/index.ts'
import { memoryBus } from '../realtime/index.ts'
import type { Person } from '../testing/person.ts'
import { receptionWorld, type ReceptionWorld } from '../testing/reception-world.ts'
import { startNode } from '../testing/start-node.ts'
import { FORGOTTEN_AFTER_MS, Viewing } from './viewing.ts'

let here: ReceptionWorld
let first: CustomerId
let second: CustomerId

beforeEach(async () => {
  here = await receptionWorld()
  first = await here.write('小满', '在吗')
  second = await here.write('小暑', '在吗')
})

const look = (person: Person, customerId: CustomerId | null, composing = false, tab = 'one') =>
  person.call(customerApi.viewing, { body: { customerId, composing, tab } })

const open = async (person: Person, address?: string) => {
  const socket = await person.connect(address)
  await socket.next((frame) => frame.type === 'nop')
  return socket
}

/** Viewer events since the last call: customer, viewing agents, composing agents. */
const told = async (socket: TestSocket) => {
  await socket.roundTrip()
  return socket
    .take('message')
    .map((frame) => {
      // Events outside the event log have no sequence number.
      if (frame.content.type === 'cus_viewers') expect(frame.seq).toBeUndefined()
      return { type: frame.content.type, ...(JSON.parse(frame.content.text) as object) }
    })
    .filter((each) => each.type === 'cus_viewers')
    .map((each) => ViewersEvent.parse(each))
    .map(({ customerId, agentIds, composingIds }) => [customerId, agentIds, composingIds])
}

test('viewing and typing are sent to every agent who may see the customer, and are not logged as events', async () => {
  const { lin, wei } = here
  const screen = await open(lin)
  const before = await here.db.sql.select().from(event)

  await look(lin, first)
  await look(wei, first, true)
  expect(await told(screen)).toEqual([
    [first, [lin.id], []],
    [first, [lin.id, wei.id].toSorted(), [wei.id]],
  ])
  await look(wei, second)
  expect(await told(screen)).toEqual([
    [first, [lin.id], []],
    [second, [wei.id], []],
  ])
  await look(wei, null)
  expect(await told(screen)).toEqual([[second, [], []]])
  expect(await here.db.sql.select().from(event)).toEqual(before)
})

test('repeating the same state answers only the sender', async () => {
  const { lin, wei } = here
  const [mine, theirs] = [await open(lin), await open(wei)]
  await look(lin, first)
  await told(mine)
  await told(theirs)

  await look(lin, first)

  expect(await told(mine)).toEqual([[first, [lin.id], []]])
  expect(await told(theirs)).toEqual([])
})

test('a closed page, the last socket and a console that falls silent end it', async () => {
  const { lin, wei, clock } = here
  const screen = await open(lin)
  await look(wei, first)
  await wei.call(authApi.keepAlive, { query: { tab: 'one' } })
  expect(await told(screen)).toEqual([
    [first, [wei.id], []],
    [first, [], []],
  ])

  const [one, other] = [await open(wei), await open(wei)]
  await look(wei, first)
  await one.close()
  expect(await told(screen)).toEqual([[first, [wei.id], []]])
  await other.close()
  await expect.poll(() => told(screen)).toEqual([[first, [], []]])

  const written: unknown[] = []
  const bus = memoryBus()
  const viewing = new Viewing({ db: here.db, bus, clock, write: (_ent, _to, { agentIds }) => written.push(agentIds) })
  const until = new Date(clock.now().getTime() + FORGOTTEN_AFTER_MS).toISOString()
  bus.publish({
    kind: 'viewing',
    entId: wei.entId,
    agentId: wei.id,
    tab: 'one',
    look: { customerId: first, isComposing: false, until, receivers: [lin.id] },
  })
  clock.advance(FORGOTTEN_AFTER_MS - 1)
  viewing.sweep()
  expect(written).toEqual([[wei.id]])
  clock.advance(1)
  viewing.sweep()
  viewing.close()
  expect(written).toEqual([[wei.id], []])
})

test('each page of an agent shows a customer of its own, and the agent is named once', async () => {
  const { lin, wei } = here
  const screen = await open(lin)
  await look(wei, first, true, 'one')
  await look(wei, second, false, 'two')
  await told(screen)

  await look(wei, first, false, 'two')
  expect(await told(screen)).toEqual([
    [second, [], []],
    [first, [wei.id], [wei.id]],
  ])
  await wei.call(authApi.keepAlive, { query: { tab: 'one' } })
  expect(await told(screen)).toEqual([[first, [wei.id], []]])
  // A request without a page removes all pages of the agent.
  await wei.call(authApi.keepAlive, { query: {} })
  expect(await told(screen)).toEqual([[first, [], []]])
})

test('it is the same on every node', async () => {
  const { lin, wei, bus } = here
  const node = await startNode(here.databaseUrl, here.clock, bus)
  try {
    const screen = await open(lin, node.address)
    await look(wei, first)
    expect(await told(screen)).toEqual([[first, [wei.id], []]])
  } finally {
    await node.close()
  }
})

test('an agent whose customer was passed on is no longer shown as typing', async () => {
  const { lin, wei, zhao } = here
  await lin.call(customerApi.receive, { body: { customerId: first } })
  const screen = await open(zhao)
  await look(lin, first, true)
  await lin.call(customerApi.redirect, { body: { customerId: first, agentId: wei.id, reason: '更专业的同事' } })
  expect(await told(screen)).toEqual([[first, [lin.id], [lin.id]]])

  expect(await lin.refused(customerApi.viewing, { body: { customerId: first, tab: 'one' } })).toMatchObject({
    code: 40401,
  })

  expect(await told(screen)).toEqual([[first, [], []]])
})

test('a colleague’s customer looks absent to who sees only their own, who hears nothing of it either', async () => {
  const { lin, wei, zhao } = here
  await lin.call(customerApi.receive, { body: { customerId: first } })
  const screen = await open(wei)
  expect(await wei.refused(customerApi.viewing, { body: { customerId: first } })).toMatchObject({ code: 40401 })
  await look(zhao, first)

  expect(await told(screen)).toEqual([])
})
