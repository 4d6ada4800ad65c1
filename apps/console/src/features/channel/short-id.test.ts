import { expect, test } from 'vitest'
import { shortId } from './account.ts'

test.each([
  ['60a1c2d3e4f5f3c2', '60a1…f3c2'],
  ['123456789012', '1234…9012'],
  ['12345678901', '12345678901'],
  ['', ''],
])('the id %j reads %j', (id, shown) => {
  expect(shortId(id)).toBe(shown)
})
