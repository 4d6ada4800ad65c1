import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatBytes, formatCompactPoints, formatMoney, formatNumber, formatPercent } from './number-format.ts'

test.each([
  [0, '0'],
  [-0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12_345, '12,345'],
  [1_234_567_890, '1,234,567,890'],
  [-12_345, '-12,345'],
  [1234.5678, '1,234.57'],
  [-0.001, '0'],
  [1.005, '1.01'],
  [Number.NaN, '--'],
  [Number.POSITIVE_INFINITY, '--'],
])('the number %d reads %s', (value, expected) => {
  expect(formatNumber(value)).toBe(expected)
})

test('grouping only ever adds commas', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(formatNumber(value)).toBe(value.toLocaleString('en-US'))
    }),
  )
})

// R62
test.each([
  [0, '0'],
  [9999, '9,999'],
  [10_000, '1.0w'],
  [12_345, '1.2w'],
  [12_500, '1.3w'],
  [38_000, '3.8w'],
  [99_949, '10.0w'],
  [99_999, '10.0w'],
  [123_456_789, '12,345.7w'],
  [-9999, '-9,999'],
  [-12_345, '-1.2w'],
  [-99_999, '-10.0w'],
])('a badge of %d points reads %s', (points, expected) => {
  expect(formatCompactPoints(points)).toBe(expected)
})

// R114
test.each([
  [0.7419, '74.19%'],
  [0.741_949, '74.19%'],
  [0.741_95, '74.2%'],
  [0.5, '50%'],
  [0.125, '12.5%'],
  [0.29, '29%'],
  [1, '100%'],
  [12.5, '1,250%'],
  [0, '0%'],
  [-0.000_01, '0%'],
  [-0.25, '-25%'],
  [-1, '--'],
  [null, '--'],
  [undefined, '--'],
  [Number.NaN, '--'],
])('the ratio %s reads %s', (ratio, expected) => {
  expect(formatPercent(ratio)).toBe(expected)
})

test.each([
  [0, '0.0 KB'],
  [1, '0.1 KB'],
  [512, '0.5 KB'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1.0 MB'],
  [1024 * 1024, '1.0 MB'],
  [10.25 * 1024 * 1024, '10.3 MB'],
  [2048 * 1024 * 1024, '2,048.0 MB'],
  [-1, '--'],
])('%d bytes read %s', (bytes, expected) => {
  expect(formatBytes(bytes)).toBe(expected)
})

// R116
test.each([
  [0, '¥0.00'],
  [4620, '¥46.20'],
  [123_400, '¥1,234.00'],
  [-50, '-¥0.50'],
  [null, '--'],
])('%o cents read %s', (cents, expected) => {
  expect(formatMoney(cents)).toBe(expected)
})
