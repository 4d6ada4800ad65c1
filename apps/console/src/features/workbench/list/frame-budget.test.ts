import { expect, test } from 'vitest'
import { createFrameBudget } from './frame-budget.ts'

/** Two rows in a frame; the test says when the next one begins. */
function world() {
  const due: (() => void)[] = []
  const { take, wait } = createFrameBudget(2, (run) => due.push(run))
  const called: string[] = []
  return {
    take,
    called,
    wait: (name: string) => wait(() => called.push(name)),
    nextFrame: () => {
      for (const run of due.splice(0)) run()
    },
    isResting: () => due.length === 0,
  }
}

test('a few rows have their turn at once, frame after frame', () => {
  const { take, nextFrame } = world()

  expect([take(), take()]).toEqual([true, true])
  nextFrame()
  expect([take(), take()]).toEqual([true, true])
})

test('more than fit into a frame wait for the next ones, in their order', () => {
  const { take, wait, called, nextFrame } = world()

  expect([take(), take(), take()]).toEqual([true, true, false])
  for (const name of ['c', 'd', 'e']) wait(name)
  nextFrame()
  expect(called).toEqual(['c', 'd'])
  nextFrame()
  expect(called).toEqual(['c', 'd', 'e'])
})

test('waiting rows use the slots of their frame first, and no later row overtakes them', () => {
  const { take, wait, nextFrame } = world()
  expect([take(), take(), take()]).toEqual([true, true, false])
  for (const name of ['c', 'd', 'e']) wait(name)

  nextFrame()
  expect(take()).toBe(false)
  nextFrame()
  expect([take(), take()]).toEqual([true, false])
})

test('a row that went away before its turn leaves it to others, and afterwards nothing runs', () => {
  const { take, wait, called, nextFrame, isResting } = world()
  expect([take(), take(), take()]).toEqual([true, true, false])
  const leave = wait('c')
  wait('d')

  leave()
  nextFrame()
  nextFrame()

  expect(called).toEqual(['d'])
  expect(isResting()).toBe(true)
})
