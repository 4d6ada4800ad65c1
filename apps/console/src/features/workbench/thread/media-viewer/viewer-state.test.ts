import { expect, test } from 'vitest'
import { FIRST_VIEW, move, percentOf, stepTo, turn, zoomIn, zoomOut } from './viewer-state.ts'

const times = <T>(count: number, change: (value: T) => T, start: T) => {
  let value = start
  for (let i = 0; i < count; i += 1) value = change(value)
  return value
}

test('enlarging ends at eight times, making smaller at a quarter', () => {
  expect(percentOf(times(30, zoomIn, FIRST_VIEW))).toBe('800%')
  expect(percentOf(times(30, zoomOut, FIRST_VIEW))).toBe('25%')
})

test('in and out again is where one began', () => {
  expect(percentOf(zoomOut(zoomIn(FIRST_VIEW)))).toBe('100%')
})

test('a moved picture goes back to the middle when it fits again', () => {
  const moved = move(zoomIn(FIRST_VIEW), 40, -20)

  expect(moved).toMatchObject({ x: 40, y: -20 })
  expect(zoomOut(moved)).toMatchObject({ x: 0, y: 0 })
})

test('four turns make a whole one, and the fifth goes on', () => {
  expect(times(5, turn, FIRST_VIEW).turns).toBe(5)
})

test.each([
  [0, -1, 0],
  [0, 1, 1],
  [2, 1, 2],
] as const)('from picture %i a step of %i leads to %i of three', (index, step, to) => {
  expect(stepTo(index, step, 3)).toBe(to)
})
