import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { boundedQueue } from './bounded-queue.ts'

test('two run, three wait in their order, the rest is refused, and failures give their place back', async () => {
  const run = boundedQueue({ running: 2, waiting: 3, refuse: () => new Error('full') })
  const started: number[] = []
  let running = 0
  let most = 0
  const job = (no: number) => async () => {
    started.push(no)
    running += 1
    most = Math.max(most, running)
    await nextTurn()
    running -= 1
    if (no === 1) throw new Error('failed')
    return no
  }

  const ends = await Promise.allSettled([0, 1, 2, 3, 4, 5, 6].map((no) => run(job(no))))

  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : (end.reason as Error).message))).toEqual([
    0,
    'failed',
    2,
    3,
    4,
    'full',
    'full',
  ])
  expect([started, most]).toEqual([[0, 1, 2, 3, 4], 2])
  expect(await Promise.all([7, 8].map((no) => run(job(no))))).toEqual([7, 8])
})
