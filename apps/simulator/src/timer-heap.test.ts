import { expect, test } from 'vitest'
import { prng } from './testing/random-stream.ts'
import { TimerHeap } from './timer-heap.ts'

test('items leave by time and, at equal times, in the order they came', () => {
  const heap = new TimerHeap<string>()
  const random = prng(1, 'heap')
  const planned = Array.from({ length: 500 }, (_, index) => ({ time: Math.floor(random() * 50), name: `${index}` }))
  for (const { time, name } of planned) heap.add(time, name)
  const left: string[] = []
  for (let next = heap.takeDue(Infinity); next; next = heap.takeDue(Infinity)) left.push(next.item)
  expect(left).toEqual(planned.toSorted((a, b) => a.time - b.time).map(({ name }) => name))
})

test('nothing leaves before its time, and what was dropped never does', () => {
  const heap = new TimerHeap<string>()
  const drop = heap.add(5, 'dropped')
  heap.add(10, 'kept')
  drop()
  expect(heap.nextTime()).toBe(10)
  expect(heap.takeDue(9)).toBeUndefined()
  expect(heap.takeDue(10)?.item).toBe('kept')
  expect(heap.nextTime()).toBeUndefined()
})
