import { expect, test } from 'vitest'
import { smoothPath } from './smooth-path.ts'

/** The y of every control and end point, in order. */
const heights = (path: string) => [...path.matchAll(/-?[\d.]+ (-?[\d.]+)/g)].map((it) => Number(it[1]))

test('a straight line stays straight', () => {
  const path = smoothPath([
    { x: 0, y: 0 },
    { x: 30, y: 30 },
    { x: 60, y: 60 },
  ])

  expect(path).toBe('M0 0C10 10 20 20 30 30C40 40 50 50 60 60')
})

test('the line never leaves the span of its values, however they jump', () => {
  const values = [0, 0, 90, 3, 3, 50, 0]

  const drawn = heights(smoothPath(values.map((y, index) => ({ x: index * 30, y }))))

  expect(Math.min(...drawn)).toBe(0)
  expect(Math.max(...drawn)).toBe(90)
})

test('one point is a place and no line, none is nothing', () => {
  expect(smoothPath([{ x: 4, y: 5 }])).toBe('M4 5')
  expect(smoothPath([])).toBe('')
})
