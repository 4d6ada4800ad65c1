import type { EntId } from '@ruwu/contract'
import { fakeClock } from '@ruwu/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Bus, type BusMessage, memoryBus } from './bus.ts'
import { RedisBus } from './redis-bus.ts'
import { redisStandIn } from './testing/redis-stand-in.ts'

const CHANNEL = 'ruwu:bus'
const WORK: BusMessage = { kind: 'work', queue: 'inbound' }
const [ENT, OTHER_ENT] = ['1', '2'].map((digit) => digit.repeat(32) as EntId) as [EntId, EntId]
const eventsOf = (entId: EntId): BusMessage => ({ kind: 'events', entId, events: [] })
const fromAnother = (content: object) => JSON.stringify({ node: 'another', ...content })

async function standIn() {
  const redis = await redisStandIn()
  onTestFinished(redis.close)
  return redis
}

/** A node's bus and what it has heard and missed. */
function nodeOn(url: string) {
  const clock = fakeClock('2026-03-16T02:00:00.000Z')
  const heard: BusMessage[] = []
  const missed: Date[] = []
  const links: string[] = []
  const errors: unknown[] = []
  const bus = new RedisBus({
    url,
    clock,
    onLink: (state) => links.push(state),
    onError: (error) => errors.push(error),
  })
  onTestFinished(() => bus.close())
  bus.subscribe((message) => heard.push(message))
  bus.onLost((since) => missed.push(since))
  return { bus, clock, heard, missed, links, errors }
}

const isConnected = (bus: Bus) =>
  bus.ping().then(
    () => true,
    () => false,
  )

test('a frame that is no object disturbs nothing', async () => {
  const redis = await standIn()
  const { heard } = nodeOn(redis.url)
  await expect.poll(() => redis.listeners(CHANNEL)).toBe(1)

  for (const text of ['null', '7', '"text"', '[]', '{}', 'not json']) redis.publish(CHANNEL, text)
  redis.publish(CHANNEL, fromAnother({ message: WORK }))

  await expect.poll(() => heard).toEqual([WORK])
})

const broken = new Error('broken listener')
const fail = () => {
  throw broken
}

test('a listener that fails on what another node sent is told, and ends neither the process nor the others’ hearing', async () => {
  const redis = await standIn()
  const { bus, heard, errors } = nodeOn(redis.url)
  bus.subscribe(fail)
  const later: BusMessage[] = []
  bus.subscribe((message) => later.push(message))
  await expect.poll(() => redis.listeners(CHANNEL)).toBe(1)

  redis.publish(CHANNEL, fromAnother({ message: WORK }))
  redis.publish(CHANNEL, fromAnother({ message: WORK }))

  await expect.poll(() => later).toEqual([WORK, WORK])
  expect([heard, errors]).toEqual([later, [broken, broken]])
})

test('a listener that fails does not fail the publisher, which has committed', () => {
  const errors: unknown[] = []
  const bus = memoryBus((error) => errors.push(error))
  const later: BusMessage[] = []
  bus.subscribe(fail)
  bus.subscribe((message) => later.push(message))

  bus.publish(WORK)

  expect([later, errors]).toEqual([[WORK], [broken]])
})

test('a message reaches its own node at once, whether or not Redis is there', async () => {
  const redis = await standIn()
  redis.state.acceptsOnly = true
  const { bus, heard } = nodeOn(redis.url)

  bus.publish(WORK)

  expect(heard).toEqual([WORK])
})

test('what concerns an enterprise goes to the nodes that follow it alone', async () => {
  const redis = await standIn()
  const [sender, follower, stranger] = [nodeOn(redis.url), nodeOn(redis.url), nodeOn(redis.url)]
  await expect.poll(() => redis.listeners(CHANNEL)).toBe(3)
  await expect.poll(() => isConnected(sender.bus)).toBe(true)
  const followings = [follower.bus.follow(ENT), follower.bus.follow(ENT)]
  await Promise.all(followings.map(({ ready }) => ready))

  for (const entId of [ENT, OTHER_ENT]) sender.bus.publish(eventsOf(entId))
  sender.bus.publish(WORK)
  await expect.poll(() => [follower.heard, stranger.heard]).toEqual([[eventsOf(ENT), WORK], [WORK]])

  const [first, second] = followings
  first?.end()
  sender.bus.publish(eventsOf(ENT))
  await expect.poll(() => follower.heard.length).toBe(3)
  second?.end()
  await expect.poll(() => redis.listeners(`${CHANNEL}:${ENT}`)).toBe(0)
})

test('a node that stops without a goodbye: the others read what it may have written since its last beat', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const redis = await standIn()
  const { bus, clock, heard, missed } = nodeOn(redis.url)
  await expect.poll(() => redis.listeners(CHANNEL)).toBe(1)
  await expect.poll(() => isConnected(bus)).toBe(true)
  const lastBeat = clock.now().getTime()
  for (const node of ['stopping', 'leaving'])
    redis.publish(CHANNEL, JSON.stringify({ node, note: { kind: 'beat', at: 0 } }))
  redis.publish(CHANNEL, JSON.stringify({ node: 'leaving', note: { kind: 'bye' } }))

  for (let second = 1; second <= 6; second += 1) {
    // What Redis sent before was read when this one is: the node hears its own beats.
    redis.publish(CHANNEL, fromAnother({ message: WORK }))
    await expect.poll(() => heard.length).toBe(second)
    expect(missed).toEqual([])
    clock.advance(1_000)
    await vi.advanceTimersByTimeAsync(1_000)
    await bus.ping()
  }

  expect(missed).toEqual([new Date(lastBeat - 5_000)])
})

test('a node that stops just after Redis refused its message tells the others what they missed', async () => {
  const redis = await standIn()
  const [stopping, other] = [nodeOn(redis.url), nodeOn(redis.url)]
  await expect.poll(() => redis.listeners(CHANNEL)).toBe(2)
  await expect.poll(() => isConnected(stopping.bus)).toBe(true)
  redis.state.refuses = (text) => text.includes('"message"')
  const time = stopping.clock.now().getTime()

  stopping.bus.publish(WORK)
  await stopping.bus.close()

  // The margin of a message that had its time before it was sent.
  await expect.poll(() => other.missed).toEqual([new Date(time - 5_000)])
  expect(other.heard).toEqual([])
})

test('a connection that is accepted and never answered is given up', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const redis = await standIn()
  const { bus, clock, links, heard, missed } = nodeOn(redis.url)
  await expect.poll(() => redis.listeners(CHANNEL)).toBe(1)
  await expect.poll(() => isConnected(bus)).toBe(true)

  redis.state.acceptsOnly = true
  const before = redis.state.connections
  redis.dropAll()
  await expect.poll(() => redis.state.connections).toBe(before + 2)
  redis.state.acceptsOnly = false

  // Only connections that are made from now on are answered.
  const laterLinks = async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    return links.slice(0, 2)
  }
  // Once per change, however many beats were not heard.
  await expect.poll(laterLinks, { interval: 100, timeout: 20_000 }).toEqual(['lost', 'back'])
  redis.publish(CHANNEL, fromAnother({ message: WORK }))
  await expect.poll(() => heard).toEqual([WORK])
  expect(missed[0]).toEqual(new Date(clock.now().getTime() - 5_000))
})
