import { and, eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { agentPresence } from '../db/schema/index.ts'
import type { Person } from '../testing/person.ts'
import { startNode } from '../testing/start-node.ts'
import { world, type World } from '../testing/world.ts'
import { isPresent, PRESENT_FOR_MS, RENEW_EVERY_MS } from './presence.ts'

/** When the agent last had a socket on any node. */
async function seen({ db }: Pick<World, 'db'>, { entId, id }: Person) {
  const isTheirs = and(eq(agentPresence.entId, entId), eq(agentPresence.agentId, id))
  const [row] = await db.sql.select().from(agentPresence).where(isTheirs)
  return row?.seenAt
}

/** Waits until the agent's last-seen time is the test clock's now. */
const seenNow = async (here: World, person: Person) => {
  await expect.poll(() => seen(here, person), { interval: 5 }).toEqual(here.clock.now())
}

function holdTimers() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

const openSocket = async (person: Person, address?: string) => {
  const socket = await person.connect(address)
  await socket.next((frame) => frame.type === 'nop')
  return socket
}

test('an agent is seen with the first socket; an agent without one was never seen', async () => {
  const here = await world()

  await openSocket(here.lin)

  await seenNow(here, here.lin)
  expect(await seen(here, here.wei)).toBeUndefined()
})

test('as long as the socket is open the lease is renewed, for all agents of a node in one statement', async () => {
  holdTimers()
  const here = await world()
  for (const person of [here.lin, here.lin, here.wei, here.rival]) await openSocket(person)
  for (const person of [here.lin, here.wei, here.rival]) await seenNow(here, person)
  const query = vi.spyOn(here.db.pool, 'query')

  here.clock.advance(RENEW_EVERY_MS)
  await vi.advanceTimersByTimeAsync(RENEW_EVERY_MS)

  for (const person of [here.lin, here.wei, here.rival]) await seenNow(here, person)
  const texts = query.mock.calls.map(([given]) => (given as unknown as { text: string }).text)
  const written = texts.filter((text) => text.includes('insert into "agent_presence"'))
  expect(written).toHaveLength(1)
})

test('the last socket’s end is the last time seen; closing one of two tabs is nothing', async () => {
  const here = await world()
  const [first, second] = [await openSocket(here.lin), await openSocket(here.lin)]
  await seenNow(here, here.lin)
  const opened = here.clock.now()

  here.clock.advance(5000)
  await first.close()
  // Presence writes are sequential: once this one is stored, an earlier one for the first socket would be stored too.
  await openSocket(here.wei)
  await seenNow(here, here.wei)
  expect(await seen(here, here.lin)).toEqual(opened)

  here.clock.advance(5000)
  await second.close()
  await seenNow(here, here.lin)
})

test('a node that stops properly has seen its agents until then', async () => {
  const here = await world()
  const node = await startNode(here.databaseUrl, here.clock)
  await openSocket(here.lin, node.address)
  await seenNow(here, here.lin)

  here.clock.advance(7000)
  await node.close()

  expect(await seen(here, here.lin)).toEqual(here.clock.now())
})

test('an agent on one node is present for the other; when that node dies, for no longer than the lease', async () => {
  holdTimers()
  const here = await world()
  const node = await startNode(here.databaseUrl, here.clock)
  await openSocket(here.lin, node.address)
  await seenNow(here, here.lin)
  here.clock.advance(RENEW_EVERY_MS)
  await vi.advanceTimersByTimeAsync(RENEW_EVERY_MS)
  await seenNow(here, here.lin)
  const renewed = here.clock.now()

  here.clock.advance(1000)
  await node.kill()
  const left = await seen(here, here.lin)

  expect(left).toEqual(renewed)
  here.clock.advance(PRESENT_FOR_MS - 1000)
  expect(isPresent(left, here.clock.now())).toBe(true)
  here.clock.advance(1)
  expect(isPresent(left, here.clock.now())).toBe(false)
})

test('a node with a slower clock does not move a lease back', async () => {
  const here = await world()
  const behind = { ...here.clock, now: () => new Date(here.clock.now().getTime() - 3000) }
  const node = await startNode(here.databaseUrl, behind)
  const late = await openSocket(here.lin, node.address)
  await openSocket(here.lin)
  await seenNow(here, here.lin)

  await late.close()
  await node.close()

  expect(await seen(here, here.lin)).toEqual(here.clock.now())
})

test.each([
  ['never', undefined, false],
  ['just now', 0, true],
  ['60 s ago', 60_000, true],
  ['a little longer ago', 60_001, false],
])('seen %s', (_name, agoMs, present) => {
  const now = new Date('2026-03-16T02:00:00.000Z')
  const seenAt = agoMs === undefined ? undefined : new Date(now.getTime() - agoMs)

  expect(isPresent(seenAt, now)).toBe(present)
})

test('three renewals fit into a lease', () => {
  expect(3 * RENEW_EVERY_MS).toBeLessThanOrEqual(PRESENT_FOR_MS)
})
