import { expect, test } from 'vitest'
import { createEventFeed, type EventPage } from './event-feed.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

const event = (seq: number) => ({ seq, type: 'e', payload: { seq } })

/** A feed over a server log that holds the given numbers, and what it did. */
function world(options: {
  baseline: number | null
  log?: number[]
  newest?: number
  pageSize?: number
  kept?: number
}) {
  const { baseline, log = [], newest = Math.max(0, ...log), pageSize = 500, kept = 0 } = options
  const applied: unknown[] = []
  const asked: (number | null)[] = []
  let failing = false
  const feed = createEventFeed({
    baseline,
    apply: (_, payload) => applied.push(payload.seq),
    reset: () => applied.push('reset'),
    fetchPage: async (after): Promise<EventPage> => {
      asked.push(after)
      if (failing) throw new Error('down')
      if (after === null) return { items: [], last: newest, hasMore: false, reset: false }
      if (after < kept) return { items: [], last: newest, hasMore: false, reset: true }
      const items = log.filter((it) => it > after).slice(0, pageSize)
      const hasMore = log.some((it) => it > (items.at(-1) ?? newest))
      return { items: items.map(event), last: hasMore ? items.at(-1)! : newest, hasMore, reset: false }
    },
  })
  const push = (...seqs: number[]) => {
    for (const seq of seqs) feed.receive(seq, 'e', { seq })
  }
  return { feed, applied, asked, push, settle, fail: (on: boolean) => (failing = on) }
}

test('events that follow each other are applied as they come', () => {
  const { applied, asked, push } = world({ baseline: 4 })

  push(5, 6, 7)

  expect(applied).toEqual([5, 6, 7])
  expect(asked).toEqual([])
})

test('an event that comes twice or late is applied once', () => {
  const { applied, push } = world({ baseline: 4 })

  push(5, 5, 4, 6, 5)

  expect(applied).toEqual([5, 6])
})

test('a gap is fetched, and every number is applied once and in order', async () => {
  const { applied, asked, push, settle } = world({ baseline: 4, log: [5, 6, 7, 8] })

  push(7, 8)
  await settle()

  expect(applied).toEqual([5, 6, 7, 8])
  expect(asked).toEqual([4])
})

test('numbers that were not meant for this agent do not stop the others', async () => {
  const { applied, push, settle, feed } = world({ baseline: 4, log: [7], newest: 7 })

  push(7)
  await settle()
  push(8)

  expect(applied).toEqual([7, 8])
  expect(feed.last()).toBe(8)
})

test('a higher server number means something was missed; all pages are fetched', async () => {
  const { applied, asked, feed } = world({ baseline: 0, log: [1, 2, 3, 4, 5], pageSize: 2 })

  await feed.serverSeq(5)

  expect(applied).toEqual([1, 2, 3, 4, 5])
  expect(asked).toEqual([0, 2, 4])
})

test('a server number that is known asks nothing', async () => {
  const { asked, feed } = world({ baseline: 5 })

  await feed.serverSeq(5)

  expect(asked).toEqual([])
})

test('pushes during a catch-up wait and are applied after it', async () => {
  const { applied, push, settle, feed } = world({ baseline: 0, log: [1, 2, 3] })

  const done = feed.serverSeq(3)
  push(4, 2)
  await done
  await settle()

  expect(applied).toEqual([1, 2, 3, 4])
})

test('a log that no longer reaches back makes everything be fetched again', async () => {
  const { applied, feed } = world({ baseline: 10, log: [900, 901], kept: 800, newest: 901 })

  await feed.serverSeq(901)

  expect(applied).toEqual(['reset'])
  expect(feed.last()).toBe(901)
})

test('without a baseline the first sign of life asks for the number and refetches everything', async () => {
  const { applied, asked, feed } = world({ baseline: null, newest: 12 })

  await feed.serverSeq(12)

  expect(applied).toEqual(['reset'])
  expect(asked).toEqual([null])
})

test('a failed catch-up is tried again with the next sign of life', async () => {
  const { applied, feed, fail } = world({ baseline: 0, log: [1, 2] })
  fail(true)
  await feed.serverSeq(2)
  fail(false)

  await feed.serverSeq(2)

  expect(applied).toEqual([1, 2])
})

test('an event without a number is applied as it is', () => {
  const { applied, feed } = world({ baseline: 4 })

  feed.receive(undefined, 'e', { seq: 'now' })

  expect(applied).toEqual(['now'])
})
