import { fakeClock } from '@ruwu/testkit'
import { expect, test } from 'vitest'
import { type Bus, memoryBus } from '../../realtime/index.ts'
import { Pace, SEND_BURST, SENDS_PER_SECOND } from './pace.ts'

/** Nodes on a bus between processes; `told` counts its messages. */
function nodes(count: number) {
  const clock = fakeClock('2026-03-16T02:00:00.000Z')
  const shared = memoryBus()
  const told: number[] = []
  const bus: Bus = {
    ...shared,
    isOrdered: false,
    publish: (message) => {
      if (message.kind === 'pace') told.push(message.used)
      shared.publish(message)
    },
  }
  return { clock, told, paces: Array.from({ length: count }, () => new Pace(clock, bus)) }
}

const accepted = (paces: readonly Pace[], each: number) => {
  let count = 0
  for (let n = 0; n < each; n += 1) for (const pace of paces) count += Number(pace.allows('a sender'))
  return count
}

test('a sender on several nodes has one burst, but for what is not told yet', () => {
  const { paces } = nodes(3)

  const count = accepted(paces, SEND_BURST)

  expect(count).toBeGreaterThanOrEqual(SEND_BURST)
  expect(count).toBeLessThan(SEND_BURST * 1.6)
})

test('one node counts what it told once', () => {
  const { paces } = nodes(1)

  expect(accepted(paces, SEND_BURST + 10)).toBe(SEND_BURST)
})

test('a sender at the speed of a person costs no message on the bus', () => {
  const { clock, told, paces } = nodes(2)

  for (let n = 0; n < 200; n += 1) {
    expect(paces[n % 2]?.allows('a sender')).toBe(true)
    clock.advance(2_000 / SENDS_PER_SECOND)
  }

  expect(told).toEqual([])
})
