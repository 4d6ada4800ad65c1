import { beforeEach, expect, test } from 'vitest'
import { createEventBatcher } from './batch-events.ts'

let now: number
let due: { at: number; run: () => void } | undefined
let taken: number[][]

const timers = {
  now: () => now,
  after: (ms: number, run: () => void) => {
    due = { at: now + ms, run }
    return () => {
      due = undefined
    }
  },
}

beforeEach(() => {
  now = 1000
  due = undefined
  taken = []
})

const batcher = () => {
  const { add, flush } = createEventBatcher<number>((all) => taken.push(all), timers)
  return { add: (one: number, periodMs = 30) => add(one, periodMs), flush }
}

test('what comes alone is taken at once', () => {
  const { add } = batcher()
  add(1)
  now += 30
  add(2)

  expect(taken).toEqual([[1], [2]])
})

test('what follows soon is taken together, in its order', () => {
  const { add } = batcher()
  add(1)
  now += 10
  add(2)
  now += 10
  add(3)

  expect(taken).toEqual([[1]])
  expect(due?.at).toBe(1030)
  due?.run()
  expect(taken).toEqual([[1], [2, 3]])
})

test('an urgent event flushes the waiting ones at once, and only once', () => {
  const { add, flush } = batcher()
  add(1)
  add(2)
  flush()
  flush()

  expect(taken).toEqual([[1], [2]])
  expect(due).toBeUndefined()
})

test('what can wait less is taken sooner, together with what came before it', () => {
  const { add } = batcher()
  add(1)
  add(2, 100)
  expect(due?.at).toBe(1100)
  now += 10
  add(3)
  add(4, 100)

  expect(due?.at).toBe(1030)
  due?.run()
  expect(taken).toEqual([[1], [2, 3, 4]])
  now += 40
  add(5, 100)
  add(6)
  expect(taken.at(-1)).toEqual([5, 6])
})
