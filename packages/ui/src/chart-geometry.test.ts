import { expect, test } from 'vitest'
import { axisTicks, smoothPath } from './chart-geometry.ts'

test.each([
  [0, [0, 1, 2, 3, 4]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [56, [0, 15, 30, 45, 60]],
  [214, [0, 60, 120, 180, 240]],
  [1000, [0, 250, 500, 750, 1000]],
])('a highest value of %i gives the lines %j', (highest, ticks) => {
  expect(axisTicks(highest)).toEqual(ticks)
})

test('no value is above the top line, and there are at most five lines above the ground', () => {
  for (let highest = 0; highest < 5000; highest += 1) {
    const ticks = axisTicks(highest)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(ticks.length).toBeLessThanOrEqual(6)
  }
})

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
