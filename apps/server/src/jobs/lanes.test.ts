import { afterEach, expect, test, vi } from 'vitest'
import { startLanes } from './lanes.ts'
import { type Loop, startLoop } from './loop.ts'

const EVERY_MS = 20

let lanes: Loop | undefined
afterEach(async () => {
  vi.useRealTimers()
  await lanes?.close()
})

const start = (round: () => Promise<boolean>) => startLoop({ round, everyMs: EVERY_MS, onError: () => {} })

/** Work that ends when the test lets it. */
function queue() {
  const waiting: string[] = []
  const running = new Map<string, () => void>()
  const seen = { polls: 0 }
  const round = async (onClaim: () => void) => {
    seen.polls += 1
    const name = waiting.shift()
    if (name === undefined) return false
    onClaim()
    await new Promise<void>((resolve) => running.set(name, resolve))
    running.delete(name)
    return true
  }
  return { waiting, running, seen, open: (count: number) => (lanes = startLanes({ count, start, round })) }
}

test('a wake starts as many lanes as there is work for', async () => {
  const here = queue()
  const all = here.open(3)
  here.waiting.push('a', 'b')
  all.wake()
  await expect.poll(() => [...here.running.keys()]).toEqual(['a', 'b'])

  here.waiting.push('c', 'd')
  all.wake()
  await expect.poll(() => [...here.running.keys()]).toEqual(['a', 'b', 'c'])
  here.running.get('b')?.()
  await expect.poll(() => [...here.running.keys()]).toEqual(['a', 'c', 'd'])
  for (const end of here.running.values()) end()
})

test('an empty queue is polled by one lane, and by the next while that one is busy', async () => {
  vi.useFakeTimers()
  const here = queue()
  here.open(8)
  await vi.advanceTimersByTimeAsync(0)
  const before = here.seen.polls
  await vi.advanceTimersByTimeAsync(EVERY_MS * 10)
  expect(here.seen.polls - before).toBe(10)

  here.waiting.push('long')
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  here.waiting.push('due later')
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect([...here.running.keys()]).toEqual(['long', 'due later'])
  for (const end of here.running.values()) end()
})
