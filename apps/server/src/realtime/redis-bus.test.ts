import { fakeClock } from '@ruwu/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BusMessage } from './bus.ts'
import { RedisBus } from './redis-bus.ts'
import { redisStandIn } from './testing/redis-stand-in.ts'

const CHANNEL = 'ruwu:bus'
const WORK: BusMessage = { kind: 'work', queue: 'inbound' }
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
  const bus = new RedisBus({ url, clock, onLink: (state) => links.push(state) })
  onTestFinished(() => bus.close())
  bus.subscribe((message) => heard.push(message))
  bus.onLost((since) => missed.push(since))
  return { bus, clock, heard, missed, links }
}

test('a frame that is no object disturbs nothing', async () => {
  const redis = await standIn()
  const { heard } = nodeOn(redis.url)
  await expect.poll(() => redis.listeners(CHANNEL)).toBe(1)

  for (const text of ['null', '7', '"text"', '[]', '{}', 'not json']) redis.publish(CHANNEL, text)
  redis.publish(CHANNEL, fromAnother({ message: WORK }))

  await expect.poll(() => heard).toEqual([WORK])
})

test('a listener that fails on what another node sent does not end the process', async () => {
  const redis = await standIn()
  const { bus, heard } = nodeOn(redis.url)
  let isBroken = true
  bus.subscribe(() => {
    if (isBroken) throw new Error('broken listener')
  })
  await expect.poll(() => redis.listeners(CHANNEL)).toBe(1)

  redis.publish(CHANNEL, fromAnother({ message: WORK }))
  await expect.poll(() => heard.length).toBe(1)
  isBroken = false
  redis.publish(CHANNEL, fromAnother({ message: WORK }))

  await expect.poll(() => heard.length).toBe(2)
})

test('a node that stops just after Redis refused its message tells the others what they missed', async () => {
  const redis = await standIn()
  const [stopping, other] = [nodeOn(redis.url), nodeOn(redis.url)]
  await expect.poll(() => redis.listeners(CHANNEL)).toBe(2)
  await expect
    .poll(() =>
      stopping.bus.ping().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
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
  const { bus, links, heard } = nodeOn(redis.url)
  await expect.poll(() => redis.listeners(CHANNEL)).toBe(1)
  await expect
    .poll(() =>
      bus.ping().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)

  redis.state.acceptsOnly = true
  const before = redis.state.connections
  redis.dropAll()
  await expect.poll(() => redis.state.connections).toBe(before + 2)
  redis.state.acceptsOnly = false

  // Only connections that are made from now on are answered.
  await expect
    .poll(
      async () => {
        await vi.advanceTimersByTimeAsync(1_000)
        return redis.listeners(CHANNEL)
      },
      { interval: 100, timeout: 20_000 },
    )
    .toBe(1)
  redis.publish(CHANNEL, fromAnother({ message: WORK }))
  await expect.poll(() => heard).toEqual([WORK])
  expect(links).toContain('lost')
})
