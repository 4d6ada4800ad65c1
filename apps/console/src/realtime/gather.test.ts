import { beforeEach, expect, test } from 'vitest'
import { createGatherer } from './gather.ts'

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

const gatherer = () => createGatherer<number>((all) => taken.push(all), 30, timers)

test('what comes alone is taken at once', () => {
  const { add } = gatherer()
  add(1)
  now += 30
  add(2)

  expect(taken).toEqual([[1], [2]])
})

test('what follows soon is taken together, in its order', () => {
  const { add } = gatherer()
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

test('whoever cannot wait has the rest taken now, and only once', () => {
  const { add, flush } = gatherer()
  add(1)
  add(2)
  flush()
  flush()

  expect(taken).toEqual([[1], [2]])
  expect(due).toBeUndefined()
})
