import type { EntId } from '@ruwu/contract'
import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TopicSequencer } from './topic-sequencer.ts'

const ENT = '0'.repeat(32) as EntId
const item = (seq: number) => ({ seq })
const numbers = (count: number, from = 1) => Array.from({ length: count }, (_, n) => from + n)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A sequencer that records its deliveries, over a store with the seqs in `stored`. */
function follow({ firstWaitMs = 0, stored = [] as number[] } = {}) {
  const delivered: number[] = []
  const errors: unknown[] = []
  const store = { seqs: new Set(stored), reads: 0, isBroken: false }
  const sequencer = new TopicSequencer<{ seq: number }>({
    deliver: (_entId, _topicId, { seq }) => delivered.push(seq),
    read: async (_entId, _topicId, after, upTo) => {
      store.reads += 1
      if (store.isBroken) throw new Error('database gone')
      return [...store.seqs]
        .filter((seq) => seq > after && seq <= upTo)
        .toSorted((a, b) => a - b)
        .map(item)
    },
    onError: (error) => errors.push(error),
    firstWaitMs,
  })
  const announce = (...seqs: number[]) => sequencer.announce({ entId: ENT, topicId: 't', items: seqs.map(item) })
  return { sequencer, delivered, errors, store, announce }
}

const settle = () => vi.advanceTimersByTimeAsync(200)

test('what comes in order goes out at once', () => {
  const { announce, delivered } = follow()

  announce(7, 8)
  announce(9)

  expect(delivered).toEqual([7, 8, 9])
})

test('what comes twice goes out once, also while a gap is waited for', async () => {
  const { announce, delivered } = follow({ stored: numbers(9) })
  announce(1, 2, 3)

  announce(2)
  announce(5)
  announce(1)
  announce(3)
  await settle()

  expect(delivered).toEqual([1, 2, 3, 4, 5])
})

test('what comes too early waits for the one before', async () => {
  const { announce, delivered, store } = follow({ stored: numbers(9) })
  announce(1)

  announce(3)
  announce(4)
  expect(delivered).toEqual([1])
  announce(2)

  expect(delivered).toEqual([1, 2, 3, 4])
  await settle()
  expect([delivered, store.reads]).toEqual([[1, 2, 3, 4], 0])
})

test('a gap is filled from the store, once', async () => {
  const { announce, delivered, store } = follow({ stored: numbers(9) })
  announce(1)

  announce(5)
  announce(9)
  await settle()

  expect([delivered, store.reads]).toEqual([numbers(9), 1])
})

test('what the store lacks is skipped rather than waited for for ever', async () => {
  const { announce, delivered, store } = follow({ stored: [1, 3] })
  announce(1)

  announce(5)
  await settle()
  announce(6)

  expect([delivered, store.reads]).toEqual([[1, 3, 5, 6], 1])
})

test('a gap too large to be worth it is left to the clients', async () => {
  const { announce, delivered } = follow({ stored: numbers(5000) })
  announce(1)

  announce(5000)
  await settle()

  expect(delivered).toEqual([1, ...numbers(500, 4501)])
})

test('a store that fails is asked again, and nothing is lost', async () => {
  const { announce, delivered, errors, store } = follow({ stored: numbers(3) })
  announce(1)
  store.isBroken = true

  announce(3)
  await vi.advanceTimersByTimeAsync(60)
  expect([delivered, errors.length]).toEqual([[1], 1])
  store.isBroken = false
  await settle()

  expect(delivered).toEqual([1, 2, 3])
})

test('where announcements overtake each other, the first waits a moment for an earlier one', async () => {
  const { announce, delivered } = follow({ firstWaitMs: 30, stored: numbers(9) })

  announce(4)
  announce(3)
  announce(6)
  expect(delivered).toEqual([])
  await vi.advanceTimersByTimeAsync(30)
  expect(delivered).toEqual([3, 4])
  await settle()

  expect(delivered).toEqual([3, 4, 5, 6])
})

test('an earlier one that comes after the beginning is too late: the client fetches it', async () => {
  const { announce, delivered } = follow({ firstWaitMs: 30 })
  announce(4)
  await settle()

  announce(3)
  announce(5)
  await settle()

  expect(delivered).toEqual([4, 5])
})

test('a forgotten topic begins anew with whatever comes', () => {
  const { sequencer, announce, delivered } = follow()
  announce(1)

  sequencer.forget('t')
  announce(9)

  expect(delivered).toEqual([1, 9])
})

test('a topic that still waits for a gap is not forgotten', async () => {
  const { sequencer, announce, delivered } = follow({ stored: numbers(3) })
  announce(1)
  announce(3)

  sequencer.forget('t')
  await settle()

  expect(delivered).toEqual([1, 2, 3])
})

test('topics don’t wait for each other, and nothing happens after the end', async () => {
  const { sequencer, announce, delivered } = follow({ stored: numbers(3) })
  announce(1)
  announce(3)

  sequencer.announce({ entId: ENT, topicId: 'other', items: [item(50)] })
  expect(delivered).toEqual([1, 50])
  sequencer.close()
  await settle()

  expect(delivered).toEqual([1, 50])
})

/** Announcements of 1…n in any order, some lost, some duplicated; the topic is followed from seq 1. */
const disorder = fc.integer({ min: 2, max: 30 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    announced: fc
      .array(fc.integer({ min: 2, max: count }), { maxLength: 60 })
      .chain((seqs) => fc.shuffledSubarray([...seqs, ...numbers(count)], { minLength: seqs.length })),
    pauses: fc.array(fc.nat({ max: 80 }), { minLength: 1, maxLength: 20 }),
    failures: fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
  }),
)

test('whatever is lost, doubled or reordered: each once, in order, none missing up to the highest announced', async () => {
  await fc.assert(
    fc.asyncProperty(disorder, fc.constantFrom(0, 30), async ({ count, announced, pauses, failures }, firstWaitMs) => {
      const { sequencer, announce, delivered, store } = follow({ firstWaitMs, stored: numbers(count) })
      announce(1)
      await vi.advanceTimersByTimeAsync(firstWaitMs)
      for (const [index, seq] of announced.entries()) {
        store.isBroken = failures[index % failures.length] ?? false
        announce(seq)
        await vi.advanceTimersByTimeAsync(pauses[index % pauses.length] ?? 0)
      }
      store.isBroken = false
      await settle()
      sequencer.close()

      expect(delivered).toEqual(numbers(Math.max(1, ...announced)))
    }),
    { numRuns: 300, seed: 20_260_316 },
  )
})

test('what is read again below the first that was delivered is delivered, once', async () => {
  const { sequencer, announce, delivered } = follow({ stored: numbers(12) })
  announce(10)

  sequencer.catchUp({ entId: ENT, topicId: 't', items: [7, 8, 9, 10, 11].map(item) })
  sequencer.catchUp({ entId: ENT, topicId: 't', items: [8, 9, 10].map(item) })
  announce(12)
  await settle()

  expect(delivered).toEqual([10, 7, 8, 9, 11, 12])
})

test('after the last socket of an enterprise has left, the next message follows no gap', async () => {
  const { sequencer, announce, delivered } = follow({ stored: numbers(60) })
  announce(10)

  sequencer.forgetEnterprise(ENT)
  announce(60)
  await settle()

  expect(delivered).toEqual([10, 60])
})
