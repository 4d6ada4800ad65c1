import { expect, test } from 'vitest'
import { changeRate, comparedTo, formatChangeRate } from './change-rate.ts'

test.each([
  [150, 100, 50],
  [50, 100, -50],
  [0, 100, -100],
  [100, 100, 0],
  [7, 0, 100],
  [0, 0, 0],
  [-1, 100, undefined],
  [100, -1, undefined],
  [-1, -1, undefined],
])('%d against a base of %d is a change of %s percent', (value, base, expected) => {
  expect(changeRate(value, base)).toBe(expected)
})

test.each([
  [11.38, '↑ 11.38%'],
  [-33.3333, '↓ 33.33%'],
  [-100, '↓ 100%'],
  [-1, '↓ 1%'],
  [0, '0%'],
  [-0.001, '0%'],
  [1234, '↑ 1,234%'],
  [undefined, '--'],
])('a change of %s percent reads %s', (rate, expected) => {
  expect(formatChangeRate(rate)).toBe(expected)
})

test('a change names what it is compared to', () => {
  expect(comparedTo('昨日')).toBe('较昨日')
})
