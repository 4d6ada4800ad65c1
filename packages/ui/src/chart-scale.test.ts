import { expect, test } from 'vitest'
import { axisTicks } from './chart-scale.ts'

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
